// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.formats;

import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.lake.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The results, for programs and for people.
 *
 * @param objects of each format
 * @param bytes of all of them
 */
record FormatsReport(int objects, Map<Format, Long> bytes, List<Answers> answers) implements Report {
    @Override
    public boolean equalResults() {
        return answers.stream().allMatch(each -> each.rounds().equal());
    }

    @Override
    public Records records(Instant date, Machine machine) {
        Records records = new Records("formats", date, machine);
        bytes.forEach((format, size) ->
                records.of(Contender.plain(format).system(), "data").put("bytes", size, "B"));
        for (Answers each : answers) {
            for (Contender contender : Contender.all()) {
                Records.Target target =
                        records.of(contender.system(), each.question().name());
                target.put("seconds", each.rounds().of(contender, Run::seconds), "s");
                target.put("cpu.seconds", each.rounds().of(contender, Run::cpuSeconds), "s");
                target.put("requests", each.rounds().of(contender, Run::requests), "count");
                target.put("bytes", each.rounds().of(contender, Run::bytes), "B");
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
        return records;
    }

    @Override
    public String text(Instant date, Machine machine) {
        StringBuilder text = new StringBuilder("# Text, columns, and skipping\n\n");
        text.append(equalResults() ? "All results are equal.\n\n" : "**RESULTS DIFFER.**\n\n");
        text.append(
                "The same records of six integers, six strings and a map, in the same order and in %d objects of each format: %s. *hive* is the"
                                .formatted(
                                        objects,
                                        bytes.entrySet().stream()
                                                .map(entry -> "%s of %s"
                                                        .formatted(
                                                                Quantity.bytes(entry.getValue()),
                                                                entry.getKey().title()))
                                                .collect(Collectors.joining(", ")))
                        + " stock Hive connector, which itself uses what Parquet and ORC say of row groups and stripes; *skipping* is ours, with the"
                        + " indexes that it chooses by itself. Every round each answered every question, in alternating order: medians of %d rounds after one to warm up, so that indexes are in memory. Requests and bytes are"
                                .formatted(answers.getFirst().rounds().rounds().size())
                        + " those that the S3 endpoint saw.\n");
        appendShares(text);
        appendLosses(text);
        table(text, "Seconds", Run::seconds, FormatsReport::decimal);
        table(text, "Seconds of CPU", Run::cpuSeconds, FormatsReport::decimal);
        table(text, "Bytes from the store", Run::bytes, bytes -> Quantity.bytes(Math.round(bytes)));
        table(text, "Requests to the store", Run::requests, "%.0f"::formatted);
        text.append("\n## The questions\n\n");
        for (Answers each : answers) {
            text.append("- **%s**: %s: `%s`\n"
                    .formatted(
                            each.question().name(),
                            each.question().description(),
                            each.question().sql(Contender.skipping(Format.TEXT))));
        }
        return text.append('\n').append(machine.describe(date)).append(".\n").toString();
    }

    private void appendShares(StringBuilder text) {
        text.append("\n## How much of columnar's advantage skipping gives back\n\n");
        text.append(
                "(text − text with skipping) ÷ (text − columnar), of each round: 1 is all that the columnar format saves over text, more than 1 is"
                        + " more than it saves, 0 is nothing. And the same of the columnar format with skipping. In brackets the quartiles. *None*:"
                        + " there was a round in which the columnar format saved less than a twentieth.\n");
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

    private void appendLosses(StringBuilder text) {
        List<String> losses = new ArrayList<>();
        for (Answers each : answers) {
            for (Format columns : Format.columns()) {
                appendAhead(losses, each, columns, "bytes", Run::bytes);
                appendAhead(losses, each, columns, "seconds", Run::seconds);
            }
            for (Format format : Format.values()) {
                if (each.slower(format)) {
                    losses.add("%s: skipping takes %s × the time of the stock connector over %s"
                            .formatted(each.question().name(), spread(each.slowdown(format)), format.title()));
                }
            }
        }
        text.append("\n## Where text with skipping is behind columns without, or skipping costs time\n\n");
        losses.forEach(loss -> text.append("- ").append(loss).append('\n'));
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

    private void table(StringBuilder text, String title, ToDoubleFunction<Run> metric, DoubleFunction<String> number) {
        List<Contender> contenders = Contender.all();
        text.append("\n## ").append(title).append("\n\n| |");
        contenders.forEach(contender -> text.append(" %s |".formatted(contender.system())));
        text.append("\n|---|").append("---|".repeat(contenders.size())).append('\n');
        for (Answers each : answers) {
            text.append("| ").append(each.question().name()).append(" |");
            contenders.forEach(
                    contender -> text.append(" %s |".formatted(number.apply(each.median(contender, metric)))));
            text.append('\n');
        }
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
        // no zero with a sign
        return String.format(Locale.ROOT, "%.2f", Math.rint(value * 100) / 100 + 0.0);
    }
}
