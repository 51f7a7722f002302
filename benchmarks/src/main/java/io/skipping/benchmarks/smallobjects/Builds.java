// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.smallobjects;

import io.skipping.benchmarks.measure.Quartiles;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Holds what making the index of a table costs.
 *
 * @param objects number of objects in the table
 * @param rounds in each round, every way that was tried ran once; {@link Way#ONE_BY_ONE} may be missing
 * @param indexBytes size of the index that was made in groups
 * @param dataBytes total size of the objects
 */
record Builds(int objects, List<Map<Way, Work>> rounds, long indexBytes, long dataBytes) {
    /** Returns the ways that were tried. */
    Set<Way> ways() {
        return rounds.getFirst().keySet();
    }

    Quartiles of(Way way, ToDoubleFunction<Work> metric) {
        return Quartiles.of(rounds.stream().mapToDouble(round -> metric.applyAsDouble(round.get(way))));
    }

    /** Returns the time of a way divided by that of the scan of the same round. */
    Quartiles inScans(Way way) {
        return Quartiles.of(rounds.stream()
                .mapToDouble(
                        round -> round.get(way).seconds() / round.get(Way.SCAN).seconds()));
    }

    double indexPart() {
        return (double) indexBytes / dataBytes;
    }
}
