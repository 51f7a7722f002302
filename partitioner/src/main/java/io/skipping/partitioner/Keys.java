// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

/**
 * Numbers as 64-bit keys in the same order, so that nothing but longs is compared. A column of text has no keys; its
 * values are compared as bytes.
 */
public final class Keys {
    /** Less than all others, or equal to the least integer. */
    public static final long NULL = Long.MIN_VALUE;

    /** After the key of +∞. */
    public static final long NAN = ofDouble(Double.NaN);

    private Keys() {}

    /** −0 has the key of 0, and every NaN the same one. */
    public static long ofDouble(double value) {
        // adding 0 turns −0 into 0
        long bits = Double.doubleToLongBits(value + 0.0);
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }

    /** What the key is of; the inverse of {@link #ofDouble}. */
    public static double toDouble(long key) {
        return Double.longBitsToDouble(key ^ ((key >> 63) & Long.MAX_VALUE));
    }

    /** The key of a number, or {@link #NULL}. */
    public static long of(ColumnType type, Row row, int column) {
        if (row.isNull(column)) {
            return NULL;
        }
        return type == ColumnType.DOUBLE ? ofDouble(row.doubleValue(column)) : row.longValue(column);
    }
}
