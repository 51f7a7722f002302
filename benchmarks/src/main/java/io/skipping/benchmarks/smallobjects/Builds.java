// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.smallobjects;

import io.skipping.benchmarks.measure.Quartiles;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * What making the index of a table took.
 *
 * @param objects of the table
 * @param rounds in each, every way once; not necessarily {@link Way#ONE_BY_ONE}
 * @param indexBytes of the index that was made in groups
 * @param dataBytes of all objects
 */
record Builds(int objects, List<Map<Way, Work>> rounds, long indexBytes, long dataBytes) {
    /** Those that were tried. */
    Set<Way> ways() {
        return rounds.getFirst().keySet();
    }

    Quartiles of(Way way, ToDoubleFunction<Work> metric) {
        return Quartiles.of(rounds.stream().mapToDouble(round -> metric.applyAsDouble(round.get(way))));
    }

    /** How many times as long it takes as the scan of the same round. */
    Quartiles inScans(Way way) {
        return Quartiles.of(rounds.stream()
                .mapToDouble(
                        round -> round.get(way).seconds() / round.get(Way.SCAN).seconds()));
    }

    double indexPart() {
        return (double) indexBytes / dataBytes;
    }
}
