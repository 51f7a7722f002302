// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.testing.console.Quantity;
import java.util.List;
import java.util.Locale;

/** Reports the measurements of jobs that write parts with few rows. */
record CommittingReport(List<CommittingResult> results, List<Integer> parts) implements Report {
    @Override
    public String name() {
        return "committer";
    }

    @Override
    public String title() {
        return "Committers side by side";
    }

    static final String OURS = "attempt-naming";

    /** Returns whether every system read the rows that it wrote. */
    @Override
    public boolean equalResults() {
        return results.stream().allMatch(CommittingResult::equal);
    }

    @Override
    public void put(Records records) {
        for (CommittingResult result : results) {
            Records.Target target = records.of(result.system(), result.name());
            target.put("requests", result.requests(), "count");
            result.byKind().forEach((kind, count) -> target.put("requests." + kind, count, "count"));
            target.put("seconds", result.seconds(), "s");
            target.put("bytes", result.bytesWritten(), "B");
            target.put("equal_results", result.equal());
        }
    }

    @Override
    public String equality() {
        return equalResults()
                ? "Each output has all rows that were written, each once."
                : "**Some do not read what they wrote.**";
    }

    @Override
    public List<Aim> aims() {
        return results.stream()
                .filter(result -> result.system().equals(OURS))
                .map(result -> Aim.atMost(
                        "%s: requests of %s".formatted(result.name(), OURS),
                        result.target(),
                        result.requests(),
                        "requests",
                        "count"))
                .toList();
    }

    @Override
    public String introduction() {
        return "Spark 4.2 with Hadoop 3.5 writes N parts of 1,000 rows to a new destination, through S3A, to an"
                + " endpoint on the same machine. All requests of a job are counted, including Spark's own. All"
                + " committers have S3A's defaults. Ours is configured as docs/committer.md says, which adds"
                + " `fs.s3a.performance.flags=create`.";
    }

    @Override
    public void append(Markdown text) {
        for (Workload workload : Workload.values()) {
            text.line("");
            text.line("## %s", workload.description());
            text.line("");
            StringBuilder head = new StringBuilder("| Requests |");
            StringBuilder rule = new StringBuilder("|---|");
            for (int n : parts) {
                head.append(" N=%d | seconds |".formatted(n));
                rule.append("---|---|");
            }
            text.line("%s", head);
            text.line("%s", rule);
            results.stream()
                    .filter(result -> result.workload() == workload)
                    .map(CommittingResult::system)
                    .distinct()
                    .forEach(system -> row(text, workload, system));
        }
        text.line("");
        text.line("Requests by kind, for the largest N:");
        text.line("");
        text.line("| System | Workload | Requests | Bytes written |");
        text.line("|---|---|---|---|");
        results.stream()
                .filter(result -> result.parts() == parts.getLast())
                .forEach(result -> text.line(
                        "| %s | %s | %s | %s |",
                        result.system(), result.name(), result.kinds(), Quantity.bytes(result.bytesWritten())));
    }

    private void row(Markdown text, Workload workload, String system) {
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
        text.line("%s", row);
    }

    private static String requests(CommittingResult result) {
        String requests = String.format(Locale.ROOT, "%,.0f", result.requests().median());
        return result.system().equals(OURS)
                ? "%s (target %d: %s)"
                        .formatted(requests, result.target(), Aim.Verdict.of(result.target(), result.requests()))
                : requests;
    }

    private static String seconds(Quartiles seconds) {
        return seconds.text(2);
    }
}
