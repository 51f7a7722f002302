// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.text;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.testing.lake.Run;
import java.util.List;

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
        return ("%d rows of %d columns (numbers, dates and names) in %d objects of each format: *csv* with all values in"
                        + " quotes, as Trino writes it, and without; the columns of"
                        + " *regex* are the groups of a regular expression. *hive* is the stock Hive connector;"
                        + " *skipping* is ours as it is, with the indexes that it chooses by itself;"
                        + " *skipping-stock-reader* is ours with Trino's readers of text"
                        + " (`skipping_text_reader_enabled = false`), which on 483 read JSON and *regex* in both. The numbers"
                        + " in the names are releases of Trino. In each round, each of them answered every"
                        + " question, in alternating order. Numbers are medians of %d rounds, with quartiles in"
                        + " brackets.")
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
                        .filter(reader -> reader.way() == TextReading.Way.SKIPPING)
                        .map(reader -> Aim.ratio(
                                "%s on %s: time of skipping by that of hive"
                                        .formatted(scan.question().name(), reader.release()),
                                Aim.NOT_SLOWER,
                                scan.ratioToHive(reader))))
                .toList();
    }

    @Override
    public void put(Records records) {
        for (TextScan scan : scans) {
            for (TextReading reader : scan.rounds().systems()) {
                Records.Target target =
                        records.of(reader.system(), scan.question().name());
                scan.rounds().put(target, reader);
                target.put("seconds.ratio", scan.ratioToHive(reader), "1");
                target.put("equal_results", scan.rounds().equal());
            }
        }
    }

    @Override
    public void append(Markdown text) {
        List<TextReading> readings = List.copyOf(scans.getFirst().rounds().systems());
        List<TextReading> ours = readings.stream()
                .filter(reading -> reading.way() != TextReading.Way.HIVE)
                .toList();
        text.table(
                "Seconds",
                scans,
                scan -> scan.question().name(),
                readings,
                (scan, reading) -> scan.rounds().of(reading, Run::seconds).text(3));
        text.table(
                "In parts of the stock connector's time on the same release",
                scans,
                scan -> scan.question().name(),
                ours,
                (scan, reading) -> scan.ratioToHive(reading).text(2));
        text.cases(scans.stream().map(TextScan::question).toList(), question -> question.sql(ours.getFirst()));
    }
}
