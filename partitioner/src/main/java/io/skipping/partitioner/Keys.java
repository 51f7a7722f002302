// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

/**
 * Represents numbers as 64-bit keys in the same order, so that only longs need to be compared. Columns of text have no
 * keys; their values are compared as bytes.
 */
public final class Keys {
    /** Is the key of NULL: it is less than all others, or equal to that of the smallest integer. */
    public static final long NULL = Long.MIN_VALUE;

    /** Is the key of NaN, which is greater than that of +∞. */
    public static final long NAN = ofDouble(Double.NaN);

    private Keys() {}

    /** Returns the key of a double. −0 has the key of 0, and every NaN has the same key. */
    public static long ofDouble(double value) {
        // adding 0 turns −0 into 0
        long bits = Double.doubleToLongBits(value + 0.0);
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }

    /** Returns the double that has a key; the inverse of {@link #ofDouble}. */
    public static double toDouble(long key) {
        return Double.longBitsToDouble(key ^ ((key >> 63) & Long.MAX_VALUE));
    }

    /**
     * Returns the key of a number; {@link #NULL} if the row has none.
     *
     * @param column the position of a column of this type, which is not varchar
     */
    public static long of(ColumnType type, Row row, int column) {
        if (row.isNull(column)) {
            return NULL;
        }
        return type == ColumnType.DOUBLE ? ofDouble(row.doubleValue(column)) : row.longValue(column);
    }
}
