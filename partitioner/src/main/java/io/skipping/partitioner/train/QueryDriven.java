// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Implements {@link CutStrategy#queryDriven}. */
final class QueryDriven extends CutStrategy {
    /** The weight of unknown queries. It favours the median where no known query distinguishes the cuts. */
    private static final double UNKNOWN_QUERIES = 0.5;

    private static final int LOOKAHEAD = 8;

    /**
     * Cuts of one column are worth following separately if at least this share of the bucket's weight lies between
     * them.
     */
    private static final double APART = 0.03;

    private final CutStrategy withoutQueries = new Compactness();

    @Override
    List<Cut> balanced(Bucket bucket, List<Cut> medians, int most) {
        if (bucket.met().length == 0) {
            return withoutQueries.balanced(bucket, medians, 1);
        }
        List<Valued> best = IntStream.range(0, bucket.sample().columns().size())
                .mapToObj(column -> valued(bucket, column))
                .flatMap(List::stream)
                .sorted(Comparator.comparingDouble(Valued::value)
                        .reversed()
                        .thenComparing(Valued::sides, Compactness.order(bucket)))
                .toList();
        List<Cut> chosen = new ArrayList<>();
        for (Valued valued : best) {
            Cut cut = valued.sides().cut();
            if (chosen.size() < most && chosen.stream().allMatch(other -> areApart(bucket, cut, other))) {
                chosen.add(cut);
            }
        }
        return chosen;
    }

    @Override
    int lookahead() {
        return LOOKAHEAD;
    }

    private static boolean areApart(Bucket bucket, Cut one, Cut other) {
        return one.column() != other.column()
                || Math.abs(one.weightBelow() - other.weightBelow()) >= APART * bucket.weight();
    }

    private record Valued(Bucket.Sides sides, double value) {}

    private static List<Valued> valued(Bucket bucket, int column) {
        double[] weights = weights(bucket, column);
        double total = UNKNOWN_QUERIES;
        for (double weight : weights) {
            total += weight;
        }
        double all = total;
        return bucket.balancedCuts(column).stream()
                .map(sides -> new Valued(sides, value(bucket, sides, weights, all)))
                .toList();
    }

    private static double value(Bucket bucket, Bucket.Sides sides, double[] weights, double total) {
        double lost = UNKNOWN_QUERIES;
        int[] met = bucket.met();
        for (int index = 0; index < met.length; index++) {
            if (bucket.queries().meets(met[index], sides.below())
                    && bucket.queries().meets(met[index], sides.above())) {
                lost += weights[index];
            }
        }
        double share = sides.cut().weightBelow() / bucket.weight();
        return 4 * share * (1 - share) * total / lost;
    }

    /** Returns the weights of the queries that meet the bucket, for cuts of a column: recency times relevance. */
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
