// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.s3.Latency;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Reports the measurements beside the paper's.
 *
 * @param results one for each workload, system and store, in this order
 * @param latency the latency of the slow store
 */
record StocatorReport(List<PaperResult> results, PaperData data, Latency latency) implements Report {
    private record Key(PaperWorkload workload, String system, boolean delayed) {}

    static StocatorReport of(List<StocatorRuns.Entry> runs, PaperData data, Latency latency) {
        Map<Key, List<PaperRun>> grouped = runs.stream()
                .collect(groupingBy(
                        entry -> new Key(entry.workload(), entry.system(), entry.delayed()),
                        LinkedHashMap::new,
                        mapping(StocatorRuns.Entry::run, toList())));
        List<PaperResult> results = new ArrayList<>();
        for (PaperWorkload workload : PaperWorkload.values()) {
            for (StocatorSystem system : StocatorSystem.values()) {
                for (boolean delayed : List.of(false, true)) {
                    List<PaperRun> found = grouped.get(new Key(workload, system.label(), delayed));
                    if (found != null) {
                        results.add(new PaperResult(system.label(), workload, delayed, found));
                    }
                }
            }
        }
        return new StocatorReport(results, data, latency);
    }

    @Override
    public String name() {
        return "stocator";
    }

    @Override
    public String title() {
        return "The tables of the Stocator paper";
    }

    @Override
    public boolean equalResults() {
        // systems that read or write something wrong have no results
        return true;
    }

    @Override
    public String equality() {
        return "Every result was compared with what it should be: count and checksum, and of Terasort the order.";
    }

    @Override
    public void put(Records records) {
        for (PaperResult result : results) {
            Records.Target target = records.of(result.system(), result.name());
            target.put("runs", result.runs().size(), "count");
            result.put(target);
            target.put("peak.resident.bytes", result.of(run -> run.peaks().resident()), "B");
            target.put("peak.direct.bytes", result.of(run -> run.peaks().direct()), "B");
            target.put("peak.disk.bytes", result.of(run -> run.peaks().onDisk()), "B");
            target.put("equal_results", equalResults());
        }
        for (Measure measure : Measure.values()) {
            for (PaperWorkload workload : PaperWorkload.values()) {
                String metric = "ratio." + measure.metric;
                for (String system : others()) {
                    ratio(measure, workload, system)
                            .ifPresent(ratio -> records.of(system, workload.label() + "/times-ours")
                                    .put(metric, ratio, "1"));
                }
                for (StocatorBaseline baseline : StocatorBaseline.values()) {
                    measure.published
                            .apply(baseline, workload)
                            .ifPresent(ratio -> records.of(baseline.title(), workload.label() + "/published")
                                    .put(metric, ratio, "1"));
                }
            }
        }
        for (PaperWorkload workload : PaperWorkload.values()) {
            for (StocatorBaseline baseline : StocatorBaseline.values()) {
                baseline.time(workload).ifPresent(time -> {
                    Records.Target published = records.of(baseline.title(), workload.label() + "/published");
                    published.put("seconds", time.average(), "s");
                    published.put("standard_deviation.seconds", time.deviation(), "s");
                });
            }
        }
    }

    private enum Measure {
        REQUESTS("requests", "Requests", PaperRun::requests, StocatorBaseline::requests),
        SECONDS("seconds", "Time", PaperRun::seconds, StocatorBaseline::seconds),
        COST("cost", "Cost of requests", PaperRun::dollars, StocatorBaseline::cost);

        private final String metric;
        private final String title;
        private final ToDoubleFunction<PaperRun> number;
        private final BiFunction<StocatorBaseline, PaperWorkload, Optional<Double>> published;

        Measure(
                String metric,
                String title,
                ToDoubleFunction<PaperRun> number,
                BiFunction<StocatorBaseline, PaperWorkload, Optional<Double>> published) {
            this.metric = metric;
            this.title = title;
            this.number = number;
            this.published = published;
        }
    }

    /** Returns how many times the median of ours a system has, with latency if that was measured. */
    private Optional<Double> ratio(Measure measure, PaperWorkload workload, String system) {
        return Stream.of(true, false)
                .flatMap(delayed -> find(workload, system, delayed)
                        .flatMap(other -> find(workload, CommittingReport.OURS, delayed)
                                .map(ours -> other.of(measure.number).median()
                                        / ours.of(measure.number).median()))
                        .stream())
                .findFirst();
    }

    private Optional<PaperResult> find(PaperWorkload workload, String system, boolean delayed) {
        return results.stream()
                .filter(result -> result.workload() == workload
                        && result.delayed() == delayed
                        && result.system().equals(system))
                .findFirst();
    }

    @Override
    public List<Aim> aims() {
        List<Aim> aims = new ArrayList<>();
        for (PaperWorkload workload : PaperWorkload.values()) {
            // with fast upload, requests are as many as without
            for (StocatorBaseline baseline : List.of(StocatorBaseline.S3A_BASE, StocatorBaseline.S3A_CV2)) {
                Optional<Double> here = ratio(Measure.REQUESTS, workload, baseline.system());
                Optional<Double> there = baseline.requests(workload);
                if (here.isPresent() && there.isPresent()) {
                    aims.add(Aim.counted(
                                    "%s: requests of %s by those of %s, as of %s by those of Stocator"
                                            .formatted(
                                                    workload.label(),
                                                    baseline.system(),
                                                    CommittingReport.OURS,
                                                    baseline.title()),
                                    "≥ " + number(there.get()),
                                    number(here.get()),
                                    here.get() >= there.get())
                            .with(here.get(), "ratio", "1"));
                }
            }
        }
        return aims;
    }

    @Override
    public String introduction() {
        return String.format(
                        Locale.ROOT,
                        "Spark 4.2 with Hadoop 3.5, two tasks at a time, through S3A: %,d records of 100 bytes and %,d"
                                + " lines of 96 bytes, in %d objects, by `saveAsNewAPIHadoopFile`; and six tables of"
                                + " TPC-DS at scale %s, of which the largest has %d objects, by data frames. All systems"
                                + " read the same files on the disk of the store. An object is uploaded by one request"
                                + " of up to 128 MB where its name does not say otherwise. Medians of runs in turns, of"
                                + " seconds with quartiles; the tables say how many runs.",
                        data.records(),
                        data.lines(),
                        data.parts(),
                        data.scale() < 1 ? Double.toString(data.scale()) : Long.toString(Math.round(data.scale())),
                        data.saleParts())
                + "\n\n"
                + String.format(
                        Locale.ROOT,
                        "The endpoint is on the same machine. \"With latency\", each request waits %d ms, and each"
                                + " stream, and each copy from object to object, has %s a second. All requests of a job"
                                + " count, Spark's own too.",
                        latency.beforeAnswer().toMillis(),
                        Quantity.bytes(latency.bytesPerSecond()));
    }

    @Override
    public void append(Markdown text) {
        for (Measure measure : Measure.values()) {
            published(text, measure);
        }
        times(text);
        uploads(text);
        for (PaperWorkload workload : measured()) {
            workload(text, workload);
        }
        text.heading("Requests by kind");
        text.line("| System | Workload | Requests |");
        text.line("|---|---|---|");
        results.forEach(result -> text.line(
                "| %s | %s | %s |",
                result.system(),
                result.name(),
                result.byKind().entrySet().stream()
                        .map(entry -> "%.0f %s".formatted(entry.getValue().median(), entry.getKey()))
                        .collect(joining(", "))));
    }

    private void published(Markdown text, Measure measure) {
        List<String> others = others();
        if (others.isEmpty()) {
            return;
        }
        text.heading("%s: how many times ours, beside how many times Stocator's in the paper".formatted(measure.title));
        table(
                text,
                others,
                (workload, system) -> ratio(measure, workload, system).map(StocatorReport::number),
                (workload, baseline) ->
                        measure.published.apply(baseline, workload).map(StocatorReport::number));
    }

    private void times(Markdown text) {
        List<String> systems = Stream.concat(others().stream(), Stream.of(CommittingReport.OURS))
                .filter(system -> !baselines(system).isEmpty())
                .toList();
        text.heading("Seconds, beside those of the paper");
        text.line(
                "Medians here, and *averages of ten runs ± standard deviation there* (table 5; 3.6a in IOStack D4.3), where eleven"
                        + " times as much data (of TPC-DS fifty times) was written and read by 144 tasks at a time: compare seconds of"
                        + " here with each other, and those of there with each other.");
        text.line("");
        table(
                text,
                systems,
                (workload, system) -> Stream.of(true, false)
                        .flatMap(delayed -> find(workload, system, delayed).stream())
                        .findFirst()
                        .map(result -> String.format(
                                Locale.ROOT, "%.1f", result.seconds().median())),
                (workload, baseline) -> baseline.time(workload)
                        .map(time -> String.format(Locale.ROOT, "%.1f ± %.1f", time.average(), time.deviation())));
    }

    /**
     * Writes a row for each workload: a column for each system, followed by those of the paper that are compared with it.
     *
     * @param systems of the columns, in order
     */
    private void table(
            Markdown text,
            List<String> systems,
            BiFunction<PaperWorkload, String, Optional<String>> measured,
            BiFunction<PaperWorkload, StocatorBaseline, Optional<String>> published) {
        StringBuilder head = new StringBuilder("| |");
        for (String system : systems) {
            head.append(" ").append(system).append(" |");
            baselines(system)
                    .forEach(baseline ->
                            head.append(" *").append(baseline.title()).append("* |"));
        }
        text.line("%s", head);
        text.line(
                "|---|%s",
                "---|".repeat((int) head.chars().filter(each -> each == '|').count() - 2));
        for (PaperWorkload workload : measured()) {
            StringBuilder row = new StringBuilder("| ").append(workload.title()).append(" |");
            for (String system : systems) {
                row.append(" ")
                        .append(measured.apply(workload, system).orElse(""))
                        .append(" |");
                baselines(system)
                        .forEach(baseline -> row.append(" ")
                                .append(published
                                        .apply(workload, baseline)
                                        .map("*%s*"::formatted)
                                        .orElse(""))
                                .append(" |"));
            }
            text.line("%s", row);
        }
    }

    private List<PaperWorkload> measured() {
        return Arrays.stream(PaperWorkload.values())
                .filter(workload -> results.stream().anyMatch(result -> result.workload() == workload))
                .toList();
    }

    /** Returns the systems that are not ours. */
    private List<String> others() {
        return Arrays.stream(StocatorSystem.values())
                .filter(system -> !system.isUpload())
                .map(StocatorSystem::label)
                .filter(system ->
                        results.stream().anyMatch(result -> result.system().equals(system)))
                .toList();
    }

    private static List<StocatorBaseline> baselines(String system) {
        return Arrays.stream(StocatorBaseline.values())
                .filter(baseline -> baseline.system().equals(system))
                .toList();
    }

    private void uploads(Markdown text) {
        text.heading("Buffers on disk and in memory, and uploads in parts: Teragen");
        text.line(
                "| | store | buffer | request of up to | runs | seconds | requests | resident memory | direct buffers |"
                        + " buffers on disk |");
        text.line("|---|---|---|---|---|---|---|---|---|---|");
        results.stream()
                .filter(result -> result.workload() == PaperWorkload.TERAGEN)
                .forEach(result -> StocatorSystem.of(result.system())
                        .filter(StocatorSystem::isUpload)
                        .ifPresent(system -> text.line(
                                "| %s | %s | %s | %s | %d | %s | %,.0f | %s | %s | %s |",
                                result.system(),
                                store(result),
                                system.buffer(),
                                system.part(),
                                result.runs().size(),
                                result.seconds().text(1),
                                result.requests().median(),
                                bytes(result.of(run -> run.peaks().resident())),
                                bytes(result.of(run -> run.peaks().direct())),
                                bytes(result.of(run -> run.peaks().onDisk())))));
    }

    private void workload(Markdown text, PaperWorkload workload) {
        text.heading("%s: %s".formatted(workload.title(), workload.description()));
        text.line("| | store | runs | seconds | requests | cost of 1,000 runs | bytes written | copied | read |"
                + " buffers on disk |");
        text.line("|---|---|---|---|---|---|---|---|---|---|");
        results.stream()
                .filter(result -> result.workload() == workload)
                .forEach(result -> text.line(
                        "| %s | %s | %d | %s | %,.0f | $%.3f | %s | %s | %s | %s |",
                        result.system(),
                        store(result),
                        result.runs().size(),
                        result.seconds().text(1),
                        result.requests().median(),
                        1000 * result.of(PaperRun::dollars).median(),
                        bytes(result.of(PaperRun::bytesWritten)),
                        bytes(result.of(PaperRun::bytesCopied)),
                        bytes(result.of(PaperRun::bytesRead)),
                        bytes(result.of(run -> run.peaks().onDisk()))));
    }

    private static String store(PaperResult result) {
        return result.delayed() ? "with latency" : "without";
    }

    private static String bytes(Quartiles bytes) {
        return Quantity.bytes(Math.round(bytes.median()));
    }

    private static String number(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }
}
