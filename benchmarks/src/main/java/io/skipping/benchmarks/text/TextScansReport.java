// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.text;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.testing.lake.Run;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reports the results.
 *
 * @param rows of each table
 */
record TextScansReport(int rows, List<TextScan> scans) implements Report {
    @Override
    public String name() {
        return "formats-text";
    }

    @Override
    public String title() {
        return "Text, by release of Trino";
    }

    @Override
    public String introduction() {
        return "%d rows of %d columns (numbers, dates and names) in %d objects of each format: *csv* with all values in quotes, as Trino writes it, and without. *hive* is the stock Hive connector; *skipping* is ours as it is, with the indexes that it chooses by itself; *skipping-stock-reader* is ours with Trino's readers of text (`skipping_text_reader_enabled = false`). The numbers behind the names are the releases of Trino. Every round each answered every question, in alternating order: medians of %d rounds, and in brackets the quartiles."
                .formatted(
                        rows,
                        TextTable.COLUMNS,
                        TextTable.OBJECTS,
                        scans.getFirst().rounds().rounds().size());
    }

    @Override
    public boolean equalResults() {
        return scans.stream().allMatch(scan -> scan.rounds().equal());
    }

    @Override
    public List<Aim> aims() {
        return scans.stream()
                .flatMap(scan -> scan.rounds().systems().stream()
                        .filter(reader -> reader.way() == Reader.Way.SKIPPING)
                        .map(reader -> Aim.ratio(
                                "%s on %s: time of skipping by that of hive"
                                        .formatted(scan.question().name(), reader.release()),
                                Aim.NOT_SLOWER,
                                scan.ofHives(reader))))
                .toList();
    }

    @Override
    public void put(Records records) {
        for (TextScan scan : scans) {
            for (Reader reader : scan.rounds().systems()) {
                Records.Target target =
                        records.of(reader.system(), scan.question().name());
                scan.rounds().put(target, reader);
                target.put("seconds.ratio", scan.ofHives(reader), "1");
                target.put("equal_results", scan.rounds().equal());
            }
        }
    }

    @Override
    public void append(Markdown text) {
        List<Reader> readers = List.copyOf(scans.getFirst().rounds().systems());
        text.line("## Seconds").line("");
        row(text, "", readers.stream().map(Reader::system).toList());
        row(text, "---", readers.stream().map(_ -> "---").toList());
        for (TextScan scan : scans) {
            row(
                    text,
                    scan.question().name(),
                    readers.stream()
                            .map(reader ->
                                    scan.rounds().of(reader, Run::seconds).text(3))
                            .toList());
        }
        List<Reader> ours = readers.stream()
                .filter(reader -> reader.way() != Reader.Way.HIVE)
                .toList();
        text.line("")
                .line("## In parts of the stock connector's time on the same release")
                .line("");
        row(text, "", ours.stream().map(Reader::system).toList());
        row(text, "---", ours.stream().map(_ -> "---").toList());
        for (TextScan scan : scans) {
            row(
                    text,
                    scan.question().name(),
                    ours.stream().map(reader -> scan.ofHives(reader).text(2)).toList());
        }
        text.cases(scans.stream().map(TextScan::question).toList(), question -> question.sql(ours.getFirst()));
    }

    private static void row(Markdown text, String first, List<String> cells) {
        text.line("%s", cells.stream().collect(Collectors.joining(" | ", "| " + first + " | ", " |")));
    }
}
