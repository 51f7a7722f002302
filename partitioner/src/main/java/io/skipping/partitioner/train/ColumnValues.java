// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.Keys;
import io.skipping.partitioner.Row;
import java.util.Arrays;
import java.util.Comparator;

/** Collects the values of one column of a sample. */
final class ColumnValues {
    private static final Comparator<byte[]> NULL_FIRST = Comparator.nullsFirst(Arrays::compareUnsigned);

    private final ColumnType type;
    private long[] keys;
    private byte[][] texts;
    private int rows;

    ColumnValues(ColumnType type) {
        this.type = type;
        if (type.isText()) {
            texts = new byte[1024][];
        } else {
            keys = new long[1024];
        }
    }

    void add(Row row, int column) {
        if (type.isText()) {
            if (rows == texts.length) {
                texts = Arrays.copyOf(texts, 2 * rows);
            }
            texts[rows] = row.isNull(column) ? null : row.textValue(column).clone();
        } else {
            if (rows == keys.length) {
                keys = Arrays.copyOf(keys, 2 * rows);
            }
            keys[rows] = Keys.of(type, row, column);
        }
        rows++;
    }

    RankedColumn rank() {
        return type.isText() ? rankTexts() : rankKeys();
    }

    private RankedColumn rankKeys() {
        long[] distinct = Arrays.copyOf(keys, rows);
        Arrays.sort(distinct);
        int count = 0;
        for (int index = 0; index < rows; index++) {
            if (index == 0 || distinct[index] != distinct[index - 1]) {
                distinct[count++] = distinct[index];
            }
        }
        distinct = Arrays.copyOf(distinct, count);
        int[] ranks = new int[rows];
        for (int row = 0; row < rows; row++) {
            ranks[row] = Arrays.binarySearch(distinct, keys[row]);
        }
        return new RankedColumn(type, ranks, distinct, null);
    }

    private RankedColumn rankTexts() {
        byte[][] distinct = Arrays.copyOf(texts, rows);
        Arrays.sort(distinct, NULL_FIRST);
        int count = 0;
        for (int index = 0; index < rows; index++) {
            if (index == 0 || NULL_FIRST.compare(distinct[index], distinct[index - 1]) != 0) {
                distinct[count++] = distinct[index];
            }
        }
        distinct = Arrays.copyOf(distinct, count);
        int[] ranks = new int[rows];
        for (int row = 0; row < rows; row++) {
            ranks[row] = Arrays.binarySearch(distinct, texts[row], NULL_FIRST);
        }
        return new RankedColumn(type, ranks, null, distinct);
    }
}
