// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Holds past queries, and assumptions about how future queries resemble them.
 *
 * @param queries the past queries, in any order
 * @param halfLife the age, relative to the latest query, after which a query counts half as much; empty if all count
 *     the same
 * @param similar how many nearby queries each query stands for: itself, and others of the same extent
 * @param elsewhere how many queries of the same extent each query stands for around records drawn from the sample:
 *     denser regions are queried more
 */
public record History(List<PastQuery> queries, Optional<Duration> halfLife, int similar, int elsewhere) {
    /** Holds no query. */
    public static final History NONE = new History(List.of(), Optional.empty(), 1, 0);

    private static final int SEED = 4213;

    public History {
        queries = List.copyOf(queries);
        if (similar < 1) {
            throw new IllegalArgumentException("A query counts once at least: " + similar);
        }
        if (halfLife.isPresent()
                && (halfLife.get().isNegative() || halfLife.get().isZero())) {
            throw new IllegalArgumentException("A half-life must be positive: " + halfLife.get());
        }
    }

    /** Returns a history in which all queries count the same, each with one nearby query and eight elsewhere. */
    public static History of(List<PastQuery> queries) {
        return new History(queries, Optional.empty(), 2, 8);
    }

    /**
     * Holds a query with its weight.
     *
     * @param original whether it was asked exactly so
     */
    record Weighed(PastQuery query, double weight, boolean original) {}

    /** Returns past queries, others near them, and others around records of the sample. */
    List<Weighed> weighed(Sample sample) {
        Instant latest =
                queries.stream().map(PastQuery::time).max(Instant::compareTo).orElse(Instant.EPOCH);
        SplittableRandom random = new SplittableRandom(SEED);
        List<Weighed> weighed = new ArrayList<>();
        for (PastQuery query : queries) {
            double weight = recency(query, latest) / (similar + elsewhere);
            if (query.placed()) {
                weighed.add(new Weighed(query, weight, true));
                for (int other = 1; other < similar; other++) {
                    weighed.add(new Weighed(nearby(query, random), weight, false));
                }
            }
            int around = query.placed() ? elsewhere : similar + elsewhere;
            for (int other = 0; other < around; other++) {
                weighed.add(new Weighed(around(query, sample, random.nextInt(sample.rows())), weight, false));
            }
        }
        return weighed;
    }

    private double recency(PastQuery query, Instant latest) {
        if (halfLife.isEmpty()) {
            return 1;
        }
        double age = Duration.between(query.time(), latest).toMillis();
        return Math.pow(0.5, age / Math.max(1, halfLife.get().toMillis()));
    }

    private static PastQuery around(PastQuery query, Sample sample, int row) {
        Map<String, List<Interval>> conditions = new TreeMap<>(query.conditions());
        for (int column = 0; column < sample.columns().size(); column++) {
            RankedColumn values = sample.column(column);
            int rank = values.rank(row);
            if (!values.type().isText() && values.isBounded(rank)) {
                conditions.computeIfPresent(
                        sample.columns().get(column).name(),
                        (name, intervals) -> intervals.stream()
                                .map(interval -> interval.around(values.key(rank)))
                                .toList());
            }
        }
        return new PastQuery(conditions, query.time());
    }

    private static PastQuery nearby(PastQuery query, SplittableRandom random) {
        Map<String, List<Interval>> conditions = new TreeMap<>();
        query.conditions().forEach((column, intervals) -> {
            double extents = 2 * random.nextDouble() - 1;
            conditions.put(
                    column,
                    intervals.stream()
                            .map(interval -> interval.shifted(extents))
                            .toList());
        });
        return new PastQuery(conditions, query.time());
    }
}
