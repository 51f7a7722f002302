// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import io.skipping.benchmarks.measure.Machine;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.lake.Run;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** The result for people, as Markdown. */
final class PruningReport {
    private PruningReport() {}

    static String of(Instant date, Machine machine, PruningResult result) {
        StringBuilder report = new StringBuilder();
        report.append("# How tight pruning is\n\n");
        report.append(
                "Tightness is the number of objects that bytes were read of, by the number of objects that hold a row that is"
                        + " wanted, as the stock Hive connector finds them by `\"$path\"`: 1 is perfect. Objects, requests and bytes"
                        + " are counted at the S3 endpoint; those with skipping are with the index in memory, as after a first"
                        + " query. Every result was compared first: that of the stock connector, and those of this one with skipping"
                        + " off and on.\n\n");
        report.append(result.equalResults() ? "All results are equal.\n\n" : "**RESULTS DIFFER.**\n\n");
        appendTargets(report, result.targets());
        appendSummary(report, result.groups());
        result.groups().forEach(group -> append(report, group));
        appendCosts(report, result.costs());
        report.append('\n').append(machine.describe(date)).append(".\n");
        return report.toString();
    }

    private static void appendTargets(StringBuilder report, List<Checked> targets) {
        List<Checked> missed = targets.stream().filter(target -> !target.met()).toList();
        report.append("## Targets\n\n%d of %d are met.".formatted(targets.size() - missed.size(), targets.size()));
        if (missed.isEmpty()) {
            report.append("\n\n");
            return;
        }
        report.append(" Missed:\n\n| What | Target | Measured |\n|---|---|---|\n");
        missed.forEach(target ->
                report.append("| %s | %s | %s |\n".formatted(target.what(), target.target(), target.measured())));
        report.append('\n');
    }

    private static void appendSummary(StringBuilder report, List<GroupResult> groups) {
        report.append("## All questions of a kind together\n\n");
        report.append("| Questions | | Objects with a match | Objects read | Tightness | Bytes: Hive, skipping"
                + " | Requests: Hive, skipping | Target | Met |\n|---|---|---|---|---|---|---|---|---|\n");
        for (GroupResult result : groups) {
            Group group = result.group();
            List<Run> plain = result.outcomes().stream().map(Outcome::plain).toList();
            List<Run> skipping =
                    result.outcomes().stream().map(Outcome::skipping).toList();
            report.append("| %s | %d | %d | %d | %s | %s, %s | %d, %d | %s | %s |\n"
                    .formatted(
                            group.title(),
                            result.outcomes().size(),
                            result.objectsNeeded(),
                            result.objectsRead(),
                            tightness(result.objectsRead(), result.objectsNeeded()),
                            bytes(plain),
                            bytes(skipping),
                            requests(plain),
                            requests(skipping),
                            group.mostTightness().isPresent()
                                    ? "≤ " + group.mostTightness().getAsDouble()
                                    : "",
                            group.mostTightness().isPresent() ? met(result.tightnessMet()) : ""));
        }
        report.append('\n');
    }

    private static void append(StringBuilder report, GroupResult result) {
        Group group = result.group();
        report.append("## %s\n\n".formatted(group.title()));
        if (!group.description().isEmpty()) {
            report.append(group.description()).append("\n\n");
        }
        report.append(
                "| Case | Objects | with a match | read | Tightness | Bytes: Hive, skipping | Requests: Hive, skipping"
                        + " | Target | Met | Equal |\n|---|---|---|---|---|---|---|---|---|---|\n");
        for (Outcome outcome : result.outcomes()) {
            PruningCase question = outcome.question();
            boolean wanted = !question.target().text().isEmpty();
            report.append("| %s | %d | %d | %d | %s | %s, %s | %d, %d | %s | %s | %s |\n"
                    .formatted(
                            question.name(),
                            outcome.objectsInAll(),
                            outcome.objectsNeeded(),
                            outcome.objectsRead(),
                            tightness(outcome.objectsRead(), outcome.objectsNeeded()),
                            bytes(List.of(outcome.plain())),
                            bytes(List.of(outcome.skipping())),
                            requests(List.of(outcome.plain())),
                            requests(List.of(outcome.skipping())),
                            question.target().text(),
                            wanted ? met(outcome.targetMet()) : "",
                            met(outcome.equalResults())));
        }
        report.append('\n');
        for (List<String> names : group.same()) {
            report.append("- The same objects were read for %s: %s\n"
                    .formatted(String.join(" and ", names), met(result.sameObjects(names))));
        }
        result.outcomes()
                .forEach(outcome -> report.append("- **%s**: `%s`\n"
                        .formatted(outcome.question().name(), outcome.question().shown())));
        report.append('\n');
    }

    private static void appendCosts(StringBuilder report, List<IndexCost> costs) {
        if (costs.isEmpty()) {
            return;
        }
        report.append("## What the indexes cost\n\n");
        report.append(
                "Each is built %d times, right after one scan by the stock connector that counts the values of the same"
                        .formatted(costs.getFirst().scanSeconds().size()));
        report.append(" columns: medians, and the median of the ratios.\n\n");
        report.append(
                "| Index | Columns | Data | Index | Share | Target | Met | Scan, s | Build, s | Ratio of time | Target | Met |\n");
        report.append("|---|---|---|---|---|---|---|---|---|---|---|---|\n");
        for (IndexCost cost : costs) {
            boolean wanted = cost.kind().mostPercent().isPresent();
            report.append("| %s | %s | %s | %s | %s %% | %s | %s | %s | %s | %s | ≤ %s | %s |\n"
                    .formatted(
                            cost.name(),
                            String.join(", ", cost.kind().columns()),
                            Quantity.bytes(cost.kind().dataSet().bytes()),
                            Quantity.bytes(cost.indexBytes()),
                            decimal(cost.percent()),
                            wanted
                                    ? "≤ %s %%"
                                            .formatted(cost.kind().mostPercent().getAsDouble())
                                    : "",
                            wanted ? met(cost.sizeMet()) : "",
                            decimal(cost.scan().median()),
                            decimal(cost.build().median()),
                            cost.ratio().text(2),
                            IndexCost.MOST_TIME,
                            met(cost.timeMet())));
        }
    }

    private static String tightness(long read, long needed) {
        return needed == 0 ? "" : decimal((double) read / needed);
    }

    private static String bytes(List<Run> runs) {
        return Quantity.bytes(
                runs.stream().mapToLong(run -> run.counts().bytesSent()).sum());
    }

    private static long requests(List<Run> runs) {
        return runs.stream().mapToLong(run -> run.counts().requests()).sum();
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static String met(boolean met) {
        return met ? "yes" : "**NO**";
    }
}
