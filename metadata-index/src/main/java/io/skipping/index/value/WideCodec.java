// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import java.math.BigInteger;
import java.nio.ByteBuffer;

/**
 * Values as two signed longs that, compared one after the other, have the same order: the 128 bits of a long decimal
 * (the lower half with its sign bit inverted, since it has no sign), microseconds and picoseconds of a long timestamp.
 * These keys are part of what a Bloom filter keeps: they may never change.
 */
public final class WideCodec {
    private WideCodec() {}

    public static int compare(long leftHigh, long leftLow, long rightHigh, long rightLow) {
        int high = Long.compare(leftHigh, rightHigh);
        return high != 0 ? high : Long.compare(leftLow, rightLow);
    }

    /** Returns the lower half of a long decimal's key from that of its 128 bits, and the other way round. */
    public static long flipLow(long low) {
        return low ^ Long.MIN_VALUE;
    }

    /** Returns the unscaled value of a long decimal that has a key. */
    public static BigInteger unscaled(Key.OfWide key) {
        return new BigInteger(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(key.high())
                .putLong(flipLow(key.low()))
                .array());
    }
}
