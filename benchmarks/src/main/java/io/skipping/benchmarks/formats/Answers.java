// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.formats;

import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Run;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Holds the runs of one question. */
record Answers(Question question, Rounds<Contender> rounds) {
    /**
     * Returns how much of a columnar format's saving skipping achieves: what the contender with skipping saves of the
     * row format's cost, divided by what the columnar format saves, both against the row format without skipping. 1 is
     * the whole saving; more than 1 exceeds it; the value is negative if skipping costs more.
     *
     * @param rows the row format, read without skipping
     * @param columns the columnar format, read without skipping
     * @param contender the format that is read with skipping
     * @return empty if the columnar format saves next to nothing
     */
    Optional<Quartiles> givenBack(Format rows, Format columns, Format contender, ToDoubleFunction<Run> metric) {
        return rounds.shareOfSaving(
                Contender.plain(rows), Contender.plain(columns), Contender.skipping(contender), metric);
    }

    /** Returns the time with skipping divided by that of the stock Hive connector, over the same objects. */
    Quartiles slowdown(Format format) {
        return rounds.ratio(Contender.skipping(format), Contender.plain(format), Run::seconds);
    }

    double median(Contender contender, ToDoubleFunction<Run> metric) {
        return rounds.of(contender, metric).median();
    }
}
