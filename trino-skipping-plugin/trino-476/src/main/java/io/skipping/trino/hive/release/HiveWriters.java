// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.release;

import io.trino.plugin.hive.HiveWriter;
import java.io.Closeable;

/** Asks Hive's writers. */
public final class HiveWriters {
    private HiveWriters() {}

    /** Completes an object, and returns what deletes it again. */
    public static Closeable commit(HiveWriter writer) {
        return writer.commit();
    }
}
