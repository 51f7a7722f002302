// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.overhead;

import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.testing.lake.Run;
import io.skipping.testing.lake.Setting;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** The result for people, as Markdown. */
final class OverheadReport {
    private OverheadReport() {}

    static String of(Instant date, Machine machine, List<Comparison> comparisons) {
        StringBuilder report = new StringBuilder();
        report.append("# What skipping costs a query that it can't help\n\n");
        report.append(
                "Every object and every range of it holds a row that the query wants: the index is asked, and nothing"
                        + " is skipped. Pairs of runs, in alternating order, after a warm-up: the median, and in brackets the"
                        + " quartiles. The ratio is that of skipping to the stock Hive connector in each pair; 1.02 is 2 % slower."
                        + " Results were equal before anything was measured, and in every pair.\n\n");
        report.append(
                "| Case | Pairs | Hive connector, s | Skipping, s | Ratio of time | Ratio of CPU time | Requests: Hive,"
                        + " skipping | of them for the index | Objects read | Equal |\n");
        report.append("|---|---|---|---|---|---|---|---|---|---|\n");
        comparisons.forEach(comparison -> report.append(line(comparison)));
        report.append('\n');
        comparisons.forEach(comparison -> report.append(String.format(
                Locale.ROOT,
                "- **%s**: %s: `%s`\n",
                comparison.query().name(),
                comparison.query().description(),
                comparison.query().sql(Setting.SKIPPING))));
        report.append('\n')
                .append(machine.describe(date))
                .append(
                        "; the benchmark's own is about the number of cores, and more than that is other work that the machine did"
                                + " meanwhile.\n");
        return report.toString();
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
                        comparison.pairs().equal() ? "yes" : "**NO**");
    }

    static String spread(Quartiles quartiles) {
        return quartiles.text(3);
    }

    private static String count(Quartiles quartiles) {
        return Long.toString(Math.round(quartiles.median()));
    }
}
