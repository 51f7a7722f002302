// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.skipping;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Holds the runs of one question by Spark. */
record SparkAnswers(Question question, Rounds<SparkContender> rounds) {
    /** The most bytes by those of plain Spark, where the aim is much less time. */
    private static final double MANY_FEWER_BYTES = 1.0 / 50;

    private static final double MUCH_LESS_TIME = 1.0 / 14;

    List<Aim> aims() {
        List<Aim> aims = new ArrayList<>();
        if (ratio(Run::bytes).median() <= MANY_FEWER_BYTES) {
            aims.add(Aim.ratio(
                    "%s, of which a fiftieth of the bytes or less is read: time of skipping-spark by that of spark"
                            .formatted(question.name()),
                    MUCH_LESS_TIME,
                    ratio(Run::seconds)));
        }
        aims.add(Aim.ratio(
                "%s: time of skipping-spark by that of spark".formatted(question.name()),
                Aim.NOT_SLOWER,
                ratio(Run::seconds)));
        return aims;
    }

    private Quartiles ratio(ToDoubleFunction<Run> metric) {
        return rounds.ratio(SparkContender.SKIPPING_SPARK, SparkContender.SPARK, metric);
    }
}
