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
 * Past queries, and how far the next ones are like them.
 *
 * @param halfLife after which a query counts half as much, seen from the latest one; empty if all count the same
 * @param similar as how many queries each counts: itself, and others of the same extent nearby
 */
public record History(List<PastQuery> queries, Optional<Duration> halfLife, int similar) {
    public static final History NONE = new History(List.of(), Optional.empty(), 1);

    private static final int SEED = 4213;

    public History {
        queries = List.copyOf(queries);
        if (similar < 1) {
            throw new IllegalArgumentException("A query counts once at least: " + similar);
        }
        if (halfLife.isPresent() && (halfLife.get().isNegative() || halfLife.get().isZero())) {
            throw new IllegalArgumentException("A half-life must be positive: " + halfLife.get());
        }
    }

    /** Queries that all count the same, each with seven that are like it. */
    public static History of(List<PastQuery> queries) {
        return new History(queries, Optional.empty(), 8);
    }

    /** A query, and what it counts. */
    record Weighed(PastQuery query, double weight, boolean original) {}

    List<Weighed> weighed() {
        Instant latest = queries.stream().map(PastQuery::time).max(Instant::compareTo).orElse(Instant.EPOCH);
        SplittableRandom random = new SplittableRandom(SEED);
        List<Weighed> weighed = new ArrayList<>();
        for (PastQuery query : queries) {
            double weight = recency(query, latest) / similar;
            weighed.add(new Weighed(query, weight, true));
            for (int other = 1; other < similar; other++) {
                weighed.add(new Weighed(nearby(query, random), weight, false));
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

    private static PastQuery nearby(PastQuery query, SplittableRandom random) {
        Map<String, List<Interval>> conditions = new TreeMap<>();
        query.conditions().forEach((column, intervals) -> {
            double extents = 2 * random.nextDouble() - 1;
            conditions.put(
                    column,
                    intervals.stream().map(interval -> interval.shifted(extents)).toList());
        });
        return new PastQuery(conditions, query.time());
    }
}
