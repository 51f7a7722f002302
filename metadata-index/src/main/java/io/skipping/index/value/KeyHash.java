// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import io.airlift.slice.Slice;
import io.airlift.slice.XxHash64;

/**
 * Hashes keys by XXH64 with seed 0. Bloom filters store bits derived from these hashes, so the hashes must never
 * change.
 *
 * <p>A {@link LongCodec} key is hashed as its 8 bytes, little-endian. For a {@link WideCodec} key, the low half is
 * hashed in the same way, with the hash of the high half as the seed. Text and bytes are hashed unchanged, char without
 * its padding.
 */
public final class KeyHash {
    private KeyHash() {}

    public static long hash(long key) {
        return XxHash64.hash(key);
    }

    public static long hash(long high, long low) {
        return XxHash64.hash(XxHash64.hash(high), low);
    }

    public static long hash(Slice bytes, int offset, int length) {
        return XxHash64.hash(bytes, offset, length);
    }
}
