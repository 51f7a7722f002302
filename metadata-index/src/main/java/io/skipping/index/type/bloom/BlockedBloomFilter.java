// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.bloom;

import io.airlift.slice.Slice;
import io.skipping.index.value.KeyHash;

/**
 * Reads split-block Bloom filters, as specified by Apache Parquet after Putze, Sanders, Singler: Cache-, Hash- and
 * Space-Efficient Bloom Filters. The upper half of a hash selects one block of eight words, and the lower half one bit
 * in each of them. Such filters are no longer written: an index can spend only few bits on a value, and for these,
 * setting eight bits per value is too many.
 *
 * <p>Encoding: one byte with the version, 1, then the blocks; the words are little-endian. Values are hashed by
 * {@link KeyHash}.
 */
final class BlockedBloomFilter {
    static final byte VERSION = 1;

    private static final int HEADER_BYTES = 1;
    private static final int WORDS = 8;
    private static final int BLOCK_BYTES = WORDS * Integer.BYTES;

    private static final int[] SALT = {
        0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31
    };

    private BlockedBloomFilter() {}

    /** Returns whether the bytes are a filter of this version. */
    static boolean isFilter(Slice bytes, int offset, int length) {
        return length > HEADER_BYTES && (length - HEADER_BYTES) % BLOCK_BYTES == 0 && bytes.getByte(offset) == VERSION;
    }

    /** Returns whether the value with this hash may be among the values of the filter. */
    static boolean mayContain(Slice bytes, int offset, int length, long hash) {
        int blocks = (length - HEADER_BYTES) / BLOCK_BYTES;
        int block = offset + HEADER_BYTES + (int) (((hash >>> 32) * blocks) >>> 32) * BLOCK_BYTES;
        for (int word = 0; word < WORDS; word++) {
            int bit = 1 << (((int) hash * SALT[word]) >>> 27);
            if ((bytes.getInt(block + word * Integer.BYTES) & bit) == 0) {
                return false;
            }
        }
        return true;
    }
}
