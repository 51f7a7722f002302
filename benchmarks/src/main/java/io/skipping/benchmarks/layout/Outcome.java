// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import io.skipping.benchmarks.measure.Quartiles;
import java.util.BitSet;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Holds what some questions read; arrays have one element per question.
 *
 * @param tableBytes bytes that each question would read without a filter
 * @param bytes bytes read
 * @param matchingBytes bytes of the rows that a question wants
 * @param units number of objects or ranges read
 * @param rowsMissed number of wanted rows in units that were not read: must be 0
 */
record Outcome(long tableBytes, long[] bytes, long[] matchingBytes, int[] units, long rowsMissed) {
    static Outcome of(Readings readings, long tableBytes, Units layout, List<Asked> questions) {
        long[] bytes = new long[questions.size()];
        long[] matching = new long[questions.size()];
        int[] units = new int[questions.size()];
        long[] missed = new long[questions.size()];
        IntStream.range(0, bytes.length).parallel().forEach(index -> {
            BitSet read = layout.read(questions.get(index).question());
            bytes[index] = layout.bytes(read);
            units[index] = read.cardinality();
            long[] sums = new long[2];
            questions.get(index).forEachRow(row -> {
                sums[0] += readings.bytes(row);
                sums[1] += read.get(layout.unitOfRow()[row]) ? 0 : 1;
            });
            matching[index] = sums[0];
            missed[index] = sums[1];
        });
        return new Outcome(
                tableBytes, bytes, matching, units, LongStream.of(missed).sum());
    }

    /** Returns the bytes without a filter divided by the bytes with it, over all questions together. */
    double ratio() {
        return (double) tableBytes * bytes.length / sum(bytes);
    }

    /** Returns the median of the questions' own ratios. */
    double medianRatio() {
        return Quartiles.of(ownRatios()).median();
    }

    /**
     * Returns the mean of the questions' own ratios. This is not the saving over all bytes: questions that read least
     * weigh most.
     */
    double meanRatio() {
        return ownRatios().average().orElseThrow();
    }

    private DoubleStream ownRatios() {
        return LongStream.of(bytes).mapToDouble(read -> (double) tableBytes / Math.max(1, read));
    }

    /** Returns the bytes read divided by the bytes of matching rows, over all questions together: 1 is perfect. */
    double toOptimum() {
        return sum(bytes) / sum(matchingBytes);
    }

    /** Returns the ratio of a reader that reads only matching rows. */
    double bestRatio() {
        return (double) tableBytes * bytes.length / sum(matchingBytes);
    }

    /**
     * Returns the ratio that no layout over objects of one size can exceed: a question reads at least as many objects as
     * its rows fill.
     *
     * @param objects number of objects
     */
    double limitRatio(int objects) {
        long read = LongStream.of(matchingBytes)
                .map(matching -> Math.ceilDiv(matching * objects, tableBytes))
                .sum();
        return (double) objects * bytes.length / read;
    }

    double meanUnits() {
        return IntStream.of(units).average().orElseThrow();
    }

    private static double sum(long[] numbers) {
        double sum = 0;
        for (long number : numbers) {
            sum += number;
        }
        return sum;
    }
}
