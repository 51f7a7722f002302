// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.release;

import io.trino.plugin.hive.HiveSplit;
import java.util.Optional;

/** Reads of Hive's splits what not all releases have. */
public final class HiveSplits {
    private HiveSplits() {}

    /** Returns the key by which the scheduler sends splits with the same content to the same worker. */
    public static Optional<String> affinityKey(HiveSplit split) {
        return split.getAffinityKey();
    }
}
