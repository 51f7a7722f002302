// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.overhead;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.testing.lake.Run;
import io.skipping.testing.lake.Setting;
import java.util.List;

/** Reports the results. */
record OverheadReport(List<Comparison> comparisons) implements Report {
    @Override
    public String name() {
        return "overhead";
    }

    @Override
    public String title() {
        return "What skipping costs a query that it can't help";
    }

    @Override
    public String introduction() {
        return "Every object and every range of it holds a row that the query wants: the index is asked, and nothing"
                + " is skipped. Pairs of runs, in alternating order, after a warm-up: the median, and in brackets the"
                + " quartiles. The ratio is that of skipping to the stock Hive connector in each pair; 1.02 is 2 % slower."
                + " Results were equal before anything was measured, and in every pair. The benchmark's own load is about"
                + " the number of cores; more than that is other work that the machine did meanwhile.";
    }

    @Override
    public boolean equalResults() {
        return comparisons.stream().allMatch(each -> each.pairs().equal());
    }

    @Override
    public List<Aim> aims() {
        return comparisons.stream()
                .map(each -> Aim.ratio(
                        "%s: time of skipping by that of hive"
                                .formatted(each.query().name()),
                        Aim.NOT_SLOWER,
                        each.pairs().ratio(Setting.SKIPPING, Setting.PLAIN, Run::seconds)))
                .toList();
    }

    @Override
    public void put(Records records) {
        comparisons.forEach(comparison -> put(records, comparison));
    }

    private static void put(Records records, Comparison comparison) {
        String name = comparison.query().name();
        for (Setting setting : comparison.pairs().systems()) {
            Records.Target target = records.of(setting.system(), name);
            target.put("pairs", comparison.pairs().rounds().size(), "count");
            comparison.pairs().put(target, setting);
            target.put(
                    "index.requests",
                    comparison.pairs().of(setting, run -> run.counts().index().requests()),
                    "count");
            target.put("objects", comparison.pairs().of(setting, Overhead::objectsRead), "count");
        }
        Records.Target target = records.of(Setting.SKIPPING.system(), name);
        target.put("seconds.ratio", comparison.pairs().ratio(Setting.SKIPPING, Setting.PLAIN, Run::seconds), "1");
        target.put(
                "cpu.seconds.ratio", comparison.pairs().ratio(Setting.SKIPPING, Setting.PLAIN, Run::cpuSeconds), "1");
        target.put("equal_results", comparison.pairs().equal());
    }

    @Override
    public void append(Markdown text) {
        text.line(
                "| Case | Pairs | Hive connector, s | Skipping, s | Ratio of time | Ratio of CPU time | Requests: Hive,"
                        + " skipping | of them for the index | Objects read | Equal |");
        text.line("|---|---|---|---|---|---|---|---|---|---|");
        comparisons.forEach(comparison -> text.append(line(comparison)));
        text.cases(comparisons.stream().map(Comparison::query).toList(), query -> query.sql(Setting.SKIPPING));
    }

    private static String line(Comparison comparison) {
        return "| %s | %d | %s | %s | %s | %s | %s, %s | %s | %s | %s |\n"
                .formatted(
                        comparison.query().name(),
                        comparison.pairs().rounds().size(),
                        spread(comparison.pairs().of(Setting.PLAIN, Run::seconds)),
                        spread(comparison.pairs().of(Setting.SKIPPING, Run::seconds)),
                        spread(comparison.pairs().ratio(Setting.SKIPPING, Setting.PLAIN, Run::seconds)),
                        spread(comparison.pairs().ratio(Setting.SKIPPING, Setting.PLAIN, Run::cpuSeconds)),
                        count(comparison.pairs().of(Setting.PLAIN, Run::requests)),
                        count(comparison.pairs().of(Setting.SKIPPING, Run::requests)),
                        count(comparison
                                .pairs()
                                .of(
                                        Setting.SKIPPING,
                                        run -> run.counts().index().requests())),
                        count(comparison.pairs().of(Setting.SKIPPING, Overhead::objectsRead)),
                        Aim.Verdict.of(comparison.pairs().equal()));
    }

    static String spread(Quartiles quartiles) {
        return quartiles.text(3);
    }

    private static String count(Quartiles quartiles) {
        return Long.toString(Math.round(quartiles.median()));
    }
}
