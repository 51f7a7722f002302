// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import com.google.common.math.DoubleMath;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import java.math.RoundingMode;

/**
 * A split-block Bloom filter, as specified by Apache Parquet after Putze, Sanders, Singler: Cache-, Hash- and
 * Space-Efficient Bloom Filters. A hash chooses, by its upper half, one block of eight words, and by its lower half one
 * bit in each of them.
 *
 * <p>As bytes: one byte with the version, 1, then the blocks; the words are little-endian. The hash of a value is that
 * of {@link KeyHash}.
 */
final class BloomFilter {
    private static final byte VERSION = 1;
    private static final int HEADER_BYTES = 1;
    private static final int WORDS = 8;
    private static final int BLOCK_BYTES = WORDS * Integer.BYTES;
    private static final int BLOCK_BITS = 8 * BLOCK_BYTES;

    private static final int[] SALT = {
        0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31
    };

    private BloomFilter() {}

    /** Blocks for a number of values so that one in {@code 1 / falsePositives} other values is taken for one of them. */
    static int blocks(int values, double falsePositives) {
        double bitsPerValue = -WORDS / Math.log(1 - Math.pow(falsePositives, 1.0 / WORDS));
        return Math.max(1, DoubleMath.roundToInt(values * bitsPerValue / BLOCK_BITS, RoundingMode.CEILING));
    }

    /** Blocks that fit into a number of bytes. */
    static int blocksIn(long bytes) {
        return (int) Math.max(0, (bytes - HEADER_BYTES) / BLOCK_BYTES);
    }

    static double bitsPerValue(int blocks, int values) {
        return (double) blocks * BLOCK_BITS / values;
    }

    static Slice create(int blocks, long[] hashes) {
        Slice filter = Slices.allocate(HEADER_BYTES + blocks * BLOCK_BYTES);
        filter.setByte(0, VERSION);
        for (long hash : hashes) {
            int block = HEADER_BYTES + block(hash, blocks) * BLOCK_BYTES;
            for (int word = 0; word < WORDS; word++) {
                int offset = block + word * Integer.BYTES;
                filter.setInt(offset, filter.getInt(offset) | bit(hash, word));
            }
        }
        return filter;
    }

    /** Whether the bytes are a filter of this version. */
    static boolean isFilter(Slice bytes, int offset, int length) {
        return length > HEADER_BYTES && (length - HEADER_BYTES) % BLOCK_BYTES == 0 && bytes.getByte(offset) == VERSION;
    }

    /** Whether the value of this hash may be among those that the filter was made of. */
    static boolean mayContain(Slice bytes, int offset, int length, long hash) {
        int blocks = (length - HEADER_BYTES) / BLOCK_BYTES;
        int block = offset + HEADER_BYTES + block(hash, blocks) * BLOCK_BYTES;
        for (int word = 0; word < WORDS; word++) {
            if ((bytes.getInt(block + word * Integer.BYTES) & bit(hash, word)) == 0) {
                return false;
            }
        }
        return true;
    }

    private static int block(long hash, int blocks) {
        return (int) (((hash >>> 32) * blocks) >>> 32);
    }

    private static int bit(long hash, int word) {
        return 1 << (((int) hash * SALT[word]) >>> 27);
    }
}
