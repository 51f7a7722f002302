// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import java.util.Arrays;

/** Holds values of one column in ascending order, which divide the column into ranks: keys of numbers, or texts. */
public final class Ranks {
    private final ColumnType type;
    private final long[] keys;
    private final byte[][] texts;

    private Ranks(ColumnType type, long[] keys, byte[][] texts) {
        this.type = type;
        this.keys = keys;
        this.texts = texts;
    }

    /**
     * Returns the ranks of a column of numbers.
     *
     * @throws IllegalArgumentException if the keys are not in ascending order
     */
    public static Ranks ofKeys(ColumnType type, long[] keys) {
        if (type.isText()) {
            throw new IllegalArgumentException("Text has no keys");
        }
        for (int index = 1; index < keys.length; index++) {
            if (keys[index - 1] > keys[index]) {
                throw new IllegalArgumentException("Ranks must be in ascending order");
            }
        }
        return new Ranks(type, keys.clone(), null);
    }

    /**
     * Returns the ranks of a column of text.
     *
     * @throws IllegalArgumentException if the texts are not in ascending order
     */
    public static Ranks ofTexts(byte[][] texts) {
        for (int index = 1; index < texts.length; index++) {
            if (Arrays.compareUnsigned(texts[index - 1], texts[index]) > 0) {
                throw new IllegalArgumentException("Ranks must be in ascending order");
            }
        }
        return new Ranks(ColumnType.VARCHAR, null, texts.clone());
    }

    ColumnType type() {
        return type;
    }

    int size() {
        return type.isText() ? texts.length : keys.length;
    }

    long key(int index) {
        return keys[index];
    }

    byte[] text(int index) {
        return texts[index];
    }

    /** Returns how many of the values are not greater than the row's value; 0 for NULL. */
    int rank(Row row, int column) {
        if (row.isNull(column)) {
            return 0;
        }
        return type.isText() ? rank(row.textValue(column)) : notGreater(keys, Keys.of(type, row, column));
    }

    private int rank(byte[] text) {
        int low = 0;
        int high = texts.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Arrays.compareUnsigned(texts[middle], text) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * Returns how many of the ascending numbers are not greater than a number. It does not branch on the comparison:
     * half of the branches would be mispredicted.
     */
    static int notGreater(long[] ascending, long number) {
        int low = 0;
        int length = ascending.length;
        while (length > 0) {
            int half = (length + 1) >>> 1;
            low += ascending[low + half - 1] <= number ? half : 0;
            length -= half;
        }
        return low;
    }
}
