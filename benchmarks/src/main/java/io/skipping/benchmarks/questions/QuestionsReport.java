// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.questions;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.lake.Run;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.trips.TripOptions;
import java.util.List;
import java.util.Locale;

/** Reports the results. */
record QuestionsReport(TripOptions options, List<Answers> answers) implements Report {
    QuestionsReport {
        answers = List.copyOf(answers);
    }

    @Override
    public String name() {
        return "questions";
    }

    @Override
    public String title() {
        return "The questions of a new user";
    }

    @Override
    public String introduction() {
        return String.format(
                Locale.ROOT,
                "Questions about taxi trips, written without regard to indexes, over four tables of %d objects with"
                        + " %,d trips each. *hive* is the stock Hive connector. *skipping* has the indexes that a user who"
                        + " knows the questions would define. After a warm-up, both answer in turns, in alternating order."
                        + " Numbers are medians, with quartiles in brackets. The ratio compares skipping with the stock"
                        + " connector in the same round; 1.02 is 2 %% slower.",
                options.objects(),
                options.rows());
    }

    @Override
    public boolean equalResults() {
        return answers.stream().allMatch(each -> each.rounds().equal());
    }

    @Override
    public List<Aim> aims() {
        return answers.stream()
                .map(each -> Aim.ratio(
                        "%s: time of skipping by that of hive"
                                .formatted(each.question().name()),
                        Aim.NOT_SLOWER,
                        each.rounds().ratio(Setting.SKIPPING, Setting.PLAIN, Run::seconds)))
                .toList();
    }

    @Override
    public void put(Records records) {
        for (Answers each : answers) {
            Rounds<Setting> rounds = each.rounds();
            for (Setting setting : rounds.systems()) {
                Records.Target target =
                        records.of(setting.system(), each.question().name());
                target.put("rounds", rounds.count(setting), "count");
                rounds.put(target, setting);
                target.put("objects", rounds.of(setting, each::objects), "count");
                target.put("equal_results", rounds.equal());
            }
            records.of(Setting.SKIPPING.system(), each.question().name())
                    .put("seconds.ratio", rounds.ratio(Setting.SKIPPING, Setting.PLAIN, Run::seconds), "1");
        }
    }

    @Override
    public void append(Markdown text) {
        text.line(
                "| Table | Question | Time, s: hive | skipping | Ratio | Objects: hive | skipping | Bytes: hive | skipping |");
        text.line("|---|---|---|---|---|---|---|---|---|");
        for (Answers each : answers) {
            Rounds<Setting> rounds = each.rounds();
            text.line(
                    "| %s | %s | %s | %s | %s | %.0f | %.0f | %s | %s |",
                    each.question().question().table(),
                    each.question().description(),
                    spread(rounds.of(Setting.PLAIN, Run::seconds)),
                    spread(rounds.of(Setting.SKIPPING, Run::seconds)),
                    spread(rounds.ratio(Setting.SKIPPING, Setting.PLAIN, Run::seconds)),
                    rounds.of(Setting.PLAIN, each::objects).median(),
                    rounds.of(Setting.SKIPPING, each::objects).median(),
                    bytes(rounds, Setting.PLAIN),
                    bytes(rounds, Setting.SKIPPING));
        }
        text.cases(answers.stream().map(Answers::question).toList(), question -> question.sql(Setting.SKIPPING));
    }

    private static String bytes(Rounds<Setting> rounds, Setting setting) {
        return Quantity.bytes(Math.round(rounds.of(setting, Run::bytes).median()));
    }

    static String spread(Quartiles quartiles) {
        return quartiles.text(3);
    }
}
