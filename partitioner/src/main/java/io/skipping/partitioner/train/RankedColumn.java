// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.Keys;
import java.util.Arrays;

/** One column of a sample: which of the sample's different values each record has. */
final class RankedColumn {
    private final ColumnType type;
    private final int[] ranks;
    /** Ascending; null for text. */
    private final long[] keys;
    /** Ascending, NULL first; null for numbers. */
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

    /** How many different values there are, NULL and NaN among them. */
    int distinct() {
        return type.isText() ? texts.length : keys.length;
    }

    /** Whether a value of this rank is in a box's bounds, which NULL and NaN are not. */
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

    /** The number of values that are less than the key: the rank that would be the first from it on. */
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

    /** Where a value of this rank lies, on a scale on which distances mean something: the number, or the rank of a text. */
    double position(int rank) {
        return switch (type) {
            case VARCHAR -> rank;
            case DOUBLE -> Math.max(-Double.MAX_VALUE / 4, Math.min(Double.MAX_VALUE / 4, Keys.toDouble(keys[rank])));
            case BIGINT, DATE, TIMESTAMP -> keys[rank];
        };
    }

    /** A key that divides the values below a rank from the others: in the middle between the two. */
    long keyBefore(int rank) {
        long lower = keys[rank - 1];
        long upper = keys[rank];
        if (!isBounded(rank - 1) || !isBounded(rank)) {
            return upper;
        }
        if (type == ColumnType.DOUBLE) {
            long middle = Keys.ofDouble(Keys.toDouble(lower) / 2 + Keys.toDouble(upper) / 2);
            // infinities have no middle, and neighbours none between them
            return middle > lower && middle <= upper ? middle : upper;
        }
        return upper - Math.max(0, (upper - lower) / 2);
    }
}
