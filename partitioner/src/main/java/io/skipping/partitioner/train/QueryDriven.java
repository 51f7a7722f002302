// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

final class QueryDriven extends CutStrategy {
    /** Where no query tells cuts apart, half a query decides for the median. */
    private static final double UNKNOWN_QUERIES = 0.5;

    private final CutStrategy withoutQueries = new Compactness();

    @Override
    Optional<Cut> balanced(Bucket bucket, List<Cut> medians) {
        if (bucket.met().length == 0) {
            return withoutQueries.balanced(bucket, medians);
        }
        return IntStream.range(0, bucket.sample().columns().size())
                .mapToObj(column -> valued(bucket, column))
                .flatMap(List::stream)
                .max(Comparator.comparingDouble(Valued::value)
                        .thenComparing(Valued::cut, Compactness.order(bucket).reversed()))
                .map(valued -> valued.cut().cut());
    }

    private record Valued(Bucket.CutBoxes cut, double value) {}

    private static List<Valued> valued(Bucket bucket, int column) {
        double[] weights = weights(bucket, column);
        double all = 0;
        for (double weight : weights) {
            all += weight;
        }
        double total = all + UNKNOWN_QUERIES;
        return bucket.balancedCuts(column).stream()
                .map(cut -> new Valued(cut, value(bucket, cut, weights, total)))
                .toList();
    }

    private static double value(Bucket bucket, Bucket.CutBoxes cut, double[] weights, double total) {
        double lost = UNKNOWN_QUERIES;
        int[] met = bucket.met();
        for (int index = 0; index < met.length; index++) {
            if (bucket.queries().meets(met[index], cut.below())
                    && bucket.queries().meets(met[index], cut.above())) {
                lost += weights[index];
            }
        }
        double share = cut.cut().weightBelow() / bucket.weight();
        return 4 * share * (1 - share) * total / lost;
    }

    /** Of the queries that meet the bucket, for cuts of a column: recency times relevance. */
    private static double[] weights(Bucket bucket, int column) {
        int[] met = bucket.met();
        double[] weights = new double[met.length];
        double least = 1.0 / bucket.partitions();
        for (int index = 0; index < met.length; index++) {
            double relevance = bucket.queries().relevance(met[index], bucket.box(), column);
            weights[index] = bucket.queries().weight(met[index]) * Math.max(least, relevance);
        }
        return weights;
    }
}
