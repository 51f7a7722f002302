// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.scale;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.testing.console.Quantity;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reports the results. */
record ScaleReport(int rounds, List<Point> points) implements Report {
    @Override
    public String name() {
        return "scale";
    }

    @Override
    public String title() {
        return "How it grows with the number of objects";
    }

    /** Titles of what is done, in the order in which they are shown. */
    private static final Map<String, String> TITLES = Map.ofEntries(
            Map.entry("plan", "Planning: EXPLAIN of a small box"),
            Map.entry("list", "A query that lists all objects and reads none (`\"$path\" = 'none'`)"),
            Map.entry("nothing", "A query for which the index is evaluated for all objects, and none is read"),
            Map.entry("count", "`SELECT count(*)`, which the index answers while the query is planned"),
            Map.entry("box", "A box of 5 × 5 km, one run"),
            Map.entry("build", "Building the index from all objects; for Iceberg, adding them to a table"),
            Map.entry("fill", "Writing and publishing summaries that exist already"),
            Map.entry("index", "The index in the store"),
            Map.entry("heap", "Heap of a snapshot that queries have used"),
            Map.entry("server-heap", "Growth of the server's heap by planning and queries with skipping"),
            Map.entry("open", "Reading an index, and its first answer"),
            Map.entry("lookup", "From a predicate to verdicts on all objects, in memory"),
            Map.entry("each", "The same, and looking up the verdict of each object"));

    private static final List<String> ORDER = List.of(
            "plan",
            "list",
            "nothing",
            "count",
            "box",
            "build",
            "fill",
            "index",
            "heap",
            "server-heap",
            "open",
            "lookup",
            "each");
    private static final List<String> METRICS = List.of("seconds", "bytes", "requests", "rate");

    /** Limit in seconds for opening a snapshot of a million ranges, cold. */
    private static final double OPEN_TARGET = 1;

    private static final int MILLION = 1_000_000;

    /** Returns true: the run fails if results of systems differ. */
    @Override
    public boolean equalResults() {
        return true;
    }

    @Override
    public void put(Records records) {
        for (Point point : points) {
            records.of(point.system(), point.name()).put(point.metric(), point.value(), point.unit());
        }
    }

    @Override
    public List<Aim> aims() {
        return points.stream()
                .filter(point -> point.objects() == MILLION && point.what().equals("open"))
                .map(point -> Aim.atMost("open of a million", OPEN_TARGET, point.value(), point.metric(), point.unit()))
                .toList();
    }

    @Override
    public String introduction() {
        return String.format(
                Locale.ROOT,
                "**Real objects** have the readings of a meter on one day, about 10 kB of CSV, or the same as Parquet"
                        + " for Iceberg, all in one partition. Their index was built from them. Objects that are **only"
                        + " listed** do not exist: the S3 endpoint makes up their entries in listings, in 12 partitions. Their"
                        + " index was filled with made-up summaries (bounds of four columns, a box, a value set). A Trino"
                        + " server runs all queries, and lists over HTTP. Numbers are medians of %d rounds (of a million"
                        + " objects at most 3), with quartiles in brackets.",
                rounds);
    }

    @Override
    public void append(Markdown text) {
        for (Part part : Part.values()) {
            for (String what : ORDER) {
                table(text, part, what);
            }
        }
    }

    private void table(Markdown text, Part part, String what) {
        List<Point> shown = points.stream()
                .filter(point -> point.part() == part && point.what().equals(what))
                .toList();
        if (shown.isEmpty()) {
            return;
        }
        Set<String> systems = new LinkedHashSet<>();
        shown.stream().map(Point::system).sorted().forEach(systems::add);
        List<String> metrics = METRICS.stream()
                .filter(metric ->
                        shown.stream().anyMatch(point -> point.metric().equals(metric)))
                .toList();
        text.line("");
        text.line("## %s: %s", TITLES.get(what), part.title());
        text.line("");
        StringBuilder head = new StringBuilder("| Objects |");
        for (String metric : metrics) {
            systems.forEach(system -> head.append(" %s: %s |".formatted(system, label(metric))));
        }
        text.line("%s", head);
        text.line("%s", "|---|" + "---|".repeat(metrics.size() * systems.size()));
        shown.stream().map(Point::objects).distinct().sorted().forEach(objects -> {
            StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "| %,d |", objects));
            for (String metric : metrics) {
                for (String system : systems) {
                    row.append(shown.stream()
                            .filter(point -> point.objects() == objects
                                    && point.system().equals(system)
                                    && point.metric().equals(metric))
                            .map(point -> " " + cell(point) + " |")
                            .findFirst()
                            .orElse(" |"));
                }
            }
            text.line("%s", row);
        });
    }

    private static String label(String metric) {
        return metric.equals("rate") ? "objects a second" : metric;
    }

    private static String cell(Point point) {
        return switch (point.unit()) {
            case "s" -> spread(point.value());
            case "B" -> Quantity.bytes(Math.round(point.value().median()));
            default -> String.format(Locale.ROOT, "%,.0f", point.value().median());
        };
    }

    private static String spread(Quartiles seconds) {
        String median = digits(seconds.median());
        return seconds.first() == seconds.third()
                ? median
                : "%s (%s to %s)".formatted(median, digits(seconds.first()), digits(seconds.third()));
    }

    private static String digits(double seconds) {
        return String.format(Locale.ROOT, seconds < 0.1 ? "%.4f" : "%.2f", seconds);
    }
}
