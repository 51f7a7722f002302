// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.s3.RequestKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

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
        for (PublishedRequests published : PublishedRequests.values()) {
            Records.Target target = records.of("published " + published.title(), Workload.TEXT_RDD.label() + "/n=1");
            PublishedRequests.kinds().forEach(kind -> target.put("requests." + kind, published.count(kind), "count"));
            target.put("requests", published.total(), "count");
            target.put("requests.ratio", published.ratio(), "1");
        }
        oneText()
                .forEach(
                        result -> records.of(result.system(), result.name()).put("requests.ratio", ratio(result), "1"));
    }

    /** Returns the results of one object by {@code saveAsTextFile}; none if it was not measured. */
    private List<CommittingResult> oneText() {
        return results.stream()
                .filter(result -> result.workload() == Workload.TEXT_RDD && result.parts() == 1)
                .toList();
    }

    /** Returns how many times as many requests as ours a system sends for one object by {@code saveAsTextFile}. */
    private double ratio(CommittingResult result) {
        double ours = oneText().stream()
                .filter(each -> each.system().equals(OURS))
                .findFirst()
                .orElseThrow()
                .requests()
                .median();
        return result.requests().median() / ours;
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
        if (!oneText().isEmpty()) {
            besidePublished(text);
        }
    }

    private void besidePublished(Markdown text) {
        text.heading("One object by `saveAsTextFile`, beside the Stocator paper");
        text.line(
                "Table 2 of the paper (3.3b in D4.3) is in italics. *Others* are requests that the paper's connectors did not send: GETs, and deletions of several objects by one request.");
        text.line("");
        text.line(
                "| | %s | others | all | times as many as Stocator, or ours |",
                PublishedRequests.kinds().stream().map(RequestKind::name).collect(Collectors.joining(" | ")));
        text.line("|---|%s---|---|---|", "---|".repeat(PublishedRequests.kinds().size()));
        for (PublishedRequests published : PublishedRequests.values()) {
            text.line(
                    "| *%s* | %s | | *%d* | *%.1f* |",
                    published.title(),
                    PublishedRequests.kinds().stream()
                            .map(kind -> "*%d*".formatted(published.count(kind)))
                            .collect(Collectors.joining(" | ")),
                    published.total(),
                    published.ratio());
        }
        for (CommittingResult result : oneText()) {
            long named = PublishedRequests.kinds().stream()
                    .mapToLong(kind -> count(result, kind))
                    .sum();
            long all =
                    result.byKind().values().stream().mapToLong(Long::longValue).sum();
            text.line(
                    "| %s%s | %s | %d | %.0f | %.1f |",
                    result.system(),
                    standsFor(result.system()),
                    PublishedRequests.kinds().stream()
                            .map(kind -> Long.toString(count(result, kind)))
                            .collect(Collectors.joining(" | ")),
                    all - named,
                    result.requests().median(),
                    ratio(result));
        }
    }

    private static String standsFor(String system) {
        return Arrays.stream(PublishedRequests.values())
                .filter(published -> published.here().filter(system::equals).isPresent())
                .map(published -> " (stands for *%s*)".formatted(published.title()))
                .collect(Collectors.joining());
    }

    private static long count(CommittingResult result, RequestKind kind) {
        return result.byKind().getOrDefault(kind, 0L);
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
