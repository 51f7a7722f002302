// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import java.util.Arrays;

/**
 * Holds the data that all buckets of a tree share.
 *
 * @param sorted the records in the order of each column
 */
record Training(Sample sample, Weights weights, RankedQueries queries, double tolerance, int[][] sorted) {
    static Training of(Sample sample, int partitions, History history, double tolerance) {
        int[][] sorted = new int[sample.columns().size()][];
        for (int column = 0; column < sorted.length; column++) {
            long[] packed = new long[sample.rows()];
            for (int row = 0; row < packed.length; row++) {
                packed[row] = (long) sample.column(column).rank(row) << 32 | row;
            }
            Arrays.sort(packed);
            sorted[column] = Arrays.stream(packed).mapToInt(pair -> (int) pair).toArray();
        }
        return new Training(
                sample, new Weights(sample, partitions), new RankedQueries(sample, history), tolerance, sorted);
    }

    /** Returns whether a weight fits a number of partitions, within the tolerance. */
    boolean isBalanced(double weight, int partitions) {
        double aim = partitions * weights.ofPartition();
        return Math.abs(weight - aim) <= tolerance * aim;
    }
}
