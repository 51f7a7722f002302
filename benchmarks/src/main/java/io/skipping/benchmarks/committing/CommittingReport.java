// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.testing.console.Quantity;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** What was measured of parts with few rows, for programs and for people. */
record CommittingReport(List<CommittingResult> results, List<Integer> parts) implements Report {
    static final String OURS = "attempt-naming";

    /** Whether all systems read what they wrote. */
    @Override
    public boolean equalResults() {
        return results.stream().allMatch(CommittingResult::equal);
    }

    @Override
    public Records records(Instant date, Machine machine) {
        Records records = new Records("committer", date, machine);
        for (CommittingResult result : results) {
            Records.Target target = records.of(result.system(), result.name());
            target.put("requests", result.requests(), "count");
            result.byKind().forEach((kind, count) -> target.put("requests." + kind, count, "count"));
            target.put("seconds", result.seconds(), "s");
            target.put("bytes", result.bytesWritten(), "B");
            target.put("equal_results", result.equal());
        }
        return records;
    }

    @Override
    public String text(Instant date, Machine machine) {
        StringBuilder text = new StringBuilder();
        line(text, "# Committers side by side");
        line(text, "");
        line(
                text,
                "Spark 4.2 with Hadoop 3.5 writes N parts of 1,000 rows to a new destination, through S3A, to an endpoint on the same"
                        + " machine. All requests of a job count, Spark's own too. What is alike for all is S3A's defaults; ours is configured as"
                        + " docs/committer.md says, which includes `fs.s3a.performance.flags=create`.");
        line(text, "");
        line(
                text,
                equalResults()
                        ? "Each reads all rows that it wrote, each once."
                        : "**Some do not read what they wrote.**");
        for (Workload workload : Workload.values()) {
            line(text, "");
            line(text, "## %s", workload.description());
            line(text, "");
            StringBuilder head = new StringBuilder("| Requests |");
            StringBuilder rule = new StringBuilder("|---|");
            for (int n : parts) {
                head.append(" N=%d | seconds |".formatted(n));
                rule.append("---|---|");
            }
            line(text, "%s", head);
            line(text, "%s", rule);
            results.stream()
                    .filter(result -> result.workload() == workload)
                    .map(CommittingResult::system)
                    .distinct()
                    .forEach(system -> row(text, workload, system));
        }
        line(text, "");
        line(text, "Of the largest N, by kind:");
        line(text, "");
        line(text, "| System | Workload | Requests | Bytes written |");
        line(text, "|---|---|---|---|");
        results.stream()
                .filter(result -> result.parts() == parts.getLast())
                .forEach(result -> line(
                        text,
                        "| %s | %s | %s | %s |",
                        result.system(),
                        result.name(),
                        result.kinds(),
                        Quantity.bytes(result.bytesWritten())));
        line(text, "");
        line(text, "%s.", machine.describe(date));
        return text.toString();
    }

    private void row(StringBuilder text, Workload workload, String system) {
        StringBuilder row = new StringBuilder("| " + system + " |");
        for (int n : parts) {
            CommittingResult result = results.stream()
                    .filter(candidate -> candidate.workload() == workload
                            && candidate.system().equals(system)
                            && candidate.parts() == n)
                    .findFirst()
                    .orElseThrow();
            row.append(" ").append(requests(result)).append(" | ").append(seconds(result.seconds()));
            row.append(" |");
        }
        line(text, "%s", row);
    }

    private static String requests(CommittingResult result) {
        String requests = String.format(Locale.ROOT, "%,.0f", result.requests().median());
        return result.system().equals(OURS)
                ? "%s (target %d: %s)"
                        .formatted(
                                requests,
                                result.workload().target(result.parts()),
                                result.meetsTarget() ? "met" : "**missed**")
                : requests;
    }

    private static String seconds(Quartiles seconds) {
        return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", seconds.median(), seconds.first(), seconds.third());
    }

    private static void line(StringBuilder text, String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }
}
