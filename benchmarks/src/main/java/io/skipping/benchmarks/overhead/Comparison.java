// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.overhead;

import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Run;
import io.skipping.testing.trino.TrinoRelease;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Holds the measured rounds of a case.
 *
 * @param rounds of runs by the stock Hive connector and with skipping, one right after the other, so that other load on
 *     the machine slows down both
 */
record Comparison(OverheadCase query, Rounds<ReleaseSetting> rounds) {
    List<TrinoRelease> releases() {
        return rounds.systems().stream().map(ReleaseSetting::release).distinct().toList();
    }

    /** Returns a metric with skipping, divided by that of the stock connector of the same release in the same round. */
    Quartiles ratio(TrinoRelease release, ToDoubleFunction<Run> metric) {
        return rounds.ratio(ReleaseSetting.skipping(release), ReleaseSetting.plain(release), metric);
    }
}
