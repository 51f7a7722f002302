// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.lake.Run;
import io.skipping.testing.s3.Latency;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Reports the results.
 *
 * @param latency the latency of the store
 */
record StorageSideReport(Latency latency, List<DataSet> data, List<Outcome> outcomes) implements Report {
    @Override
    public String name() {
        return "storage-side";
    }

    @Override
    public String title() {
        return "What leaves the store, beside a filter at the store";
    }

    static final String ROWS = "oracle-rows";
    static final String COLUMNS = "oracle-columns";

    @Override
    public boolean equalResults() {
        return outcomes.stream().allMatch(Outcome::equal);
    }

    @Override
    public void put(Records records) {
        for (DataSet each : data) {
            String name = "%s/data".formatted(each.kind().title());
            records.of(Side.NONE.system(), name).put("bytes", each.bytes(), "B");
            records.of(Side.RANGES.system(), name)
                    .put("index.bytes", each.indexBytes().getFirst(), "B");
            records.of(Side.OBJECTS.system(), name)
                    .put("index.bytes", each.indexBytes().getLast(), "B");
        }
        for (Outcome outcome : outcomes) {
            for (Side side : Side.all()) {
                Records.Target target = records.of(side.system(), outcome.name());
                outcome.rounds().put(target, side);
                target.put("equal_results", outcome.equal());
                target.put("transfer.seconds", transfer(outcome.bytes(side)), "s");
                outcome.way(side, outcome.oracle().rowBytes())
                        .ifPresent(way -> target.put("way_to_oracle_rows.ratio", way, "1"));
                outcome.way(side, outcome.oracle().columnBytes())
                        .ifPresent(way -> target.put("way_to_oracle_columns.ratio", way, "1"));
            }
            put(records.of(ROWS, outcome.name()), outcome.oracle().rowBytes());
            put(records.of(COLUMNS, outcome.name()), outcome.oracle().columnBytes());
        }
    }

    private void put(Records.Target target, long bytes) {
        target.put("bytes", bytes, "B");
        target.put("transfer.seconds", transfer(bytes), "s");
    }

    /** Returns the transfer time of bytes in one stream, without the delay of requests and without any work. */
    private double transfer(double bytes) {
        return bytes / latency.bytesPerSecond();
    }

    @Override
    public String equality() {
        return equalResults()
                ? "All results are equal, and the oracle counts as many rows as the queries."
                : "**RESULTS DIFFER.**";
    }

    @Override
    public List<Aim> aims() {
        return outcomes.stream()
                .flatMap(outcome -> Stream.of(Side.OBJECTS, Side.RANGES)
                        .map(side -> Aim.ratio(
                                "%s: time of %s by that of hive".formatted(outcome.name(), side.system()),
                                Aim.NOT_SLOWER,
                                outcome.rounds().ratio(side, Side.NONE, Run::seconds))))
                .toList();
    }

    @Override
    public String introduction() {
        return "*hive* is the stock Hive connector, without a filter in the store. *skipping-objects* and *skipping*"
                + " are ours, with automatic indexes: of whole objects, and of ranges (256 kB of text, or a row group)."
                + " *oracle-rows* is a store that knows the answer and sends only the matching rows, as text."
                + " *oracle-columns* sends only those columns of them that the query needs. Neither oracle exists:"
                + " their bytes are counted, not sent. *Way* is (hive − skipping) ÷ (hive − oracle) in bytes: 1 is as good as"
                + " the oracle, 0 as bad as no filter; *none*: the oracle would send as much as hive reads (99 % of it),"
                + " or more. The store answers"
                + " each request after %d ms, and sends %s a second in each stream. In each round, each of them answered every question, in alternating"
                        .formatted(latency.beforeAnswer().toMillis(), Quantity.bytes(latency.bytesPerSecond()))
                + " order. Numbers are medians of %d rounds, with quartiles in brackets, after a round to warm up, so that indexes are in memory."
                        .formatted(outcomes.getFirst().rounds().rounds().size())
                + " Bytes and requests are those that the S3 endpoint saw.";
    }

    @Override
    public void append(Markdown text) {
        data.forEach(each -> text.append("- %s: %d objects, %s; indexes of %s over ranges, of %s over objects\n"
                .formatted(
                        each.kind().title(),
                        each.objects(),
                        Quantity.bytes(each.bytes()),
                        Quantity.bytes(each.indexBytes().getFirst()),
                        Quantity.bytes(each.indexBytes().getLast()))));
        for (DataSet each : data) {
            append(text, each.kind());
        }
        text.cases(
                of(data.getFirst().kind()).stream().map(Outcome::question).toList(),
                question -> question.sql(Side.RANGES, data.getFirst().kind()));
    }

    private List<Outcome> of(ObjectKind kind) {
        return outcomes.stream().filter(each -> each.kind() == kind).toList();
    }

    private void append(Markdown text, ObjectKind kind) {
        text.append("\n## %s\n\n".formatted(kind.title()));
        text.append("| Bytes | rows | hive | skipping-objects | skipping | oracle-rows | oracle-columns | Way to"
                + " oracle-rows: objects | ranges | Way to oracle-columns: objects | ranges |\n"
                + "|---|---|---|---|---|---|---|---|---|---|---|\n");
        for (Outcome outcome : of(kind)) {
            Oracle oracle = outcome.oracle();
            text.append("| %s | %d | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n"
                    .formatted(
                            outcome.question().name(),
                            oracle.rows(),
                            bytes(outcome.bytes(Side.NONE)),
                            bytes(outcome.bytes(Side.OBJECTS)),
                            bytes(outcome.bytes(Side.RANGES)),
                            bytes(oracle.rowBytes()),
                            bytes(oracle.columnBytes()),
                            way(outcome.way(Side.OBJECTS, oracle.rowBytes())),
                            way(outcome.way(Side.RANGES, oracle.rowBytes())),
                            way(outcome.way(Side.OBJECTS, oracle.columnBytes())),
                            way(outcome.way(Side.RANGES, oracle.columnBytes()))));
        }
        text.append("\n"
                + "Requests and seconds are measured. *Transfer* is the time that the bytes take in one stream, without"
                + " the work at either end; nothing more is known of the oracles.\n\n");
        text.append("| | Requests: hive | objects | ranges | Seconds: hive | objects | ranges | Transfer, s: hive |"
                + " objects | ranges | oracle-rows | oracle-columns |\n"
                + "|---|---|---|---|---|---|---|---|---|---|---|---|\n");
        for (Outcome outcome : of(kind)) {
            text.append("| %s |".formatted(outcome.question().name()));
            for (Side side : Side.all()) {
                text.append(String.format(
                        Locale.ROOT,
                        " %.0f |",
                        outcome.rounds().of(side, Run::requests).median()));
            }
            for (Side side : Side.all()) {
                text.append(" %s |".formatted(spread(outcome.rounds().of(side, Run::seconds))));
            }
            for (Side side : Side.all()) {
                text.append(" %s |".formatted(seconds(transfer(outcome.bytes(side)))));
            }
            text.append(" %s | %s |\n"
                    .formatted(
                            seconds(transfer(outcome.oracle().rowBytes())),
                            seconds(transfer(outcome.oracle().columnBytes()))));
        }
    }

    private static String bytes(double bytes) {
        return Quantity.bytes(Math.round(bytes));
    }

    private static String way(OptionalDouble way) {
        // no negative zero
        return way.isPresent()
                ? String.format(Locale.ROOT, "%.3f", Math.rint(way.getAsDouble() * 1000) / 1000 + 0.0)
                : "none";
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.4f", seconds);
    }

    private static String spread(Quartiles quartiles) {
        return quartiles.text(2);
    }
}
