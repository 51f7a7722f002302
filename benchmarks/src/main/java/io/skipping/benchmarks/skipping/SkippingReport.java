// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.skipping;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.benchmarks.measure.S3Prices;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.lake.Run;
import io.skipping.testing.trino.TrinoRelease;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Reports the results.
 *
 * @param release the release of Trino; the names of results have it, but for those of 476. Results of the connectors for Iceberg alone have
 *     names of their own
 * @param tables the size of each format's objects, and of the indexes
 * @param servers number of servers that were asked, each in the same number of rounds
 */
record SkippingReport(TrinoRelease release, String tables, int servers, List<Answers> answers) implements Report {
    private static final Function<Double, String> DOLLARS = "%.4f"::formatted;

    @Override
    public String name() {
        String all = contenders().size() == Contender.values().length ? "skipping" : "skipping-iceberg";
        return release == TrinoRelease.TRINO_476 ? all : all + "-" + release;
    }

    /** Returns those that were asked. */
    private List<Contender> contenders() {
        return Arrays.stream(Contender.values())
                .filter(answers.getFirst().rounds().systems()::contains)
                .toList();
    }

    @Override
    public String title() {
        return "Skipping beside its alternatives, on Trino " + release;
    }

    @Override
    public void put(Records records) {
        for (Answers each : answers) {
            for (Contender contender : contenders()) {
                Records.Target target =
                        records.of(contender.system(), each.question().name());
                each.rounds().put(target, contender);
                target.put("equal_results", each.rounds().equal());
                target.put("dollars.of.1000", each.rounds().of(contender, SkippingReport::dollars), "$");
                target.put("dollars.of.1000.elsewhere", each.rounds().of(contender, SkippingReport::elsewhere), "$");
                target.put("dollars.of.1000.internet", each.rounds().of(contender, SkippingReport::internet), "$");
                target.put("objects", each.rounds().of(contender, Answers::objects), "count");
            }
        }
    }

    @Override
    public boolean equalResults() {
        return answers.stream().map(Answers::rounds).allMatch(Rounds::equal);
    }

    @Override
    public List<Aim> aims() {
        return Aims.of(answers);
    }

    @Override
    public String introduction() {
        return ("The same meter readings in each format, in the same order and the same number of objects: %s. *hive*"
                        + " is the stock Hive connector, which uses the statistics of row groups and stripes;"
                        + " *iceberg* is Trino's Iceberg connector over the same Parquet objects, and"
                        + " *skipping-iceberg* is ours over that table, with a Bloom filter of the meters' ids"
                        + " beside the automatic indexes; *skipping* is ours, with the indexes that it chooses by"
                        + " itself, and *skipping-1MB* the same over larger ranges, as a table of many gigabytes"
                        + " has them (`index-builder build --range-size 1MB`; those of a small table are of 256"
                        + " kB). *hive-gzip* and *skipping-gzip* read the same CSV text in gzip members of 64 kB"
                        + " of text. Iceberg's metadata are kept in memory (files up to 256 kB), and so are our"
                        + " indexes. They run together on one server after another, %d in all, because compilers"
                        + " decide differently about the same code each time. In each round, each of them"
                        + " answered every question, in alternating order, and the scan first, while all readers"
                        + " had been used equally. %s Requests and bytes are"
                        + " those that the S3 endpoint saw, for metadata and indexes too.")
                .formatted(tables, servers, rounds());
    }

    private String rounds() {
        IntSummaryStatistics questions = answers.stream()
                .limit(answers.size() - 1)
                .mapToInt(each -> each.rounds().count(contenders().getFirst()))
                .summaryStatistics();
        return "Numbers are medians of %d rounds%s; of the scan, where differences are small, of %d, and of %d over Parquet and ORC."
                .formatted(
                        questions.getMin(),
                        questions.getMax() > questions.getMin()
                                ? ", of questions that both answer quickly of %d, each of which is the median of some runs"
                                        .formatted(questions.getMax())
                                : "",
                        answers.getLast().rounds().count(contenders().getFirst()),
                        answers.getLast().rounds().count(Contender.ICEBERG));
    }

    @Override
    public void append(Markdown text) {
        table(text, "Seconds", Run::seconds, "%.2f"::formatted);
        table(text, "Seconds of CPU", Run::cpuSeconds, "%.2f"::formatted);
        table(text, "Bytes from the store", Run::bytes, bytes -> Quantity.bytes(Math.round(bytes)));
        table(text, "Requests to the store", Run::requests, "%.0f"::formatted);
        table(text, "Objects read", Answers::objects, "%.0f"::formatted);
        S3Prices prices = S3Prices.current();
        table(
                text,
                "Dollars for 1,000 of each question, asked from the store's region",
                SkippingReport::dollars,
                DOLLARS);
        table(text, "The same, asked from another region", SkippingReport::elsewhere, DOLLARS);
        table(text, "The same, asked over the Internet", SkippingReport::internet, DOLLARS);
        text.line("")
                .line(
                        "By the prices of %s, %s (%s): $%s for 1,000 writes and lists, $%s for 1,000 reads, $%s for a gigabyte to another region, $%s to the Internet. %s",
                        prices.store(),
                        prices.date(),
                        prices.source(),
                        plain(prices.writes()),
                        plain(prices.reads()),
                        plain(prices.gigabyte()),
                        plain(prices.internetGigabyte()),
                        prices.remarks());
        text.cases(
                answers.stream().map(Answers::question).toList(),
                question -> question.sql(
                        contenders().contains(Contender.SKIPPING)
                                ? Contender.SKIPPING
                                : contenders().getLast()));
    }

    private void table(Markdown text, String heading, ToDoubleFunction<Run> metric, Function<Double, String> number) {
        text.table(
                heading,
                answers,
                each -> each.question().name(),
                contenders(),
                (each, contender) ->
                        number.apply(each.rounds().of(contender, metric).median()));
    }

    private static double dollars(Run run) {
        return 1000 * S3Prices.current().dollars(run.counts().byKind());
    }

    /** Returns a price without an exponent. */
    private static String plain(double price) {
        return BigDecimal.valueOf(price).stripTrailingZeros().toPlainString();
    }

    private static double internet(Run run) {
        return 1000 * S3Prices.current().dollarsOverInternet(run.counts());
    }

    private static double elsewhere(Run run) {
        return 1000 * S3Prices.current().dollarsElsewhere(run.counts());
    }
}
