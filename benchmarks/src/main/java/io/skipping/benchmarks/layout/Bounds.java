// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import java.util.Arrays;

/**
 * Holds the least and the greatest value in each dimension for each of some objects or ranges, as a minmax index does.
 */
final class Bounds {
    private final double[][] least;
    private final double[][] most;

    Bounds(int count) {
        least = new double[Readings.DIMENSIONS][count];
        most = new double[Readings.DIMENSIONS][count];
        for (int dimension = 0; dimension < Readings.DIMENSIONS; dimension++) {
            Arrays.fill(least[dimension], Double.POSITIVE_INFINITY);
            Arrays.fill(most[dimension], Double.NEGATIVE_INFINITY);
        }
    }

    void add(int at, int dimension, double value) {
        least[dimension][at] = Math.min(least[dimension][at], value);
        most[dimension][at] = Math.max(most[dimension][at], value);
    }

    boolean mayMatch(int at, Question question) {
        for (int dimension = 0; dimension < Readings.DIMENSIONS; dimension++) {
            if (question.low()[dimension] > most[dimension][at] || question.high()[dimension] < least[dimension][at]) {
                return false;
            }
        }
        return true;
    }
}
