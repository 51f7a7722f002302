// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import java.math.BigInteger;
import java.nio.ByteBuffer;

/**
 * Encodes values as two signed longs whose lexicographic order is the order of the values. A long decimal becomes its
 * 128 bits (the sign bit of the lower half is inverted, because that half is unsigned). A long timestamp becomes its
 * microseconds and picoseconds. Bloom filters store bits derived from these keys, so the keys must never change.
 */
public final class WideCodec {
    private WideCodec() {}

    /** Compares two keys, each given by its two longs. */
    public static int compare(long leftHigh, long leftLow, long rightHigh, long rightLow) {
        int high = Long.compare(leftHigh, rightHigh);
        return high != 0 ? high : Long.compare(leftLow, rightLow);
    }

    /** Converts the lower half of a long decimal's 128 bits to that of its key, or back. */
    public static long flipLow(long low) {
        return low ^ Long.MIN_VALUE;
    }

    /** Returns the unscaled value of the long decimal with this key. */
    public static BigInteger unscaled(Key.OfWide key) {
        return new BigInteger(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(key.high())
                .putLong(flipLow(key.low()))
                .array());
    }
}
