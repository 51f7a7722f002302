// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.commits;

import io.skipping.benchmarks.measure.Quartiles;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Holds the times of a case.
 *
 * @param name of the case
 * @param before microseconds by the earlier commit, in each round
 * @param now microseconds by this version, in each round
 */
record Compared(String name, List<Double> before, List<Double> now) {
    Quartiles ofBefore() {
        return Quartiles.of(before.stream().mapToDouble(time -> time));
    }

    Quartiles ofNow() {
        return Quartiles.of(now.stream().mapToDouble(time -> time));
    }

    /** Returns this version's time by that of the earlier commit, of each round. */
    Quartiles ratio() {
        return Quartiles.of(IntStream.range(0, now.size()).mapToDouble(round -> now.get(round) / before.get(round)));
    }
}
