// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.formats;

import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Run;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What a question took. */
record Answers(Question question, Rounds<Contender> rounds) {
    /**
     * How much of what a columnar format saves of a row format, both without skipping, skipping saves: 1 is all of it, and more than 1 is
     * more than the columnar format saves. Negative where skipping makes it worse.
     *
     * @param rows what is read without skipping at first
     * @param columns what is read without skipping instead
     * @param contender what is read with skipping instead
     * @return nothing where the columnar format saves next to nothing
     */
    Optional<Quartiles> givenBack(Format rows, Format columns, Format contender, ToDoubleFunction<Run> metric) {
        return rounds.shareOfSaving(
                Contender.plain(rows), Contender.plain(columns), Contender.skipping(contender), metric);
    }

    /** The time of skipping by that of the stock Hive connector, over the same objects. */
    Quartiles slowdown(Format format) {
        return rounds.ratio(Contender.skipping(format), Contender.plain(format), Run::seconds);
    }

    double median(Contender contender, ToDoubleFunction<Run> metric) {
        return rounds.of(contender, metric).median();
    }
}
