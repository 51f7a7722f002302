// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.bloom;

import com.google.common.math.DoubleMath;
import com.google.common.primitives.Longs;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.airlift.slice.XxHash64;
import io.skipping.index.value.KeyHash;
import java.math.RoundingMode;

/**
 * Implements a Bloom filter (Bloom 1970) that sets the optimal number of bits per value for its size: 0.69 times the bits
 * available per value. The positions are derived from two halves of one hash (Kirsch, Mitzenmacher 2006). Each filter
 * has a salt, so that a false positive in one filter does not recur in the filters of all ranges that contain nearly
 * the same values.
 *
 * <p>Encoding: one byte with the version, 2; one byte with the number of bits per value; four bytes with the salt; then
 * the bits, the lowest of each byte first. Numbers are little-endian. Values are hashed by {@link KeyHash}. For a hash
 * h, let a be the lower half of XXH64(h + salt), and b the upper half, made odd. Bit i of the value is at ((a + i b)
 * mod 2^32) times the number of bits, divided by 2^32.
 */
public final class BloomFilter {
    static final byte VERSION = 2;

    private static final int HASHES = 1;
    private static final int SALT = 2;
    private static final int HEADER_BYTES = 6;

    private static final double LN_2 = Math.log(2);
    private static final int MOST_HASHES = 16;
    /** Limits the number of bits to what fits into an int. */
    private static final int MOST_BYTES = 1 << 27;

    private BloomFilter() {}

    /**
     * Returns the size of the bits, in bytes, for a number of values, such that the share {@code falsePositives} of
     * other values is reported as present.
     */
    public static int bytes(int values, double falsePositives) {
        double bits = -values * Math.log(falsePositives) / (LN_2 * LN_2);
        return (int)
                Longs.constrainToRange(DoubleMath.roundToLong(bits / Byte.SIZE, RoundingMode.CEILING), 1, MOST_BYTES);
    }

    /** Returns how many bytes are left for the bits in a filter of {@code bytes} bytes. */
    public static int bytesIn(long bytes) {
        return (int) Longs.constrainToRange(bytes - HEADER_BYTES, 0, MOST_BYTES);
    }

    /**
     * Returns the number of bits available for each value.
     *
     * @param bytes size of the bits, in bytes
     */
    public static double bitsPerValue(int bytes, int values) {
        return (double) bytes * Byte.SIZE / values;
    }

    /**
     * Creates a filter of the given values.
     *
     * @param bytes size of the bits, in bytes; at least one
     * @param hashes of the values, see {@link KeyHash}
     */
    public static Slice create(int bytes, long[] hashes) {
        int count = (int) Longs.constrainToRange(
                Math.round(bitsPerValue(bytes, Math.max(1, hashes.length)) * LN_2), 1, MOST_HASHES);
        int salt = 0;
        for (long hash : hashes) {
            salt ^= (int) (hash ^ hash >>> 32);
        }
        Slice filter = Slices.allocate(HEADER_BYTES + bytes);
        filter.setByte(0, VERSION);
        filter.setByte(HASHES, count);
        filter.setInt(SALT, salt);
        int bits = bytes * Byte.SIZE;
        for (long hash : hashes) {
            long salted = XxHash64.hash(hash + salt);
            for (int i = 0; i < count; i++) {
                int bit = bit(salted, i, bits);
                int place = HEADER_BYTES + (bit >>> 3);
                filter.setByte(place, filter.getByte(place) | 1 << (bit & 7));
            }
        }
        return filter;
    }

    /** Returns whether a filter of this or an earlier version may begin with this byte. */
    public static boolean isFirstByte(byte first) {
        return first == VERSION || first == BlockedBloomFilter.VERSION;
    }

    /** Returns whether the bytes are a filter of this version. */
    static boolean isFilter(Slice bytes, int offset, int length) {
        return length > HEADER_BYTES
                && length <= HEADER_BYTES + MOST_BYTES
                && bytes.getByte(offset) == VERSION
                && bytes.getByte(offset + HASHES) > 0;
    }

    /** Returns whether the value with this hash may be among the values of the filter. */
    static boolean mayContain(Slice bytes, int offset, int length, long hash) {
        long salted = XxHash64.hash(hash + bytes.getInt(offset + SALT));
        int count = bytes.getByte(offset + HASHES);
        int bits = (length - HEADER_BYTES) * Byte.SIZE;
        for (int i = 0; i < count; i++) {
            int bit = bit(salted, i, bits);
            if ((bytes.getByte(offset + HEADER_BYTES + (bit >>> 3)) & 1 << (bit & 7)) == 0) {
                return false;
            }
        }
        return true;
    }

    private static int bit(long hash, int i, int bits) {
        int place = (int) hash + i * ((int) (hash >>> 32) | 1);
        return (int) ((Integer.toUnsignedLong(place) * bits) >>> 32);
    }
}
