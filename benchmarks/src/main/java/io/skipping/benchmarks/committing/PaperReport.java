// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.s3.Latency;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Reports the measurements of the paper's workloads.
 *
 * @param latency the latency of the slow store
 */
record PaperReport(List<PaperResult> results, PaperData data, Latency latency) implements Report {
    @Override
    public String name() {
        return "committer-workloads";
    }

    @Override
    public String title() {
        return "Committers under the workloads of the Stocator paper";
    }

    @Override
    public void put(Records records) {
        for (PaperResult result : results) {
            Records.Target target = records.of(result.system(), result.name());
            result.put(target);
            target.put("equal_results", equalResults());
        }
    }

    @Override
    public boolean equalResults() {
        // systems that read or write something wrong have no results
        return true;
    }

    @Override
    public String equality() {
        return "Every result was compared with the expected one: its count, its checksum, and for Terasort its"
                + " order.";
    }

    @Override
    public String introduction() {
        return String.format(
                        Locale.ROOT,
                        "Spark 4.2 with Hadoop 3.5, two tasks at a time, through S3A, by `saveAsNewAPIHadoopFile`: %,d"
                                + " records of 100 bytes, and %,d lines of words, in %d objects. Each system reads what it"
                                + " wrote itself. Medians of %d runs, in turns, of seconds with quartiles.",
                        data.records(),
                        data.lines(),
                        data.parts(),
                        results.getFirst().runs().size())
                + "\n\n"
                + String.format(
                        Locale.ROOT,
                        "The endpoint is on the same machine. \"With latency\", each request waits %d ms, and each"
                                + " stream, and each copy from object to object, has %s a second. All requests of a job are"
                                + " counted, including Spark's own. Cost is that of requests: $0.005 for 1,000 PUT, COPY, POST or"
                                + " LIST, $0.0004 for 1,000 others, DELETE free (Amazon S3 Standard, us-east-1). Objects"
                                + " are read by S3A's classic stream: the default one keeps in memory what it read, so a"
                                + " second run would not ask the store.",
                        latency.beforeAnswer().toMillis(),
                        Quantity.bytes(latency.bytesPerSecond()));
    }

    @Override
    public void append(Markdown text) {
        for (PaperWorkload workload : PaperWorkload.WITHOUT_TPCDS) {
            text.line("");
            text.line("## %s: %s", workload.title(), workload.description());
            text.line("");
            text.line("| | seconds | seconds with latency | requests | cost of 1,000 runs | bytes written | copied |"
                    + " read |");
            text.line("|---|---|---|---|---|---|---|---|");
            results.stream()
                    .filter(result -> result.workload() == workload && !result.delayed())
                    .forEach(result -> row(text, result, delayed(result)));
        }
        text.line("");
        text.line("## Requests by kind, without latency");
        text.line("");
        text.line("| System | Workload | Requests |");
        text.line("|---|---|---|");
        results.stream()
                .filter(result -> !result.delayed())
                .forEach(result -> text.line("| %s | %s | %s |", result.system(), result.name(), kinds(result)));
    }

    private PaperResult delayed(PaperResult result) {
        return results.stream()
                .filter(other -> other.delayed()
                        && other.workload() == result.workload()
                        && other.system().equals(result.system()))
                .findFirst()
                .orElseThrow();
    }

    private static void row(Markdown text, PaperResult result, PaperResult delayed) {
        text.line(
                "| %s | %s | %s | %,.0f | $%.3f | %s | %s | %s |",
                result.system(),
                seconds(result.seconds()),
                seconds(delayed.seconds()),
                result.requests().median(),
                1000 * result.of(PaperRun::dollars).median(),
                bytes(result.of(PaperRun::bytesWritten)),
                bytes(result.of(PaperRun::bytesCopied)),
                bytes(result.of(PaperRun::bytesRead)));
    }

    private static String kinds(PaperResult result) {
        return result.byKind().entrySet().stream()
                .map(entry -> "%.0f %s".formatted(entry.getValue().median(), entry.getKey()))
                .collect(Collectors.joining(", "));
    }

    private static String bytes(Quartiles bytes) {
        return Quantity.bytes(Math.round(bytes.median()));
    }

    private static String seconds(Quartiles seconds) {
        return seconds.text(2);
    }
}
