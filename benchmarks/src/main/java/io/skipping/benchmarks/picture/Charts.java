// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.picture;

import io.skipping.testing.trips.TripQuestion;
import io.skipping.testing.trips.TripQuestions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Lists the pictures of each benchmark's results. */
public final class Charts {
    private static final List<String> COMMITTERS =
            List.of("file-v1", "file-v2", "s3a-magic", "s3a-magic-memory", "s3a-directory", "attempt-naming");
    private static final List<String> LAYOUTS =
            List.of("grid-1", "grid-0", "zorder", "hilbert", "kdtree", "kdtree-shape", "kdtree-query");

    private Charts() {}

    /**
     * Returns the charts of a benchmark.
     *
     * @param benchmark the benchmark's name in file names; an unknown one has no charts
     */
    public static List<? extends Chart> of(String benchmark) {
        return switch (benchmark) {
            case "alluxio" -> alluxio();
            case "cif" -> cif();
            case "committer" -> committer();
            case "committer-workloads" -> workloads();
            case "concurrency" -> concurrency();
            case "formats" -> formats();
            case "iceberg-planning", "iceberg-planning-483" -> icebergPlanning();
            case "layout" -> layout();
            case "layout-tables" -> layoutTables();
            case "overhead" -> overhead();
            case "planning" -> planning();
            case "pruning" -> pruning();
            case "questions" -> questions();
            case "scale" -> scale();
            case "small-objects" -> smallObjects();
            case "skipping" -> skipping(List.of("polygon-5km"));
            case "skipping-483" -> skipping(List.of());
            case "skipping-iceberg" -> skippingIceberg(List.of("polygon-5km"));
            case "skipping-iceberg-483" -> skippingIceberg(List.of());
            case "skipping-spark" -> skippingSpark();
            case "stocator" -> stocator();
            case "storage-side" -> storageSide();
            case "stores" -> stores();
            default -> List.of();
        };
    }

    private static List<BarChart> alluxio() {
        List<String> systems = List.of("hive", "hive-no-statistics", "skipping", "store-filter");
        List<BarChart> charts = new ArrayList<>();
        for (int rows : new int[] {1 << 20, 1 << 22}) {
            for (String where : List.of("clustered", "scattered")) {
                Map<String, String> cases = labelled(
                        Stream.of(0, 20, 40, 60, 80, 100),
                        share -> "rows=%d/columns=1[+]10/share=%d/%s".formatted(rows, share, where),
                        share -> share + " %");
                String title =
                        "%d rows of 1 + 10 columns, of which a share is wanted that is %s".formatted(rows, where);
                String name = "%d-%s".formatted(rows, where);
                charts.add(new BarChart(name + "-seconds", title, "seconds", false, "seconds", cases, systems));
                charts.add(new BarChart(name + "-bytes", title, "bytes that are sent", false, "bytes", cases, systems));
            }
        }
        return charts;
    }

    private static List<BarChart> cif() {
        List<BarChart> charts = new ArrayList<>();
        addCif(
                charts,
                "scan",
                "All records (figure 7)",
                labelled(
                        Stream.of("integer", "string", "map", "string-map", "all"), "scan/%s"::formatted, name -> name),
                List.of("hive-text", "skipping-text", "hive-sequence", "hive-avro", "hive-rc-binary", "hive-parquet"));
        for (String where : List.of("clustered", "scattered")) {
            addCif(
                    charts,
                    "selectivity-" + where,
                    "A key of a map, of records whose string has a pattern: %s (figure 10)".formatted(where),
                    labelled(
                            Stream.of(0, 1, 20, 40, 60, 80, 100),
                            share -> "selectivity=%d/%s".formatted(share, where),
                            share -> share + " %"),
                    List.of(
                            "hive-text",
                            "skipping-text",
                            "hive-sequence",
                            "skipping-sequence",
                            "hive-parquet",
                            "skipping-parquet"));
        }
        for (String records : List.of("everything", "clustered")) {
            addCif(
                    charts,
                    "columns-" + records,
                    "Tables of 20 to 80 columns: %s (figure 11)"
                            .formatted(records.equals("clustered") ? "a clustered hundredth" : "all records"),
                    labelled(
                            Stream.of(20, 40, 80)
                                    .flatMap(n -> Stream.of("one", "tenth", "all")
                                            .map(name -> "columns=%d/%s/%s".formatted(n, name, records))),
                            name -> name,
                            name -> "%s of %s".formatted(name.split("/")[1], name.replaceAll("[^0-9]", ""))),
                    List.of("hive-text", "skipping-text", "hive-sequence", "hive-rc-binary", "hive-parquet"));
        }
        addCif(
                charts,
                "crawl",
                "Types of contents of URLs that have a pattern (table 1)",
                labelled(Stream.of("clustered", "scattered"), "crawl/%s"::formatted, name -> name),
                List.of(
                        "hive-sequence-gzip",
                        "skipping-sequence-gzip",
                        "hive-text",
                        "skipping-text",
                        "hive-rc-binary-gzip",
                        "hive-parquet",
                        "skipping-parquet"));
        return charts;
    }

    private static void addCif(
            List<BarChart> charts, String name, String title, Map<String, String> cases, List<String> systems) {
        charts.add(new BarChart(name + "-seconds", title, "seconds", false, "seconds", cases, systems));
        charts.add(new BarChart(name + "-bytes", title, "bytes from the store", true, "bytes", cases, systems));
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

    private static List<BarChart> stocator() {
        List<String> systems = List.of("file-v1", "file-v2", "s3a-magic", "s3a-directory", "attempt-naming");
        List<BarChart> charts = new ArrayList<>();
        Map<String, Map<String, String>> parts = new LinkedHashMap<>();
        parts.put("records", stocatorCases(Stream.of("teragen", "copy", "read")));
        parts.put("macro", stocatorCases(Stream.of("wordcount", "terasort", "tpcds-write", "tpcds-read")));
        parts.forEach((name, cases) -> {
            String title = "Workloads of the Stocator paper, objects of 128 MB, over a store with latency";
            charts.add(new BarChart(name + "-seconds", title, "seconds", true, "seconds", cases, systems));
            charts.add(new BarChart(name + "-requests", title, "requests", true, "requests", cases, systems));
        });
        charts.add(new BarChart(
                "uploads",
                "Teragen, uploaded from disk and from memory",
                "seconds",
                false,
                "seconds",
                stocatorCases(Stream.of("teragen")),
                List.of(
                        "attempt-naming-disk",
                        "attempt-naming-bytebuffer",
                        "attempt-naming-parts",
                        "attempt-naming-bytebuffer-parts")));
        return charts;
    }

    private static Map<String, String> stocatorCases(Stream<String> workloads) {
        return labelled(workloads, name -> name + "/latency", name -> switch (name) {
            case "tpcds-write" -> "TPC-DS, written";
            case "tpcds-read" -> "TPC-DS";
            default -> name;
        });
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

    private static List<BarChart> formats() {
        Map<String, String> conditions = new LinkedHashMap<>();
        conditions.put("everything", "of all records");
        conditions.put("clustered", "of a hundredth of the records, which stand together");
        conditions.put("scattered", "of a hundredth of the records, which are everywhere");
        List<String> systems =
                List.of("hive-text", "skipping-text", "hive-parquet", "skipping-parquet", "hive-orc", "skipping-orc");
        List<BarChart> charts = new ArrayList<>();
        conditions.forEach((condition, description) -> {
            Map<String, String> cases = labelled(
                    Stream.of("integer", "string", "map", "all"), name -> name + "/" + condition, name -> name);
            String title = "Text beside columns, " + description;
            charts.add(
                    new BarChart(condition + "-bytes", title, "bytes from the store", true, "bytes", cases, systems));
            charts.add(new BarChart(condition + "-seconds", title, "seconds", false, "seconds", cases, systems));
        });
        return charts;
    }

    private static List<LineChart> icebergPlanning() {
        return Stream.of("explain", "bounds", "path", "kept", "box")
                .map(name -> new LineChart(
                        name,
                        "Planning of Iceberg tables: " + name,
                        "data files",
                        "seconds",
                        "seconds",
                        "files=([0-9]+)/" + name,
                        List.of("iceberg", "skipping-iceberg")))
                .toList();
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
                        Names::question),
                List.of("hive-476", "skipping-476", "hive-483", "skipping-483")));
    }

    private static List<BarChart> layoutTables() {
        List<BarChart> charts = new ArrayList<>();
        List<String> systems = List.of("hive", "skipping-objects", "skipping");
        for (int kilometres : new int[] {5, 20}) {
            Map<String, String> cases = labelled(
                    Stream.of("arrival", "grid-1", "kdtree", "kdtree-query"),
                    layout -> "%1$s/%2$dx%2$dkm".formatted(layout, kilometres),
                    Names::system);
            String title = "Boxes of %d km, by layout, over a store with latency".formatted(kilometres);
            String name = kilometres + "-km";
            charts.add(new BarChart(name + "-seconds", title, "seconds", true, "seconds", cases, systems));
            charts.add(new BarChart(name + "-bytes", title, "bytes from the store", true, "bytes", cases, systems));
        }
        return charts;
    }

    private static List<BarChart> planning() {
        Map<String, String> tpch =
                labelled(IntStream.rangeClosed(1, 22).boxed(), "tpch/q%02d"::formatted, number -> "Q" + number);
        return List.of(
                plans("tpch-seconds", "TPC-H, every table has an index", "seconds", "seconds", tpch),
                plans(
                        "tpch-planning",
                        "TPC-H, every table has an index: analysis and planning",
                        "seconds",
                        "planning.seconds",
                        tpch),
                plans("tpch-bytes", "TPC-H, every table has an index", "bytes from the store", "bytes", tpch),
                plans(
                        "star-fact-seconds",
                        "Joins of a star: only the large table has an index",
                        "seconds",
                        "seconds",
                        star("star_fact")),
                plans(
                        "star-dimension-seconds",
                        "Joins of a star: only a small table has an index",
                        "seconds",
                        "seconds",
                        star("star_dimension")));
    }

    private static BarChart plans(String name, String title, String axis, String metric, Map<String, String> cases) {
        return new BarChart(
                name, title, axis, true, metric, cases, List.of("hive", "skipping", "skipping-without-statistics"));
    }

    private static Map<String, String> star(String schema) {
        return labelled(
                Stream.of(
                        "two-dimensions",
                        "large-last",
                        "few-orders",
                        "left-join",
                        "right-join",
                        "semi-join",
                        "self-join"),
                name -> schema + "/" + name,
                Names::question);
    }

    private static List<BarChart> questions() {
        Map<String, String> tables = new LinkedHashMap<>();
        tables.put(TripQuestions.CSV, "CSV");
        tables.put(TripQuestions.GZIP, "CSV in gzip");
        tables.put(TripQuestions.PARQUET, "Parquet");
        tables.put(TripQuestions.JSON, "JSON");
        List<BarChart> charts = new ArrayList<>();
        tables.forEach((table, format) -> {
            Map<String, String> cases = labelled(
                    TripQuestions.all().stream()
                            .filter(question -> question.table().equals(table)),
                    TripQuestion::name,
                    TripQuestion::title);
            String title = "Questions of a new user: trips of taxis as " + format;
            List<String> systems = List.of("hive", "skipping");
            String name = table.replace("trips_", "");
            charts.add(new BarChart(name + "-seconds", title, "seconds", true, "seconds", cases, systems));
            charts.add(new BarChart(name + "-bytes", title, "bytes from the store", true, "bytes", cases, systems));
        });
        return charts;
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

    private static List<LineChart> scale() {
        List<String> two = List.of("hive", "skipping");
        List<String> one = List.of("skipping");
        return List.of(
                line("plan", "EXPLAIN of a box, objects that are only listed", "seconds", "seconds", "listed", two),
                line("list", "All objects listed, none read", "seconds", "seconds", "listed", two),
                line("nothing", "All objects decided on, none read", "seconds", "seconds", "listed", one),
                line("count", "count(*), answered by the index", "seconds", "seconds", "listed", one),
                line("heap", "Heap that a snapshot takes", "bytes", "bytes", "listed", one),
                line("index", "The index in the store", "bytes", "bytes", "listed", one),
                line("lookup", "From a predicate to verdicts on all objects", "seconds", "seconds", "listed", one),
                line("open", "Reading an index, and its first answer", "seconds", "seconds", "listed", one),
                line("build", "Building the index of files", "objects a second", "rate", "files", one),
                line(
                        "plan-files",
                        "EXPLAIN of a box, real objects",
                        "seconds",
                        "seconds",
                        "files",
                        List.of("hive", "iceberg", "skipping")),
                line(
                        "list-files",
                        "All real objects listed, none read",
                        "seconds",
                        "seconds",
                        "files",
                        List.of("hive", "iceberg", "skipping")));
    }

    private static LineChart line(
            String name, String title, String axis, String metric, String part, List<String> systems) {
        return new LineChart(
                name,
                title,
                "objects",
                axis,
                metric,
                "%s/objects=([0-9]+)/%s".formatted(part, name.replace("-files", "")),
                systems);
    }

    private static List<BarChart> smallObjects() {
        Map<String, String> builds = new LinkedHashMap<>();
        builds.put("objects=700/build", "700 objects");
        builds.put("objects=28000/build", "28,000 objects");
        List<String> ways = List.of("hive", "skipping", "skipping-one-by-one");
        Map<String, String> questions =
                labelled(Stream.of("box", "city", "meter", "scan"), "objects=28000/%s"::formatted, Names::question);
        List<String> systems = List.of("hive", "skipping");
        String build = "Making the index, beside a scan of the stock connector";
        String query = "Queries of 28,000 objects of 10 kB";
        return List.of(
                new BarChart("build", build, "seconds", true, "seconds", builds, ways),
                new BarChart("build-requests", build, "requests to the store", true, "requests", builds, ways),
                new BarChart("seconds", query, "seconds", true, "seconds", questions, systems),
                new BarChart("requests", query, "requests to the store", true, "requests", questions, systems));
    }

    /** @param polygons the cases that need geospatial functions */
    private static List<BarChart> skipping(List<String> polygons) {
        Map<String, String> cases = labelled(
                Stream.of(
                                List.of("box-5km"),
                                polygons,
                                List.of("heat-wave", "city", "city-like", "meter", "join", "top-10", "scan"))
                        .flatMap(List::stream),
                name -> name,
                Names::question);
        List<String> systems = List.of("hive", "hive-parquet", "iceberg", "skipping", "skipping-parquet");
        Map<String, String> names = Map.of(
                "hive", "Hive connector, CSV",
                "iceberg", "Iceberg connector, Parquet",
                "skipping", "Trino Skipping, CSV");
        String title = "The same meter readings as CSV and as Parquet";
        return Stream.of(
                        new BarChart("seconds", title, "seconds", true, "seconds", cases, systems),
                        new BarChart("bytes", title, "bytes from the store", true, "bytes", cases, systems),
                        new BarChart("requests", title, "requests to the store", true, "requests", cases, systems))
                .map(chart -> chart.naming(names))
                .toList();
    }

    /** @param polygons the cases that need geospatial functions */
    private static List<BarChart> skippingIceberg(List<String> polygons) {
        Map<String, String> cases = labelled(
                Stream.of(List.of("box-5km"), polygons, List.of("city", "city-like", "meter", "join", "top-10", "scan"))
                        .flatMap(List::stream),
                name -> name,
                Names::question);
        List<String> systems = List.of("iceberg", "skipping-iceberg");
        String title = "The same files of an Iceberg table";
        return List.of(
                new BarChart("seconds", title, "seconds", true, "seconds", cases, systems),
                new BarChart("bytes", title, "bytes from the store", true, "bytes", cases, systems));
    }

    private static List<BarChart> skippingSpark() {
        Map<String, String> cases = labelled(
                Stream.of("box-5km", "heat-wave", "city", "city-like", "meter", "join", "top-10", "scan"),
                name -> name,
                Names::question);
        List<String> systems = List.of("spark", "skipping-spark");
        String title = "The same meter readings as CSV, by Spark";
        return List.of(
                new BarChart("seconds", title, "seconds", true, "seconds", cases, systems),
                new BarChart("bytes", title, "bytes from the store", true, "bytes", cases, systems));
    }

    private static List<BarChart> storageSide() {
        List<BarChart> charts = new ArrayList<>();
        for (String kind : List.of("csv", "csv-long", "json", "parquet")) {
            charts.add(new BarChart(
                    kind,
                    "What leaves the store, beside a filter at the store that knows the answer: " + kind,
                    "bytes from the store",
                    true,
                    "bytes",
                    labelled(
                            Stream.of(
                                    "box-5km",
                                    "box-10km",
                                    "box-20km",
                                    "city",
                                    "cities",
                                    "heat-wave",
                                    "meter",
                                    "sums",
                                    "everything"),
                            name -> kind + "/" + name,
                            Names::question),
                    List.of("hive", "skipping-objects", "skipping", "oracle-rows", "oracle-columns")));
        }
        return charts;
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
