// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.formats;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.lake.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Reports the results.
 *
 * @param objects number of objects in each format
 * @param bytes total size of the objects, by format
 */
record FormatsReport(int objects, Map<Format, Long> bytes, List<Answers> answers) implements Report {
    @Override
    public String name() {
        return "formats";
    }

    @Override
    public String title() {
        return "Text, columns, and skipping";
    }

    @Override
    public boolean equalResults() {
        return answers.stream().allMatch(each -> each.rounds().equal());
    }

    @Override
    public void put(Records records) {
        bytes.forEach((format, size) ->
                records.of(Contender.plain(format).system(), "data").put("bytes", size, "B"));
        for (Answers each : answers) {
            for (Contender contender : Contender.all()) {
                Records.Target target =
                        records.of(contender.system(), each.question().name());
                each.rounds().put(target, contender);
                target.put("equal_results", each.rounds().equal());
            }
            for (Format rows : Format.rows()) {
                for (Format columns : Format.columns()) {
                    String saving = "of_%s_saving_over_%s".formatted(columns.title(), rows.title());
                    for (Format contender : List.of(rows, columns)) {
                        Records.Target target = records.of(
                                Contender.skipping(contender).system(),
                                each.question().name());
                        each.givenBack(rows, columns, contender, Run::bytes)
                                .ifPresent(share -> target.put(saving + ".bytes.ratio", share, "1"));
                        each.givenBack(rows, columns, contender, Run::seconds)
                                .ifPresent(share -> target.put(saving + ".seconds.ratio", share, "1"));
                    }
                }
            }
        }
    }

    @Override
    public List<Aim> aims() {
        return answers.stream()
                .flatMap(each -> Format.compared().stream()
                        .map(format -> Aim.ratio(
                                "%s: time of skipping by that of the stock connector over %s"
                                        .formatted(each.question().name(), format.title()),
                                Aim.NOT_SLOWER,
                                each.slowdown(format))))
                .toList();
    }

    @Override
    public String introduction() {
        return "The same records of six integers, six strings and a map, in the same order and in %d objects of each format: %s. *hive* is the"
                        .formatted(
                                objects,
                                bytes.entrySet().stream()
                                        .map(entry -> "%s of %s"
                                                .formatted(
                                                        Quantity.bytes(entry.getValue()),
                                                        entry.getKey().title()))
                                        .collect(Collectors.joining(", ")))
                + " stock Hive connector, which itself uses what Parquet and ORC say of row groups and stripes;"
                + " *skipping* is ours, with the"
                + (" indexes that it chooses by itself. In each round, each of them answered every question, in"
                                + " alternating order. Numbers are medians of %d"
                                + " rounds, after a round to warm up, so that indexes are in memory. Requests and bytes are")
                        .formatted(answers.getFirst().rounds().rounds().size())
                + " those that the S3 endpoint saw.";
    }

    @Override
    public void append(Markdown text) {
        appendShares(text);
        appendLosses(text);
        table(text, "Seconds", Run::seconds, FormatsReport::decimal);
        table(text, "Seconds of CPU", Run::cpuSeconds, FormatsReport::decimal);
        table(text, "Bytes from the store", Run::bytes, bytes -> Quantity.bytes(Math.round(bytes)));
        table(text, "Requests to the store", Run::requests, "%.0f"::formatted);
        text.cases(
                answers.stream().map(Answers::question).toList(),
                question -> question.sql(Contender.skipping(Format.TEXT)));
    }

    private void appendShares(Markdown text) {
        text.append("\n## How much of columnar's advantage skipping gives back\n\n");
        text.append(
                "The share is (text − text with skipping) ÷ (text − columnar) in each round: at 1, skipping saves as"
                        + " much over text as the columnar format does, and at 0, nothing. The other columns have the same"
                        + " share for the columnar format with skipping. Quartiles are in brackets. *None*: in some round, the"
                        + " columnar format saved less than a twentieth.\n");
        for (Format rows : Format.rows()) {
            for (Format columns : Format.columns()) {
                text.append("\n### %s beside %s\n\n".formatted(rows.title(), columns.title()));
                text.append(
                        "| | %1$s with skipping, bytes | seconds | %2$s with skipping, bytes | seconds |\n|---|---|---|---|---|\n"
                                .formatted(rows.title(), columns.title()));
                for (Answers each : answers) {
                    text.append("| %s | %s | %s | %s | %s |\n"
                            .formatted(
                                    each.question().name(),
                                    share(each.givenBack(rows, columns, rows, Run::bytes)),
                                    share(each.givenBack(rows, columns, rows, Run::seconds)),
                                    share(each.givenBack(rows, columns, columns, Run::bytes)),
                                    share(each.givenBack(rows, columns, columns, Run::seconds))));
                }
            }
        }
    }

    private void appendLosses(Markdown text) {
        List<String> losses = new ArrayList<>();
        for (Answers each : answers) {
            for (Format columns : Format.columns()) {
                appendAhead(losses, each, columns, "bytes", Run::bytes);
                appendAhead(losses, each, columns, "seconds", Run::seconds);
            }
        }
        text.append("\n## Where text with skipping is behind columns without\n\n");
        losses.forEach(loss -> text.line("- %s", loss));
        if (losses.isEmpty()) {
            text.append("Nowhere.\n");
        }
    }

    private static void appendAhead(
            List<String> losses, Answers answers, Format columns, String what, ToDoubleFunction<Run> metric) {
        double text = answers.median(Contender.skipping(Format.TEXT), metric);
        double columnar = answers.median(Contender.plain(columns), metric);
        if (columnar < text) {
            losses.add("%s: text with skipping takes %s × the %s of %s by the stock connector"
                    .formatted(answers.question().name(), decimal(text / columnar), what, columns.title()));
        }
    }

    private void table(Markdown text, String heading, ToDoubleFunction<Run> metric, DoubleFunction<String> number) {
        text.table(
                heading,
                answers,
                each -> each.question().name(),
                Contender.all(),
                (each, contender) -> number.apply(each.median(contender, metric)));
    }

    private static String share(Optional<Quartiles> share) {
        return share.map(FormatsReport::spread).orElse("none");
    }

    private static String spread(Quartiles quartiles) {
        return quartiles.first() == quartiles.third()
                ? decimal(quartiles.median())
                : "%s (%s to %s)"
                        .formatted(decimal(quartiles.median()), decimal(quartiles.first()), decimal(quartiles.third()));
    }

    private static String decimal(double value) {
        // no negative zero
        return String.format(Locale.ROOT, "%.2f", Math.rint(value * 100) / 100 + 0.0);
    }
}
