// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import io.airlift.slice.Slice;
import io.airlift.slice.XxHash64;
import java.util.HexFormat;

/** XXH64 with seed 0, as 16 hex digits. */
final class Checksum {
    private Checksum() {}

    static String of(Slice data) {
        return HexFormat.of().toHexDigits(XxHash64.hash(data));
    }
}
