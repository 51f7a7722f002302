// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.text;

import io.airlift.slice.SizeOf;
import java.util.Arrays;

/**
 * The fields of one column, by rows.
 *
 * @param text holds all of them
 * @param starts where each begins in the text, in bytes
 * @param lengths in bytes; negative for rows that have no such field
 */
public record Fields(byte[] text, int[] starts, int[] lengths) {
    private static final int MISSING = -1;

    static Fields ofRows(byte[] text, int rows) {
        return new Fields(text, new int[rows], new int[rows]);
    }

    /** Of several columns, each with as many rows. */
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
     * The same fields, of which this is then no more than the memory.
     *
     * @param other has what the text has, without the bytes before a start
     */
    public Fields in(byte[] other, int start) {
        for (int row = 0; row < starts.length; row++) {
            starts[row] = lengths[row] < 0 ? 0 : starts[row] - start;
        }
        return new Fields(other, starts, lengths);
    }

    /** Whether there is no field, or one that stands for NULL. */
    public boolean isNull(int row, byte[] nullSequence) {
        int length = lengths[row];
        return length < 0
                || (length == nullSequence.length
                        && Arrays.equals(
                                text, starts[row], starts[row] + length, nullSequence, 0, nullSequence.length));
    }

    /** Those of some rows. */
    public Fields of(int[] rows, int offset, int count) {
        Fields some = ofRows(text, count);
        for (int index = 0; index < count; index++) {
            int row = rows[offset + index];
            some.starts[index] = starts[row];
            some.lengths[index] = lengths[row];
        }
        return some;
    }

    /** Bytes of memory, without the text. */
    public long retainedBytes() {
        return SizeOf.sizeOf(starts) + SizeOf.sizeOf(lengths);
    }
}
