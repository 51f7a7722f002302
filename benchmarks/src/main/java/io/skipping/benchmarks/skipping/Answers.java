// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.skipping;

import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Run;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What a question took.
 *
 * @param rounds in each, every contender answered once
 */
record Answers(Question question, List<Map<Contender, Run>> rounds) {
    Quartiles of(Contender contender, ToDoubleFunction<Run> metric) {
        return Quartiles.of(rounds.stream().mapToDouble(round -> metric.applyAsDouble(round.get(contender))));
    }

    /** How many times as long one takes as another, of each round: what slows down a whole round cancels out. */
    Quartiles ratio(Contender contender, Contender other, ToDoubleFunction<Run> metric) {
        return Quartiles.of(IntStream.range(0, rounds.size())
                .mapToDouble(round -> metric.applyAsDouble(rounds.get(round).get(contender))
                        / metric.applyAsDouble(rounds.get(round).get(other))));
    }

    boolean equal() {
        return rounds.stream()
                        .flatMap(round -> round.values().stream())
                        .map(Run::rows)
                        .distinct()
                        .count()
                == 1;
    }

    /** Whether a contender left objects alone that its plain counterpart reads. */
    boolean prunes(Contender contender) {
        return of(contender, Answers::objects).median()
                < of(contender.plain(), Answers::objects).median();
    }

    /** Objects with data that bytes were read of. */
    static double objects(Run run) {
        return run.counts()
                .data()
                .only(entry -> entry.key().startsWith("meters_"))
                .objectsRead();
    }

    static double requests(Run run) {
        return run.counts().requests();
    }

    static double bytes(Run run) {
        return run.counts().bytesSent();
    }
}
