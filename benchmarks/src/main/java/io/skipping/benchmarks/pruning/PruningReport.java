// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.lake.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reports the results. */
record PruningReport(List<GroupResult> groups, List<IndexCost> costs) implements Report {
    private static final String HIVE = "hive";
    private static final String SKIPPING = "skipping";

    PruningReport {
        groups = List.copyOf(groups);
        costs = List.copyOf(costs);
    }

    @Override
    public String name() {
        return "pruning";
    }

    @Override
    public String title() {
        return "How tight pruning is";
    }

    @Override
    public String introduction() {
        return "Tightness is the number of objects read, divided by the number of objects with a matching row, which"
                + " the stock Hive connector finds by `\"$path\"`. 1 is perfect. Objects, requests"
                + " and bytes are counted at the S3 endpoint; those with skipping are with the index in memory, as after a"
                + " first query. Every result was compared first: that of the stock connector, and those of this one with"
                + " skipping off and on.";
    }

    @Override
    public boolean equalResults() {
        return groups.stream().flatMap(group -> group.outcomes().stream()).allMatch(Outcome::equalResults);
    }

    @Override
    public List<Aim> aims() {
        List<Aim> targets = new ArrayList<>();
        for (GroupResult result : groups) {
            Group group = result.group();
            group.mostTightness()
                    .ifPresent(most -> targets.add(Aim.counted(
                                    group.name() + "/all",
                                    "tightness ≤ " + most,
                                    String.format(Locale.ROOT, "%.3f", result.tightness()),
                                    result.tightnessMet())
                            .with(result.tightness(), "tightness", "1")));
            for (Outcome outcome : result.outcomes()) {
                PruningCase question = outcome.question();
                if (!question.target().text().isEmpty()) {
                    targets.add(Aim.counted(
                            question.name(),
                            question.target().text(),
                            "%d objects read, %d needed; %s of %s"
                                    .formatted(
                                            outcome.objectsRead(),
                                            outcome.objectsNeeded(),
                                            Quantity.bytes(
                                                    outcome.skipping().counts().bytesSent()),
                                            Quantity.bytes(
                                                    outcome.plain().counts().bytesSent())),
                            outcome.targetMet()));
                }
            }
            for (List<String> names : group.same()) {
                boolean same = result.sameObjects(names);
                targets.add(Aim.counted(
                        String.join(", ", names), "the same objects read", same ? "the same" : "others", same));
            }
        }
        for (IndexCost cost : costs) {
            cost.kind()
                    .mostPercent()
                    .ifPresent(most -> targets.add(Aim.counted(
                                    cost.name(),
                                    String.format(Locale.ROOT, "≤ %s %% of the data", most),
                                    String.format(Locale.ROOT, "%.2f %%", cost.percent()),
                                    cost.sizeMet())
                            .with(cost.percent() / 100, "data.ratio", "1")));
            targets.add(Aim.ratio(cost.name() + ": built, in scans", IndexCost.MOST_TIME, cost.ratio()));
        }
        return targets;
    }

    @Override
    public void put(Records records) {
        for (GroupResult group : groups) {
            group.outcomes().forEach(outcome -> put(records, outcome));
            put(records, group);
        }
        costs.forEach(cost -> put(records, cost));
    }

    private static void put(Records records, Outcome outcome) {
        String name = outcome.question().name();
        put(records.of(HIVE, name), outcome.plain());
        Records.Target target = records.of(SKIPPING, name);
        put(target, outcome.skipping());
        target.put("needed.objects", outcome.objectsNeeded(), "count");
        if (outcome.objectsNeeded() > 0) {
            target.put("tightness.ratio", (double) outcome.objectsRead() / outcome.objectsNeeded(), "1");
        }
        if (!outcome.question().target().text().isEmpty()) {
            target.put("target_met", outcome.targetMet());
        }
        target.put("equal_results", outcome.equalResults());
    }

    private static void put(Records.Target target, Run run) {
        target.put("objects", run.counts().data().objectsRead(), "count");
        target.put("requests", run.counts().requests(), "count");
        target.put("index.requests", run.counts().index().requests(), "count");
        target.put("bytes", run.counts().bytesSent(), "B");
        target.put("index.bytes", run.counts().index().bytesSent(), "B");
    }

    private static void put(Records records, GroupResult result) {
        Records.Target target = records.of(SKIPPING, result.group().name() + "/all");
        target.put("objects", result.objectsRead(), "count");
        target.put("needed.objects", result.objectsNeeded(), "count");
        target.put("tightness.ratio", result.tightness(), "1");
        if (result.group().mostTightness().isPresent()) {
            target.put("target_met", result.tightnessMet());
        }
        result.group()
                .same()
                .forEach(names ->
                        records.of(SKIPPING, String.join(", ", names)).put("same_objects", result.sameObjects(names)));
    }

    private static void put(Records records, IndexCost cost) {
        records.of(HIVE, cost.name()).put("seconds", cost.scan(), "s");
        Records.Target target = records.of(SKIPPING, cost.name());
        target.put("seconds", cost.build(), "s");
        target.put("seconds.ratio", cost.ratio(), "1");
        target.put("data.bytes", cost.kind().dataSet().bytes(), "B");
        target.put("index.bytes", cost.indexBytes(), "B");
        target.put("bytes.ratio", cost.percent() / 100, "1");
    }

    @Override
    public void append(Markdown report) {
        appendSummary(report, groups);
        groups.forEach(group -> append(report, group));
        appendCosts(report, costs);
    }

    private static void appendSummary(Markdown report, List<GroupResult> groups) {
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
        report.append("\n");
    }

    private static void append(Markdown report, GroupResult result) {
        Group group = result.group();
        report.append("## %s\n\n".formatted(group.title()));
        if (!group.description().isEmpty()) {
            report.line("%s", group.description()).line("");
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
        report.append("\n");
        for (List<String> names : group.same()) {
            report.append("- The same objects were read for %s: %s\n"
                    .formatted(String.join(" and ", names), met(result.sameObjects(names))));
        }
        result.outcomes()
                .forEach(outcome -> report.append("- **%s**: `%s`\n"
                        .formatted(outcome.question().name(), outcome.question().shown())));
        report.append("\n");
    }

    private static void appendCosts(Markdown report, List<IndexCost> costs) {
        if (costs.isEmpty()) {
            return;
        }
        report.append("## What the indexes cost\n\n");
        report.append(
                "Each is built %d times, right after one scan by the stock connector that counts the values of the same"
                        .formatted(costs.getFirst().scanSeconds().size()));
        report.append(" columns: medians, and the median of the ratios.\n\n");
        report.append(
                "| Index | Columns | Data | Index | Share | Target | Met | Scan, s | Build, s | Ratio of time | Target"
                        + " | Met |\n");
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
                            cost.timeMet()));
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

    private static Aim.Verdict met(boolean met) {
        return Aim.Verdict.of(met);
    }
}
