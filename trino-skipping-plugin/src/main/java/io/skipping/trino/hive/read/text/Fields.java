// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.text;

import io.airlift.slice.SizeOf;
import java.util.Arrays;

/**
 * The fields of one column, by rows.
 *
 * @param text holds all of them
 * @param starts where each begins in the text, in bytes
 * @param lengths in bytes; negative for rows that have no such field
 */
record Fields(byte[] text, int[] starts, int[] lengths) {
    private static final int MISSING = -1;

    static Fields ofRows(byte[] text, int rows) {
        return new Fields(text, new int[rows], new int[rows]);
    }

    /** Of several columns, each with as many rows. */
    static Fields[] ofColumns(byte[] text, int columns, int rows) {
        Fields[] fields = new Fields[columns];
        Arrays.setAll(fields, _ -> ofRows(text, rows));
        return fields;
    }

    int rows() {
        return starts.length;
    }

    void set(int row, int start, int end) {
        starts[row] = start;
        lengths[row] = end - start;
    }

    void setMissing(int row) {
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
    Fields in(byte[] other, int start) {
        for (int row = 0; row < starts.length; row++) {
            starts[row] = lengths[row] < 0 ? 0 : starts[row] - start;
        }
        return new Fields(other, starts, lengths);
    }

    /** Whether there is no field, or one that stands for NULL. */
    boolean isNull(int row, byte[] nullSequence) {
        int length = lengths[row];
        return length < 0
                || (length == nullSequence.length
                        && Arrays.equals(
                                text, starts[row], starts[row] + length, nullSequence, 0, nullSequence.length));
    }

    /** Those of some rows. */
    Fields of(int[] rows, int offset, int count) {
        Fields some = ofRows(text, count);
        for (int index = 0; index < count; index++) {
            int row = rows[offset + index];
            some.starts[index] = starts[row];
            some.lengths[index] = lengths[row];
        }
        return some;
    }

    /** Bytes of memory, without the text. */
    long retainedBytes() {
        return SizeOf.sizeOf(starts) + SizeOf.sizeOf(lengths);
    }
}
