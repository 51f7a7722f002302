// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

import io.airlift.slice.Slice;
import io.airlift.slice.XxHash64;

/** Computes checksums of files: XXH64 with seed 0, as 16 hex digits. */
public final class Checksum {
    private Checksum() {}

    /** Returns the checksum of the bytes. */
    public static String of(Slice data) {
        return "%016x".formatted(XxHash64.hash(data));
    }
}
