// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.s3.Latency;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What was measured of the paper's workloads, for programs and for people.
 *
 * @param latency of the store with latency
 */
record PaperReport(List<PaperResult> results, PaperData data, Latency latency) implements Report {
    @Override
    public Records records(Instant date, Machine machine) {
        Records records = new Records("committer-workloads", date, machine);
        for (PaperResult result : results) {
            Records.Target target = records.of(result.system(), result.name());
            target.put("seconds", result.seconds(), "s");
            target.put("store.seconds", result.of(PaperRun::storeSeconds), "s");
            target.put("requests", result.requests(), "count");
            result.byKind().forEach((kind, count) -> target.put("requests." + kind, count, "count"));
            target.put("bytes.written", result.of(PaperRun::bytesWritten), "B");
            target.put("bytes.copied", result.of(PaperRun::bytesCopied), "B");
            target.put("bytes.read", result.of(PaperRun::bytesRead), "B");
            target.put("cost", result.of(PaperRun::dollars), "USD");
            target.put("equal_results", equalResults());
        }
        return records;
    }

    @Override
    public boolean equalResults() {
        // of others there are no results
        return true;
    }

    @Override
    public String text(Instant date, Machine machine) {
        StringBuilder text = new StringBuilder();
        line(text, "# Committers under the workloads of the Stocator paper");
        line(text, "");
        line(
                text,
                "Spark 4.2 with Hadoop 3.5, two tasks at a time, through S3A, by `saveAsNewAPIHadoopFile`: %,d records of 100 bytes, and %,d"
                        + " lines of words, in %d objects. Each system reads what it wrote itself. Medians of %d runs, in turns, of seconds with"
                        + " quartiles. Every result was compared with what it should be (count and checksum, of Terasort the order, too).",
                data.records(),
                data.lines(),
                data.parts(),
                results.getFirst().runs().size());
        line(text, "");
        line(
                text,
                "The endpoint is on the same machine. \"With latency\", each request waits %d ms, and each stream, and each copy from object to"
                        + " object, has %s a second. All requests of a job count, Spark's own too. Cost is that of requests: $0.005 for 1,000 PUT,"
                        + " COPY, POST or LIST, $0.0004 for 1,000 others, DELETE free (Amazon S3 Standard, us-east-1). Objects are read by S3A's"
                        + " classic stream: the default one keeps in memory what it read, so a second run would not ask the store.",
                latency.beforeAnswer().toMillis(),
                Quantity.bytes(latency.bytesPerSecond()));
        for (PaperWorkload workload : PaperWorkload.values()) {
            line(text, "");
            line(text, "## %s: %s", workload.title(), workload.description());
            line(text, "");
            line(
                    text,
                    "| | seconds | seconds with latency | requests | cost of 1,000 runs | bytes written | copied | read |");
            line(text, "|---|---|---|---|---|---|---|---|");
            results.stream()
                    .filter(result -> result.workload() == workload && !result.delayed())
                    .forEach(result -> row(text, result, delayed(result)));
        }
        line(text, "");
        line(text, "## Requests by kind, without latency");
        line(text, "");
        line(text, "| System | Workload | Requests |");
        line(text, "|---|---|---|");
        results.stream()
                .filter(result -> !result.delayed())
                .forEach(result -> line(text, "| %s | %s | %s |", result.system(), result.name(), kinds(result)));
        line(text, "");
        line(text, "%s.", machine.describe(date));
        return text.toString();
    }

    private PaperResult delayed(PaperResult result) {
        return results.stream()
                .filter(other -> other.delayed()
                        && other.workload() == result.workload()
                        && other.system().equals(result.system()))
                .findFirst()
                .orElseThrow();
    }

    private static void row(StringBuilder text, PaperResult result, PaperResult delayed) {
        line(
                text,
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
        return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", seconds.median(), seconds.first(), seconds.third());
    }

    private static void line(StringBuilder text, String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }
}
