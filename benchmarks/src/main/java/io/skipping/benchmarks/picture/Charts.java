// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.picture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Which pictures there are of a benchmark's results. */
public final class Charts {
    private static final List<String> COMMITTERS =
            List.of("file-v1", "file-v2", "s3a-magic", "s3a-magic-memory", "s3a-directory", "attempt-naming");
    private static final List<String> LAYOUTS =
            List.of("grid-1", "grid-0", "zorder", "hilbert", "kdtree", "kdtree-shape", "kdtree-query");

    private Charts() {}

    /** @param benchmark by its name in file names; of one that is not known there are none */
    public static List<BarChart> of(String benchmark) {
        return switch (benchmark) {
            case "committer" -> committer();
            case "committer-workloads" -> workloads();
            case "concurrency" -> concurrency();
            case "layout" -> layout();
            case "overhead" -> overhead();
            case "pruning" -> pruning();
            case "skipping" -> skipping();
            case "stores" -> stores();
            default -> List.of();
        };
    }

    private static List<BarChart> committer() {
        return List.of(requests("parquet", "a data frame, Parquet"), requests("text-rdd", "saveAsTextFile"));
    }

    private static BarChart requests(String workload, String description) {
        return new BarChart(
                workload,
                "Spark writes N objects: " + description,
                "requests",
                true,
                "requests",
                labelled(Stream.of(1, 10, 100), n -> "%s/n=%d".formatted(workload, n), n -> "N = " + n),
                COMMITTERS);
    }

    private static List<BarChart> workloads() {
        Stream<String> names = Stream.of("teragen", "copy", "wordcount", "terasort", "read");
        Map<String, String> cases = labelled(names, name -> name + "/latency", name -> name);
        String title = "Workloads of the Stocator paper, over a store with latency";
        return List.of(
                new BarChart("seconds", title, "seconds", false, "seconds", cases, COMMITTERS),
                new BarChart("requests", title, "requests", true, "requests", cases, COMMITTERS));
    }

    private static List<BarChart> concurrency() {
        Map<String, String> cases =
                labelled(Stream.of(1, 4, 16), n -> "clients=" + n, n -> n == 1 ? "1 client" : n + " clients");
        List<String> systems = List.of("hive", "skipping-off", "skipping");
        return List.of(
                new BarChart(
                        "throughput",
                        "Queries while jobs write and the index is built",
                        "queries a second",
                        false,
                        "queries.per.second",
                        cases,
                        systems),
                new BarChart(
                        "not-right",
                        "Queries while jobs write: those that fail, or see half a job",
                        "% of queries",
                        false,
                        "not.right.percent",
                        cases,
                        systems));
    }

    private static List<BarChart> layout() {
        List<BarChart> charts = new ArrayList<>();
        for (int km : new int[] {5, 10, 20}) {
            for (String granularity : List.of("objects", "ranges")) {
                charts.add(new BarChart(
                        "%d-km-%s".formatted(km, granularity),
                        "Boxes of %d by %d km, reading whole %s that may match".formatted(km, km, granularity),
                        "times fewer bytes than without a filter",
                        true,
                        "ratio",
                        labelled(
                                Stream.of(32, 64, 128),
                                n -> "%dx%dkm/partitions=%d/%s".formatted(km, km, n, granularity),
                                n -> n + " objects"),
                        LAYOUTS));
            }
        }
        return charts;
    }

    private static List<BarChart> overhead() {
        return List.of(new BarChart(
                "seconds",
                "Queries that the index can't help",
                "seconds",
                false,
                "seconds",
                labelled(
                        Stream.of(
                                "scan",
                                "scan-undecided",
                                "scan-tested",
                                "small-objects",
                                "small-objects-all",
                                "partitions"),
                        name -> name,
                        name -> name),
                List.of("hive", "skipping")));
    }

    private static List<BarChart> pruning() {
        Map<String, String> cases = new LinkedHashMap<>();
        cases.put("family/equal/12", "=");
        cases.put("family/in/12", "IN");
        cases.put("family/range/12", "BETWEEN");
        cases.put("family/box/12", "box");
        cases.put("family/polygon-indexed/12", "polygon");
        cases.put("family/like-prefix/12", "LIKE 'x%'");
        cases.put("family/time/12", "time");
        cases.put("family/cast/12", "CAST");
        cases.put("family/array/12", "array");
        cases.put("family/map/12", "map");
        cases.put("family/row/12", "row");
        cases.put("family/null/12", "IS NOT NULL");
        return List.of(new BarChart(
                "bytes",
                "Clustered events: a question of each kind",
                "bytes from the store",
                true,
                "bytes",
                cases,
                List.of("hive", "skipping")));
    }

    private static List<BarChart> skipping() {
        Map<String, String> cases = labelled(
                Stream.of(
                        "box-5km", "polygon-5km", "heat-wave", "city", "city-like", "meter", "join", "top-10", "scan"),
                name -> name,
                name -> name);
        List<String> systems = List.of("hive", "hive-parquet", "iceberg", "skipping", "skipping-parquet");
        String title = "The same meter readings: CSV (hive, skipping) and Parquet (the others)";
        return List.of(
                new BarChart("seconds", title, "seconds", true, "seconds", cases, systems),
                new BarChart("bytes", title, "bytes from the store", true, "bytes", cases, systems),
                new BarChart("requests", title, "requests to the store", true, "requests", cases, systems));
    }

    private static List<BarChart> stores() {
        return List.of(new BarChart(
                "warm",
                "From a predicate to verdicts on all objects, with the snapshot in memory",
                "seconds",
                true,
                "seconds",
                labelled(
                        Stream.of("selective", "town", "medium", "wide"),
                        name -> "objects=[0-9]+/%s/warm".formatted(name),
                        name -> name),
                List.of("skipping", "skipping-elasticsearch", "skipping-opensearch")));
    }

    private static <T> Map<String, String> labelled(
            Stream<T> all, Function<T, String> name, Function<T, String> label) {
        Map<String, String> labels = new LinkedHashMap<>();
        all.forEach(each -> labels.put(name.apply(each), label.apply(each)));
        return labels;
    }
}
