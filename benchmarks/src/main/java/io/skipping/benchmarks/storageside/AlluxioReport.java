// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.benchmarks.storageside.KeyedTable.Way;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.lake.Run;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Reports the results.
 *
 * @param bytes sizes of the tables
 * @param outcomes of the tables, in the same order
 */
record AlluxioReport(Map<KeyedTable, Long> bytes, List<KeyedOutcome> outcomes) implements Report {
    @Override
    public String name() {
        return "alluxio";
    }

    @Override
    public String title() {
        return "The figures of the paper on filters in Alluxio";
    }

    @Override
    public boolean equalResults() {
        return outcomes.stream().allMatch(each -> each.rounds().equal());
    }

    @Override
    public void put(Records records) {
        bytes.forEach((table, size) -> {
            records.of(Way.ENGINE.system(), "data/" + table.name()).put("bytes", size, "B");
            AlluxioPublished.bytes(table)
                    .ifPresent(published ->
                            records.of("published", "data/" + table.name()).put("bytes", published, "B"));
        });
        AlluxioPublished.statements().forEach(each -> put(records, each));
        for (KeyedOutcome each : outcomes) {
            for (Way way : Way.values()) {
                Records.Target target = records.of(way.system(), each.name());
                each.rounds().put(target, way);
                target.put("equal_results", each.rounds().equal());
            }
            Records.Target filter = records.of(Way.STORE.system(), each.name());
            filter.put("work.seconds", each.workSeconds(), "s");
            putBreakEven(filter, "hive", each.breakEven(Way.ENGINE));
            putBreakEven(filter, "skipping", each.breakEven(Way.SKIPPING));
        }
    }

    private void put(Records records, AlluxioPublished.Statement statement) {
        DoubleSummaryStatistics measured = statement.measured(outcomes);
        if (measured.getCount() == 0) {
            return;
        }
        String name = "published/" + statement.name();
        Records.Target here = records.of("measured", name);
        here.put("least", measured.getMin(), statement.unit());
        here.put("most", measured.getMax(), statement.unit());
        Records.Target published = records.of("published", name);
        if (!Double.isNaN(statement.publishedLeast())) {
            published.put("least", statement.publishedLeast(), statement.unit());
        }
        if (!Double.isNaN(statement.publishedMost())) {
            published.put("most", statement.publishedMost(), statement.unit());
        }
    }

    private static void putBreakEven(Records.Target target, String without, OptionalDouble bandwidth) {
        // what is missing never pays, or always does
        bandwidth.stream()
                .filter(Double::isFinite)
                .forEach(value -> target.put("pays_below.by_%s.bytes".formatted(without), value, "B"));
    }

    @Override
    public List<Aim> aims() {
        return bytes.keySet().stream()
                .flatMap(table -> {
                    Rounds<Way> together =
                            Rounds.asOne(of(table).map(KeyedOutcome::rounds).toList());
                    return Stream.of(
                            Aim.ratio(
                                    table.name() + ": time of skipping by that of hive",
                                    Aim.NOT_SLOWER,
                                    together.ratio(Way.SKIPPING, Way.ENGINE, Run::seconds)),
                            Aim.ratio(
                                    table.name() + ": time of skipping by that of store-filter",
                                    1,
                                    together.ratio(Way.SKIPPING, Way.STORE, Run::seconds)));
                })
                .toList();
    }

    private Stream<KeyedOutcome> of(KeyedTable table) {
        return outcomes.stream().filter(each -> each.table().equals(table));
    }

    @Override
    public String introduction() {
        return "The experiments of *Storage-Side Processing for Spark with Tiered Storage*: a key and 1, 5 or 10 values as"
                + " Parquet in %d objects, of which queries read 0 to 100 %% of the rows, with all columns."
                        .formatted(KeyedTable.OBJECTS)
                + " *hive* is the stock Hive connector, which uses the statistics of footers; *hive-no-statistics* does"
                + " not; *skipping* is ours; *store-filter* writes the matching rows to an object, as a worker of"
                + " Alluxio does, and sends it. In each round, each of them answered every question, in alternating"
                + " order, after a round to warm up for each table. Numbers are medians, with quartiles in brackets."
                + " The network takes no time here. Bytes are those sent to the engine.";
    }

    @Override
    public void append(Markdown text) {
        appendPublished(text);
        text.heading("Seconds, and where the filter at the store pays");
        text.line("*Work* is the time for decoding and encoding in the store, before anything is sent. *Pays below* is"
                + " the bandwidth below which the filter in the store is faster, because it sends fewer bytes; *never*:"
                + " it sends no fewer; *always*: it takes no longer even here.");
        bytes.forEach((table, size) -> append(text, table, size));
    }

    private void appendPublished(Markdown text) {
        text.heading("Beside the published numbers");
        text.line(
                        "The paper's figures 7 to 12 are curves without numbers. Its text states the following; the numbers here are"
                                + " the least and the greatest of the medians.")
                .line("")
                .line("| Section | The paper says | Compared | Here |")
                .line("|---|---|---|---|");
        AlluxioPublished.statements()
                .forEach(each -> text.line(
                        "| %s | %s | %s | %s |", each.where(), each.says(), each.compared(), each.text(outcomes)));
        text.line("")
                .line("| Rows | Columns | Figures | Published size of the file | Size here |")
                .line("|---|---|---|---|---|");
        bytes.forEach((table, size) -> {
            if (table.arrangement() == KeyedTable.Arrangement.SCATTERED) {
                text.line(
                        "| %d | 1 + %d | %s | %s | %s |",
                        table.rows(),
                        table.values(),
                        AlluxioPublished.figures(table),
                        AlluxioPublished.bytes(table).stream()
                                .mapToObj(AlluxioReport::bytes)
                                .findFirst()
                                .orElse(""),
                        bytes(size));
            }
        });
    }

    private void append(Markdown text, KeyedTable table, long size) {
        text.line("")
                .line(
                        "### %d rows of 1 + %d columns, %s: %s",
                        table.rows(), table.values(), table.arrangement(), bytes(size));
        text.line("")
                .line("| Share | hive | hive-no-statistics | skipping | store-filter | Work | Bytes: hive | skipping |"
                        + " store-filter | Pays below, by hive | by skipping |")
                .line("|---|---|---|---|---|---|---|---|---|---|---|");
        of(table)
                .forEach(each -> text.line(
                        "| %d %% | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |",
                        each.share(),
                        seconds(each, Way.ENGINE),
                        seconds(each, Way.ENGINE_READS_ALL),
                        seconds(each, Way.SKIPPING),
                        seconds(each, Way.STORE),
                        each.workSeconds().text(2),
                        bytes(each.bytes(Way.ENGINE)),
                        bytes(each.bytes(Way.SKIPPING)),
                        bytes(each.bytes(Way.STORE)),
                        bandwidth(each.breakEven(Way.ENGINE)),
                        bandwidth(each.breakEven(Way.SKIPPING))));
    }

    private static String seconds(KeyedOutcome outcome, Way way) {
        return outcome.rounds().of(way, Run::seconds).text(2);
    }

    private static String bytes(double bytes) {
        return Quantity.bytes(Math.round(bytes));
    }

    private static String bandwidth(OptionalDouble bandwidth) {
        if (bandwidth.isEmpty()) {
            return "never";
        }
        return Double.isInfinite(bandwidth.getAsDouble()) ? "always" : bytes(bandwidth.getAsDouble()) + "/s";
    }
}
