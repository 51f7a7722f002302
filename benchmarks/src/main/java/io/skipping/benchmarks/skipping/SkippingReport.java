// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.skipping;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.lake.Run;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The results, for programs and for people.
 *
 * @param tables the size of each format's objects, and of the indexes
 * @param servers that were asked, as many rounds each
 */
record SkippingReport(String tables, int servers, List<Answers> answers) implements Report {
    @Override
    public Records records(Instant date, Machine machine) {
        Records records = new Records("skipping", date, machine);
        for (Answers each : answers) {
            for (Contender contender : Contender.values()) {
                Records.Target target =
                        records.of(contender.system(), each.question().name());
                target.put("seconds", each.rounds().of(contender, Run::seconds), "s");
                target.put("cpu.seconds", each.rounds().of(contender, Run::cpuSeconds), "s");
                target.put("requests", each.rounds().of(contender, Run::requests), "count");
                target.put("bytes", each.rounds().of(contender, Run::bytes), "B");
                target.put("objects", each.rounds().of(contender, Answers::objects), "count");
                target.put("equal_results", each.rounds().equal());
            }
        }
        Aim.put(Aims.of(answers), records);
        return records;
    }

    @Override
    public boolean equalResults() {
        return answers.stream().map(Answers::rounds).allMatch(Rounds::equal);
    }

    @Override
    public String text(Instant date, Machine machine) {
        List<Aim> aims = Aims.of(answers);
        StringBuilder text = new StringBuilder("# Skipping beside its alternatives\n\n");
        text.append("The same meter readings, in the same order and as many objects: ")
                .append(tables);
        text.append(
                (". *hive* is the stock Hive connector, which uses what Parquet and ORC say of row groups and stripes; *iceberg* is Trino's"
                                + " Iceberg connector over the same Parquet objects; *skipping* is ours, with the indexes that it chooses by itself, and *skipping-1MB* the same over larger ranges, as a table of many gigabytes has them (`index-builder build --range-size 1MB`; those of a small table are of 256 kB). *hive-gzip* and *skipping-gzip* read the same CSV text in gzip members of 64 kB of text. Iceberg's metadata are kept in memory (files up to 256 kB), and so are our indexes. All on one server, and then on another, %d in all, since"
                                + " compilers of one and the same code decide differently each time;"
                                + " every round each answered every question, in alternating order, the scan first, while the readers of all had been used alike; medians of %d rounds, and where differences are"
                                + " small, of %d: of the scan, and of %d of that of Parquet and ORC. Requests and bytes are those that the S3 endpoint saw, for metadata and indexes too.\n\n")
                        .formatted(
                                servers,
                                answers.getFirst().rounds().count(Contender.HIVE),
                                answers.getLast().rounds().count(Contender.HIVE),
                                answers.getLast().rounds().count(Contender.HIVE_PARQUET)));
        text.append(equalResults() ? "All results are equal.\n\n" : "**RESULTS DIFFER.**\n\n");
        text.append(Aim.summary(aims)).append(" Missed:\n\n");
        text.append("| What | Aim | Measured |\n|---|---|---|\n");
        aims.stream()
                .filter(aim -> !aim.met())
                .forEach(aim -> text.append(aim.cells(3)).append('\n'));
        table(text, "Seconds", Run::seconds, "%.2f"::formatted);
        table(text, "Seconds of CPU", Run::cpuSeconds, "%.2f"::formatted);
        table(text, "Bytes from the store", Run::bytes, bytes -> Quantity.bytes(Math.round(bytes)));
        table(text, "Requests to the store", Run::requests, "%.0f"::formatted);
        table(text, "Objects read", Answers::objects, "%.0f"::formatted);
        text.append("\n## The questions\n\n");
        for (Answers each : answers) {
            text.append("- **%s**: %s: `%s`\n"
                    .formatted(
                            each.question().name(),
                            each.question().description(),
                            each.question().sql(Contender.SKIPPING)));
        }
        return text.append('\n').append(machine.describe(date)).append(".\n").toString();
    }

    private void table(
            StringBuilder text, String title, ToDoubleFunction<Run> metric, Function<Double, String> number) {
        text.append("\n## ").append(title).append("\n\n| |");
        text.append(Arrays.stream(Contender.values())
                .map(contender -> " " + contender.system() + " |")
                .collect(Collectors.joining()));
        text.append("\n|---|").append("---|".repeat(Contender.values().length)).append('\n');
        for (Answers each : answers) {
            text.append("| ").append(each.question().name()).append(" |");
            for (Contender contender : Contender.values()) {
                text.append(" %s |"
                        .formatted(
                                number.apply(each.rounds().of(contender, metric).median())));
            }
            text.append('\n');
        }
    }
}
