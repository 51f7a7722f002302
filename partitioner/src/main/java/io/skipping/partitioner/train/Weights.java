// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import java.util.Arrays;

/**
 * Computes the weights of records for balancing partitions. Records that are equal in all columns cannot be separated.
 * If together they weigh more than a partition should, they count as one partition's weight.
 */
final class Weights {
    private final double[] weights;
    private final int[] tuples;
    private final int[] seen;
    private int round;
    private final double ofPartition;

    Weights(Sample sample, int partitions) {
        tuples = tuples(sample);
        int different = Arrays.stream(tuples).max().orElseThrow() + 1;
        seen = new int[different];
        double[] tupleWeights = new double[different];
        for (int row = 0; row < tuples.length; row++) {
            tupleWeights[tuples[row]] += sample.weight(row);
        }
        ofPartition = ofPartition(tupleWeights, partitions);
        weights = new double[tuples.length];
        for (int row = 0; row < tuples.length; row++) {
            double tuple = tupleWeights[tuples[row]];
            weights[row] = sample.weight(row) * (tuple > ofPartition ? ofPartition / tuple : 1);
        }
    }

    /**
     * Returns the weight <em>a</em> of a partition. The records with a weight of at most a fill exactly the partitions
     * that the heavier ones leave.
     */
    private static double ofPartition(double[] tupleWeights, int partitions) {
        double[] ascending = tupleWeights.clone();
        Arrays.sort(ascending);
        double rest = Arrays.stream(ascending).sum();
        int left = partitions;
        for (int index = ascending.length - 1; index >= 0 && left > 1 && ascending[index] > rest / left; index--) {
            rest -= ascending[index];
            left--;
        }
        // fewer distinct records than partitions: each may have its own partition
        return rest > 0 ? rest / left : ascending[0];
    }

    /** Returns a number for each record, equal for records that are equal in all columns. */
    private static int[] tuples(Sample sample) {
        int[] tuples = new int[sample.rows()];
        for (int column = 0; column < sample.columns().size(); column++) {
            long[] pairs = new long[tuples.length];
            for (int row = 0; row < pairs.length; row++) {
                pairs[row] = (long) tuples[row] << 32 | sample.column(column).rank(row);
            }
            long[] distinct = pairs.clone();
            Arrays.sort(distinct);
            int count = 0;
            for (int index = 0; index < distinct.length; index++) {
                if (index == 0 || distinct[index] != distinct[index - 1]) {
                    distinct[count++] = distinct[index];
                }
            }
            for (int row = 0; row < pairs.length; row++) {
                tuples[row] = Arrays.binarySearch(distinct, 0, count, pairs[row]);
            }
        }
        return tuples;
    }

    double of(int row) {
        return weights[row];
    }

    /** Returns the target weight of a partition. */
    double ofPartition() {
        return ofPartition;
    }

    /** Returns the number of distinct records among some, counted up to a limit. */
    int different(int[] rows, int limit) {
        round++;
        int count = 0;
        for (int index = 0; index < rows.length && count < limit; index++) {
            if (seen[tuples[rows[index]]] != round) {
                seen[tuples[rows[index]]] = round;
                count++;
            }
        }
        return count;
    }
}
