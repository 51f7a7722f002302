// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.skipping;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.testing.lake.Run;
import java.util.ArrayList;
import java.util.List;

/** Derives the aims, which are ratios between ways to read. */
final class Aims {
    private Aims() {}

    static List<Aim> of(List<Answers> all) {
        List<Aim> aims = new ArrayList<>();
        for (Answers answers : all) {
            String name = answers.question().name();
            if (name.equals(Questions.NEIGHBOURHOOD)) {
                aims.add(Aim.ratio(
                        "%s: bytes of skipping on CSV by those of Iceberg on Parquet".formatted(name),
                        1,
                        answers.rounds().ratio(Contender.SKIPPING, Contender.ICEBERG, Run::bytes)));
                aims.add(Aim.ratio(
                        "%s: bytes of skipping on CSV in gzip members by those of Iceberg on Parquet".formatted(name),
                        1,
                        answers.rounds().ratio(Contender.SKIPPING_GZIP, Contender.ICEBERG, Run::bytes)));
            }
            if (answers.prunes(Contender.ICEBERG) || answers.prunes(Contender.SKIPPING)) {
                aims.add(Aim.ratio(
                        "%s: time of skipping on CSV by that of Iceberg on Parquet".formatted(name),
                        1,
                        answers.rounds().ratio(Contender.SKIPPING, Contender.ICEBERG, Run::seconds)));
            }
            for (Contender contender : Contender.skipping()) {
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
}
