// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.skipping;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.testing.lake.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Derives the aims, which are ratios between ways to read. */
final class Aims {
    /** The most bytes by those of Iceberg, where it cannot prune by bounds. */
    private static final double FEWER_BYTES = 1.0 / 20;

    private static final double LESS_TIME = 1.0 / 3;

    private Aims() {}

    static List<Aim> of(List<Answers> all) {
        List<Aim> aims = new ArrayList<>();
        for (Answers answers : all) {
            String name = answers.question().name();
            boolean text = answers.rounds().systems().contains(Contender.SKIPPING);
            if (text && name.equals(Questions.NEIGHBOURHOOD)) {
                aims.add(Aim.ratio(
                        "%s: bytes of skipping on CSV by those of Iceberg on Parquet".formatted(name),
                        1,
                        answers.rounds().ratio(Contender.SKIPPING, Contender.ICEBERG, Run::bytes)));
                aims.add(Aim.ratio(
                        "%s: bytes of skipping on CSV in gzip members by those of Iceberg on Parquet".formatted(name),
                        1,
                        answers.rounds().ratio(Contender.SKIPPING_GZIP, Contender.ICEBERG, Run::bytes)));
            }
            if (text && (answers.prunes(Contender.ICEBERG) || answers.prunes(Contender.SKIPPING))) {
                aims.add(Aim.ratio(
                        "%s: time of skipping on CSV by that of Iceberg on Parquet".formatted(name),
                        1,
                        answers.rounds().ratio(Contender.SKIPPING, Contender.ICEBERG, Run::seconds)));
            }
            if (Questions.BEYOND_BOUNDS.contains(name)) {
                aims.add(ofIceberg(answers, "bytes", FEWER_BYTES, Run::bytes));
                aims.add(ofIceberg(answers, "time", LESS_TIME, Run::seconds));
            }
            for (Contender contender : Contender.skipping()) {
                if (!answers.rounds().systems().contains(contender)) {
                    continue;
                }
                aims.add(Aim.ratio(
                        "%s: time of %s by that of %s"
                                .formatted(
                                        name,
                                        contender.system(),
                                        contender.plain().system()),
                        Aim.NOT_SLOWER,
                        answers.rounds().ratio(contender, contender.plain(), Run::seconds)));
            }
        }
        return aims;
    }

    private static Aim ofIceberg(Answers answers, String name, double most, ToDoubleFunction<Run> metric) {
        return Aim.ratio(
                "%s: %s of skipping-iceberg by that of Iceberg on the same objects"
                        .formatted(answers.question().name(), name),
                most,
                answers.rounds().ratio(Contender.SKIPPING_ICEBERG, Contender.ICEBERG, metric));
    }
}
