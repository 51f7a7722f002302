// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import java.util.Arrays;

/**
 * Holds the lowest and the highest rank in each column, without NULL and NaN. A column has no values if the lowest rank
 * exceeds the highest.
 */
final class Box {
    private final int[] low;
    private final int[] high;

    Box(int columns) {
        low = new int[columns];
        high = new int[columns];
        Arrays.fill(low, Integer.MAX_VALUE);
        Arrays.fill(high, -1);
    }

    private Box(Box other) {
        low = other.low.clone();
        high = other.high.clone();
    }

    static Box of(Sample sample, int[] rows) {
        Box box = new Box(sample.columns().size());
        for (int row : rows) {
            box.add(sample, row);
        }
        return box;
    }

    /** Extends one column. */
    void add(int column, int lowRank, int highRank) {
        low[column] = Math.min(low[column], lowRank);
        high[column] = Math.max(high[column], highRank);
    }

    void add(Sample sample, int row) {
        for (int column = 0; column < low.length; column++) {
            RankedColumn values = sample.column(column);
            int rank = values.rank(row);
            if (values.isBounded(rank)) {
                low[column] = Math.min(low[column], rank);
                high[column] = Math.max(high[column], rank);
            }
        }
    }

    Box copy() {
        return new Box(this);
    }

    int low(int column) {
        return low[column];
    }

    int high(int column) {
        return high[column];
    }

    /** Returns the distance from the lowest to the highest value; 0 if there are no values. */
    double extent(Sample sample, int column) {
        return low[column] > high[column]
                ? 0
                : sample.column(column).position(high[column])
                        - sample.column(column).position(low[column]);
    }

    /**
     * Returns the product of the extents, each as a share of that of a box around this one. Columns without an extent
     * in that box do not count.
     */
    double volume(Sample sample, Box around) {
        double volume = 1;
        for (int column = 0; column < low.length; column++) {
            double whole = around.extent(sample, column);
            if (whole > 0) {
                volume *= extent(sample, column) / whole;
            }
        }
        return volume;
    }
}
