// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.overhead;

import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Run;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The measured pairs of a case. */
record Comparison(OverheadCase query, List<Pair> pairs) {
    Comparison {
        pairs = List.copyOf(pairs);
    }

    Quartiles of(Side side, ToDoubleFunction<Run> metric) {
        return Quartiles.of(pairs.stream().mapToDouble(pair -> metric.applyAsDouble(pair.run(side))));
    }

    /** How many times as much skipping takes, of each pair: what slows down a whole pair cancels out. */
    Quartiles ratio(ToDoubleFunction<Run> metric) {
        return Quartiles.of(pairs.stream()
                .mapToDouble(pair -> metric.applyAsDouble(pair.skipping()) / metric.applyAsDouble(pair.hive())));
    }

    /** Whether every run on both sides had the same result. */
    boolean equalResults() {
        List<List<Object>> rows = pairs.getFirst().hive().rows();
        return pairs.stream()
                .allMatch(pair -> pair.equalRows() && pair.hive().rows().equals(rows));
    }
}
