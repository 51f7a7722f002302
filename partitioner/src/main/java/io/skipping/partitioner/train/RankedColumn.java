// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.Keys;
import java.util.Arrays;

/** Holds one column of a sample: the rank of each record's value among the sample's distinct values. */
final class RankedColumn {
    private final ColumnType type;
    private final int[] ranks;
    /** The distinct values as keys, in ascending order; null for text. */
    private final long[] keys;
    /** The distinct values as texts, in ascending order, NULL first; null for numbers. */
    private final byte[][] texts;

    private final int firstValue;
    private final int endOfValues;

    RankedColumn(ColumnType type, int[] ranks, long[] keys, byte[][] texts) {
        this.type = type;
        this.ranks = ranks;
        this.keys = keys;
        this.texts = texts;
        boolean hasNull = type.isText() ? texts[0] == null : keys[0] == Keys.NULL;
        boolean hasNan = type == ColumnType.DOUBLE && keys[keys.length - 1] == Keys.NAN;
        firstValue = hasNull ? 1 : 0;
        endOfValues = distinct() - (hasNan ? 1 : 0);
    }

    ColumnType type() {
        return type;
    }

    int rank(int row) {
        return ranks[row];
    }

    /** Returns the number of distinct values, including NULL and NaN. */
    int distinct() {
        return type.isText() ? texts.length : keys.length;
    }

    /** Returns whether a value of this rank counts for a box's bounds. NULL and NaN do not. */
    boolean isBounded(int rank) {
        return rank >= firstValue && rank < endOfValues;
    }

    boolean isNull(int rank) {
        return rank < firstValue;
    }

    long key(int rank) {
        return keys[rank];
    }

    byte[] text(int rank) {
        return texts[rank];
    }

    /** Returns the number of values less than the key, which is the first rank at or after the key. */
    int below(long key) {
        int found = Arrays.binarySearch(keys, key);
        return found >= 0 ? found : -found - 1;
    }

    int below(byte[] text) {
        int low = firstValue;
        int high = texts.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Arrays.compareUnsigned(texts[middle], text) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * Returns the position of a rank's value on a scale on which distances are meaningful: the number, or the rank of a
     * text.
     */
    double position(int rank) {
        return switch (type) {
            case VARCHAR -> rank;
            case DOUBLE -> Math.max(-Double.MAX_VALUE / 4, Math.min(Double.MAX_VALUE / 4, Keys.toDouble(keys[rank])));
            case BIGINT, DATE, TIMESTAMP -> keys[rank];
        };
    }

    /**
     * Returns a key that separates the values below a rank from the others: the midpoint between the two neighbours.
     */
    long keyBefore(int rank) {
        long lower = keys[rank - 1];
        long upper = keys[rank];
        if (!isBounded(rank - 1) || !isBounded(rank)) {
            return upper;
        }
        if (type == ColumnType.DOUBLE) {
            long middle = Keys.ofDouble(Keys.toDouble(lower) / 2 + Keys.toDouble(upper) / 2);
            // infinities have no midpoint, and adjacent doubles have none between them
            return middle > lower && middle <= upper ? middle : upper;
        }
        return upper - Math.max(0, (upper - lower) / 2);
    }
}
