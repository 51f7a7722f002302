// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * Holds the values of one column in a batch of rows, as keys. The vector lists values, and maps each row to one of
 * them, so that a value shared by many rows is stored once. Engines fill a vector from their own block or column vector
 * in one pass and reuse it for the next batch, so a receiver must not keep it. Not thread-safe.
 *
 * <p>To fill a vector, an engine first writes the listed values, with the methods of the form of keys. It then calls
 * one of {@link #setDistinctRows}, {@link #setConstant} and {@link #setRows} to set the number of rows and the value of
 * each.
 */
public abstract sealed class ValueVector permits LongVector, WideVector, BytesVector {
    private static final int[] NO_ROWS = new int[0];

    private enum Rows {
        /** row i has value i */
        IN_ORDER,
        /** all rows have value 0, or are NULL */
        CONSTANT,
        /** the value of each row is in {@code rows} */
        MAPPED,
    }

    private Rows kind = Rows.IN_ORDER;
    private int rowCount;
    private int nullCount;
    private int valueCount;
    private boolean eachRowOnce = true;
    private int[] rows = NO_ROWS;

    /** Returns an empty vector for values of a type. */
    public static ValueVector of(ScalarType type) {
        switch (type.form()) {
            case LONG:
                return new LongVector();
            case WIDE:
                return new WideVector();
            default:
                return new BytesVector();
        }
    }

    /** Returns the number of rows, including those that are NULL. */
    public final int rowCount() {
        return rowCount;
    }

    /** Returns the number of rows that are NULL. */
    public final int nullCount() {
        return nullCount;
    }

    /**
     * Returns the number of listed values. None of them is NULL. Each value of a row is listed at least once, and each
     * listed value occurs in some row.
     */
    public final int valueCount() {
        return valueCount;
    }

    /** Returns the number of a row's listed value; -1 if the row is NULL. */
    public final int value(int row) {
        switch (kind) {
            case IN_ORDER:
                return row;
            case CONSTANT:
                return nullCount == 0 ? 0 : -1;
            default:
                return rows[row];
        }
    }

    /**
     * Returns whether the listed values are exactly those of the rows that are not NULL, one for each such row, in
     * order.
     */
    public final boolean isEachRowOnce() {
        return eachRowOnce;
    }

    /** Returns the key of a listed value. A key of bytes is a view, valid until the vector is filled again. */
    public abstract Key key(int value);

    /** Sets as many rows as values: row i has value i. */
    public final void setDistinctRows(int count) {
        kind = Rows.IN_ORDER;
        rowCount = count;
        valueCount = count;
        nullCount = 0;
        eachRowOnce = true;
    }

    /** Sets rows that all have value 0 or are all NULL. */
    public final void setConstant(int count, boolean isNull) {
        kind = Rows.CONSTANT;
        rowCount = count;
        valueCount = isNull || count == 0 ? 0 : 1;
        nullCount = isNull ? count : 0;
        eachRowOnce = isNull || count <= 1;
    }

    /** Returns an array with room for one number for each row, to be filled before {@link #setRows} is called. */
    public final int[] rows(int count) {
        if (rows.length < count) {
            rows = new int[Math.max(count, 2 * rows.length)];
        }
        return rows;
    }

    /**
     * Sets rows whose values are given by the array that {@link #rows} returned, with -1 for NULL.
     *
     * @param values number of listed values
     * @param eachRowOnce whether the listed values are exactly those of the rows that are not NULL, one for each, in
     *     order
     */
    public final void setRows(int count, int values, int nulls, boolean eachRowOnce) {
        checkArgument(rows.length >= count, "the values of %s rows were not said", count);
        checkArgument(!eachRowOnce || values == count - nulls, "%s values of %s rows, %s NULLs", values, count, nulls);
        kind = Rows.MAPPED;
        rowCount = count;
        valueCount = values;
        nullCount = nulls;
        this.eachRowOnce = eachRowOnce;
    }

    /** Returns the approximate heap size in bytes. */
    public long retainedBytes() {
        return 4L * rows.length;
    }
}
