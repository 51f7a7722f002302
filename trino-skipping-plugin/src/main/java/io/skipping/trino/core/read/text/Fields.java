// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.text;

import io.airlift.slice.SizeOf;
import java.util.Arrays;

/**
 * Holds the fields of one column, by rows.
 *
 * @param text contains all of the fields
 * @param starts start of each field in the text, in bytes
 * @param lengths length of each field, in bytes; negative for rows without this field
 */
public record Fields(byte[] text, int[] starts, int[] lengths) {
    private static final int MISSING = -1;

    static Fields ofRows(byte[] text, int rows) {
        return new Fields(text, new int[rows], new int[rows]);
    }

    /** Creates the fields of several columns with the same number of rows. */
    public static Fields[] ofColumns(byte[] text, int columns, int rows) {
        Fields[] fields = new Fields[columns];
        Arrays.setAll(fields, _ -> ofRows(text, rows));
        return fields;
    }

    public int rows() {
        return starts.length;
    }

    public void set(int row, int start, int end) {
        starts[row] = start;
        lengths[row] = end - start;
    }

    public void setMissing(int row) {
        lengths[row] = MISSING;
    }

    boolean isMissing(int row) {
        return lengths[row] < 0;
    }

    /**
     * Moves the fields to another text. The result reuses the arrays of this object, which must not be used any more.
     *
     * @param other the same text, from {@code start} on
     */
    public Fields in(byte[] other, int start) {
        for (int row = 0; row < starts.length; row++) {
            starts[row] = lengths[row] < 0 ? 0 : starts[row] - start;
        }
        return new Fields(other, starts, lengths);
    }

    /** Returns whether the field is missing or stands for NULL. */
    public boolean isNull(int row, byte[] nullSequence) {
        int length = lengths[row];
        return length < 0
                || (length == nullSequence.length
                        && Arrays.equals(
                                text, starts[row], starts[row] + length, nullSequence, 0, nullSequence.length));
    }

    /** Returns the fields of some of the rows. */
    public Fields of(int[] rows, int offset, int count) {
        Fields some = ofRows(text, count);
        for (int index = 0; index < count; index++) {
            int row = rows[offset + index];
            some.starts[index] = starts[row];
            some.lengths[index] = lengths[row];
        }
        return some;
    }

    /** Returns the size of the memory that is used without the text, in bytes. */
    public long retainedBytes() {
        return SizeOf.sizeOf(starts) + SizeOf.sizeOf(lengths);
    }
}
