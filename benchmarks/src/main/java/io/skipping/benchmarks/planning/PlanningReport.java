// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.planning;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.lake.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reports the results.
 *
 * @param scale the schema of TPC-H that the tables are copies of
 */
record PlanningReport(String scale, List<Answers> answers) implements Report {
    private static final List<Planner> OURS = List.of(Planner.SKIPPING, Planner.WITHOUT_STATISTICS);

    PlanningReport {
        answers = List.copyOf(answers);
    }

    @Override
    public String name() {
        return "planning";
    }

    @Override
    public String title() {
        return "What statistics from indexes cost and gain";
    }

    @Override
    public String introduction() {
        return ("Queries that join tables of TPC-H (%s, Parquet), for which the metastore has no statistics."
                        + " *hive* is the stock Hive connector. *skipping* is ours,"
                        + " whose indexes give the optimiser statistics of tables. *skipping-without-statistics* is ours"
                        + " without these. They answer in turns on one server, after a warm-up. Numbers are medians, with"
                        + " quartiles in brackets. Ratios are those to *hive* in the same round; 1.02 is 2 %% slower."
                        + " *Planning* is the time of analysis and planning that the server reports. Where one"
                        + " table of a star has an index, the optimiser gets no statistics, and joins are planned as by *hive*.")
                .formatted(scale);
    }

    @Override
    public boolean equalResults() {
        return answers.stream().allMatch(each -> each.rounds().equal());
    }

    private List<JoinTables> tables() {
        return answers.stream().map(Answers::tables).distinct().toList();
    }

    @Override
    public List<Aim> aims() {
        List<Aim> aims = new ArrayList<>();
        for (JoinTables tables : tables()) {
            List<Answers> about = Answers.about(tables, answers);
            aims.add(Aim.ratio(
                    "%s, all questions: time of skipping by that of hive".formatted(tables.schema()),
                    Aim.NOT_SLOWER,
                    ratioOfAll(about, Run::seconds)));
            aims.add(Aim.ratio(
                    "%s, all questions: bytes of skipping by those of hive".formatted(tables.schema()),
                    Aim.NOT_SLOWER,
                    ratioOfAll(about, Run::bytes)));
            if (tables.indexed().size() < tables.tables().size()) {
                long same = about.stream()
                        .filter(each -> each.plannedAsByHive(Planner.SKIPPING))
                        .count();
                aims.add(Aim.counted(
                        "%s: questions whose joins are planned as by hive".formatted(tables.schema()),
                        "all",
                        "%d of %d".formatted(same, about.size()),
                        same == about.size()));
            }
            for (Answers each : about) {
                aims.add(Aim.ratio(
                        "%s: time of skipping by that of hive"
                                .formatted(each.question().name()),
                        Aim.NOT_SLOWER,
                        each.rounds().ratio(Planner.SKIPPING, Planner.HIVE, Run::seconds)));
            }
        }
        return aims;
    }

    /** Returns the quartiles, over rounds, of what skipping takes for all questions by what the stock connector takes. */
    private static Quartiles ratioOfAll(List<Answers> answers, ToDoubleFunction<Run> metric) {
        return Quartiles.of(IntStream.range(
                        0, answers.getFirst().rounds().rounds().size())
                .mapToDouble(round -> {
                    double skipping = 0;
                    double hive = 0;
                    for (Answers each : answers) {
                        skipping += metric.applyAsDouble(
                                each.rounds().rounds().get(round).get(Planner.SKIPPING));
                        hive += metric.applyAsDouble(
                                each.rounds().rounds().get(round).get(Planner.HIVE));
                    }
                    return skipping / hive;
                }));
    }

    @Override
    public void put(Records records) {
        for (Answers each : answers) {
            Rounds<Planner> rounds = each.rounds();
            for (Planner planner : rounds.systems()) {
                Records.Target target =
                        records.of(planner.system(), each.question().name());
                target.put("rounds", rounds.count(planner), "count");
                rounds.put(target, planner);
                target.put("planning.seconds", each.planning().of(planner, Run::seconds), "s");
                target.put("equal_results", rounds.equal());
                target.put("planned_as_by_hive", each.plannedAsByHive(planner));
                if (planner != Planner.HIVE) {
                    target.put("seconds.ratio", rounds.ratio(planner, Planner.HIVE, Run::seconds), "1");
                    target.put("bytes.ratio", rounds.ratio(planner, Planner.HIVE, Run::bytes), "1");
                }
            }
        }
    }

    @Override
    public void append(Markdown text) {
        for (JoinTables tables : tables()) {
            text.heading(tables.description());
            text.line("| | Time, s: hive | skipping | without statistics | Ratio of skipping | without statistics"
                    + " | Planning, s: hive | skipping | without statistics | Bytes: hive | skipping | without statistics"
                    + " | Joins as by hive |");
            text.line("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
            for (Answers each : Answers.about(tables, answers)) {
                text.line(
                        "| %s | %s | %s | %s | %s | %s |",
                        each.question().question(),
                        cells(planner -> spread(each.rounds().of(planner, Run::seconds)), List.of(Planner.values())),
                        cells(planner -> spread(each.rounds().ratio(planner, Planner.HIVE, Run::seconds)), OURS),
                        cells(planner -> spread(each.planning().of(planner, Run::seconds)), List.of(Planner.values())),
                        cells(
                                planner -> Quantity.bytes(Math.round(
                                        each.rounds().of(planner, Run::bytes).median())),
                                List.of(Planner.values())),
                        each.plannedAsByHive(Planner.SKIPPING) ? "yes" : "no");
            }
        }
        text.cases(
                answers.stream().map(Answers::question).toList(),
                question -> question.sql().replaceAll("\\s+", " "));
    }

    private static String cells(Function<Planner, String> cell, List<Planner> planners) {
        return planners.stream().map(cell).collect(Collectors.joining(" | "));
    }

    private static String spread(Quartiles quartiles) {
        return quartiles.text(3);
    }
}
