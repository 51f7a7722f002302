// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * The values of one column in a batch of rows, as keys. What many rows have in common stands once: the vector lists values, and
 * says which of them each row has. Engines fill a vector from a block or column vector of theirs in one pass, and use it again for
 * the next batch, so that whoever is given one must not keep it. Not thread-safe.
 *
 * <p>To fill a vector, an engine writes the listed values (how is a matter of each form of keys), and then says by one of {@link
 * #setDistinctRows}, {@link #setConstant} and {@link #setRows} how many rows there are, and which values they have.
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

    /** Returns an empty vector for values of a type, to be filled. */
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

    public final int rowCount() {
        return rowCount;
    }

    /** Rows that are NULL. */
    public final int nullCount() {
        return nullCount;
    }

    /** How many values are listed. Each value that some row has is listed at least once, none is NULL, and some row has each. */
    public final int valueCount() {
        return valueCount;
    }

    /** Returns the number of the listed value that a row has; -1 if it is NULL. */
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

    /** Returns whether the listed values are those of the rows that are not NULL, one for each such row, in order. */
    public final boolean isEachRowOnce() {
        return eachRowOnce;
    }

    /** Returns the key of a listed value; if it is bytes, as a view that is right until the vector is filled again. */
    public abstract Key key(int value);

    /** Says that there are as many rows as values, and row i has value i. */
    public final void setDistinctRows(int count) {
        kind = Rows.IN_ORDER;
        rowCount = count;
        valueCount = count;
        nullCount = 0;
        eachRowOnce = true;
    }

    /** Says that all rows have value 0, or that all are NULL. */
    public final void setConstant(int count, boolean isNull) {
        kind = Rows.CONSTANT;
        rowCount = count;
        valueCount = isNull || count == 0 ? 0 : 1;
        nullCount = isNull ? count : 0;
        eachRowOnce = isNull || count <= 1;
    }

    /** Returns an array with room for a number for each row, to be filled before {@link #setRows}. */
    public final int[] rows(int count) {
        if (rows.length < count) {
            rows = new int[Math.max(count, 2 * rows.length)];
        }
        return rows;
    }

    /**
     * Says that the value of each row is in the array that {@link #rows} gave, -1 for NULL.
     *
     * @param values how many are listed
     * @param eachRowOnce whether these are those of the rows that are not NULL, one for each, in order
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

    /** Heap bytes held, roughly. */
    public long retainedBytes() {
        return 4L * rows.length;
    }
}
