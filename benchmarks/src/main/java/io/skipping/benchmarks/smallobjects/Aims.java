// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.smallobjects;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.testing.lake.Run;
import io.skipping.testing.lake.Setting;
import java.util.ArrayList;
import java.util.List;

/** Derives the aims of builds and of queries, as ratios. */
final class Aims {
    private Aims() {}

    static List<Aim> of(List<Builds> tables, List<Answers> all) {
        List<Aim> aims = new ArrayList<>();
        for (Builds builds : tables) {
            String name = "%,d objects: ".formatted(builds.objects());
            aims.add(Aim.ratio(
                    name + "a build in groups, in scans of the same columns", 1.2, builds.inScans(Way.GROUPED)));
            aims.add(Aim.ratio(
                    name + "bytes of the index by bytes of data", 0.005, Quartiles.ofOne(builds.indexPart())));
        }
        for (Answers answers : all) {
            String name = "%,d objects: %s"
                    .formatted(answers.objects(), answers.question().name());
            aims.add(Aim.ratio(
                    name + ": time by that of the stock connector",
                    Aim.NOT_SLOWER,
                    answers.rounds().ratio(Setting.SKIPPING, Setting.PLAIN, Run::seconds)));
            if (answers.question().skips()) {
                aims.add(Aim.ratio(
                        name + ": objects read by objects that hold a row that is wanted",
                        1.05,
                        answers.rounds()
                                .of(
                                        Setting.SKIPPING,
                                        run -> Answers.objects(run) / Math.max(1, answers.objectsWanted()))));
            }
        }
        return aims;
    }
}
