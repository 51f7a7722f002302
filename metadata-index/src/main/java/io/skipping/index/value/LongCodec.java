// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

/**
 * Encodes values as signed longs with the same order, so that equal values have equal keys.
 *
 * <p>For integers, dates, short decimals and short timestamps the key is the value; FALSE and TRUE are 0 and 1. For
 * real and double the key is the IEEE bits, with the bits below the sign inverted for negative numbers, and -0.0
 * encoded as +0.0. Neighbouring numbers therefore have neighbouring keys, the infinities are the outermost keys of
 * numbers, and every key beyond them is a NaN.
 *
 * <p>Bloom filters store bits derived from these keys, so the keys must never change.
 */
public enum LongCodec {
    INTEGRAL(Long.MIN_VALUE, Long.MAX_VALUE),
    BOOLEAN(0, 1),
    REAL(realKey(Float.NEGATIVE_INFINITY), realKey(Float.POSITIVE_INFINITY)),
    DOUBLE(doubleKey(Double.NEGATIVE_INFINITY), doubleKey(Double.POSITIVE_INFINITY));

    private final long lowest;
    private final long highest;

    LongCodec(long lowest, long highest) {
        this.lowest = lowest;
        this.highest = highest;
    }

    /** Returns the codec of a type whose keys have the form {@link ScalarType.KeyForm#LONG}. */
    public static LongCodec of(ScalarType type) {
        switch (type.kind()) {
            case BOOLEAN:
                return BOOLEAN;
            case REAL:
                return REAL;
            case DOUBLE:
                return DOUBLE;
            default:
                return INTEGRAL;
        }
    }

    /** Returns whether the key is outside of the values of the type, as the keys of NaNs are. */
    public boolean isNan(long key) {
        return key < lowest || key > highest;
    }

    /** Returns whether the type has NaNs. */
    public boolean hasNan() {
        return this == REAL || this == DOUBLE;
    }

    /**
     * Copies the keys that are not NaN, in the same order.
     *
     * @return how many were copied
     */
    public int withoutNans(long[] keys, int count, long[] to) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            long key = keys[i];
            to[kept] = key;
            kept += isNan(key) ? 0 : 1;
        }
        return kept;
    }

    /**
     * Returns the distance between two values, rounded; infinite if it exceeds a double.
     *
     * @param to not less than {@code from}
     */
    public double distance(long from, long to) {
        switch (this) {
            case REAL:
                return (double) toReal(to) - toReal(from);
            case DOUBLE:
                return toDouble(to) - toDouble(from);
            default:
                long difference = to - from;
                // negative if it overflowed
                return difference >= 0 ? difference : (difference >>> 1) * 2.0;
        }
    }

    /** Returns the key of a double. */
    public static long doubleKey(double value) {
        return doubleKey(Double.doubleToRawLongBits(value));
    }

    /** Returns the key of the double with these bits. */
    public static long doubleKey(long bits) {
        return bits == Long.MIN_VALUE ? 0 : flipNegative(bits);
    }

    /** Returns the key of a real. */
    public static long realKey(float value) {
        return realKey(Float.floatToRawIntBits(value));
    }

    /** Returns the key of the real with these bits. */
    public static long realKey(int bits) {
        return bits == Integer.MIN_VALUE ? 0 : flipNegative(bits);
    }

    /** Returns the double with this key. */
    public static double toDouble(long key) {
        return Double.longBitsToDouble(flipNegative(key));
    }

    /** Returns the real with this key. */
    public static float toReal(long key) {
        return Float.intBitsToFloat(flipNegative((int) key));
    }

    private static long flipNegative(long bits) {
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }

    private static int flipNegative(int bits) {
        return bits ^ ((bits >> 31) & Integer.MAX_VALUE);
    }
}
