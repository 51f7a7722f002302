// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout.tables;

import io.skipping.benchmarks.layout.ComputedLayouts;
import io.skipping.benchmarks.layout.tables.Written.Build;
import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.lake.Run;
import io.skipping.testing.s3.Latency;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reports the results.
 *
 * @param meters number of meters in the table
 * @param sparkVersion the version of Spark that was asked
 * @param latency of the store while it was asked
 * @param tables in the order in which they were written
 * @param answered of the tables, in the same order
 */
record LayoutTablesReport(
        int meters, String sparkVersion, Latency latency, List<Written> tables, List<List<Answered>> answered)
        implements Report {
    /** How far the number of objects that are read may be above the computed one. */
    private static final double SAME = 1.005;
    /** Spark's tasks read beyond their parts until a line ends, which are many small parts in what must be read as a whole. */
    private static final double SAME_BY_SPARK = 1.02;

    @Override
    public String name() {
        return "layout-tables";
    }

    @Override
    public String title() {
        return "Layouts, written, indexed and asked";
    }

    @Override
    public boolean equalResults() {
        // a wrong answer ends the benchmark
        return true;
    }

    @Override
    public String equality() {
        return "Every answer is that of a scan of the table in order of arrival.";
    }

    private List<Reads> reads() {
        List<Reads> all = new ArrayList<>();
        for (int number = 0; number < tables.size(); number++) {
            Map<Integer, List<Answered>> sizes = new LinkedHashMap<>();
            for (Answered each : answered.get(number)) {
                sizes.computeIfAbsent(each.box().kilometres(), _ -> new ArrayList<>())
                        .add(each);
            }
            Written table = tables.get(number);
            sizes.forEach((kilometres, boxes) -> all.add(new Reads(table, kilometres, boxes)));
        }
        return all;
    }

    @Override
    public void put(Records records) {
        for (Written table : tables) {
            Records.Target target = records.of(Way.HIVE.system(), "data/" + table.layout());
            target.put("bytes", table.size().bytes(), "B");
            target.put("objects", table.size().objects(), "count");
            target.put("writing.seconds", table.seconds(), "s");
            table.builds().forEach((way, build) -> put(records.of(way.system(), "index/" + table.layout()), build));
        }
        for (Reads each : reads()) {
            for (Way way : Way.values()) {
                if (!each.isAnswered(way)) {
                    continue;
                }
                Records.Target target = records.of(way.system(), each.name());
                target.put("seconds", each.quartiles(way, Run::seconds), "s");
                target.put("cpu.seconds", each.quartiles(way, Run::cpuSeconds), "s");
                target.put("requests", each.mean(way, Run::requests), "count");
                target.put("bytes", each.mean(way, Run::bytes), "B");
                target.put("objects", each.objects(way), "count");
                target.put("bytes.ratio", each.fewerBytes(way), "1");
                target.put("equal_results", true);
            }
            Records.Target computed = records.of("computed", each.name());
            computed.put("objects", each.computedObjects(), "count");
            computed.put("bytes.ratio", each.computedFewerBytes(), "1");
            computed.put("squares.bytes.ratio", each.ofAll().fewerBytes(), "1");
            computed.put(
                    "squares.sample_low.bytes.ratio", each.ofAll().ofSample().low(), "1");
            computed.put(
                    "squares.sample_high.bytes.ratio", each.ofAll().ofSample().high(), "1");
            computed.put("squares", each.ofAll().squares(), "count");
        }
    }

    private static void put(Records.Target target, Build build) {
        target.put("build.seconds", build.seconds(), "s");
        target.put("index.bytes", build.bytes(), "B");
    }

    @Override
    public List<Aim> aims() {
        List<Aim> aims = new ArrayList<>();
        for (Reads each : reads()) {
            aims.add(Aim.counted(
                            each.name() + ": whole objects that are read",
                            "as computed, ≤ " + decimal(each.computedObjects()),
                            decimal(each.objects(Way.OBJECTS)),
                            each.objects(Way.OBJECTS) <= SAME * each.computedObjects())
                    .with(each.objects(Way.OBJECTS), "objects", "count"));
            aims.add(Aim.counted(
                            each.name() + ": bytes of ranges",
                            "no more than those of whole objects",
                            Quantity.bytes(Math.round(each.mean(Way.RANGES, Run::bytes))),
                            each.mean(Way.RANGES, Run::bytes) <= SAME * each.mean(Way.OBJECTS, Run::bytes))
                    .with(each.mean(Way.RANGES, Run::bytes), "bytes", "B"));
            aims.add(Aim.counted(
                            each.name() + ": bytes of ranges by Spark",
                            "no more than those of whole objects by Trino",
                            Quantity.bytes(Math.round(each.mean(Way.SKIPPING_SPARK, Run::bytes))),
                            each.mean(Way.SKIPPING_SPARK, Run::bytes)
                                    <= SAME_BY_SPARK * each.mean(Way.OBJECTS, Run::bytes))
                    .with(each.mean(Way.SKIPPING_SPARK, Run::bytes), "bytes", "B"));
            if (each.isAnswered(Way.SPARK_OBJECTS)) {
                aims.add(Aim.counted(
                                each.name() + ": whole objects that are read by Spark",
                                "as computed, ≤ " + decimal(each.computedObjects()),
                                decimal(each.objects(Way.SPARK_OBJECTS)),
                                each.objects(Way.SPARK_OBJECTS) <= SAME * each.computedObjects())
                        .with(each.objects(Way.SPARK_OBJECTS), "objects", "count"));
            }
        }
        return aims;
    }

    @Override
    public String introduction() {
        return ("Readings of %,d meters as CSV in order of arrival, rewritten by `partitioner.jar rewrite` (sorted by latitude"
                        + " within an object), and asked for boxes around one meter of each square of a tenth of"
                        + " a degree: squares that no layout was trained with. The store waits %d ms before it"
                        + " answers, and a stream has %s a second. *hive* is the stock Hive connector;"
                        + " *skipping-objects* skips whole objects, with an index of bounds and boxes; *skipping*"
                        + " skips ranges, with the indexes that a build chooses. *skipping-spark* is Spark %s"
                        + " with indexes of its own, because it reads CSV otherwise than Hive; *skipping-spark-objects* is"
                        + " one that skips whole objects, if it takes part; *spark* does"
                        + " without. Of each size, *hive* answered one box, and the others all of them; in order"
                        + " of arrival, each answered one. Spark without skipping, which always reads everything,"
                        + " answered only one. Each box was asked once. *Computed*: what `bin/bench layout` says"
                        + " of the same boxes and whole objects; *of all squares*: of the boxes around the meters of"
                        + " all squares, which is what that benchmark reports, and in brackets between which numbers random"
                        + " samples of as many boxes as are asked for are in 95 of 100 cases. *Published*: by IOStack D4.3.")
                .formatted(
                        meters,
                        latency.beforeAnswer().toMillis(),
                        Quantity.bytes(latency.bytesPerSecond()),
                        sparkVersion);
    }

    @Override
    public void append(Markdown text) {
        List<Reads> reads = reads();
        text.heading("How many times fewer bytes, and how many objects");
        text.line(
                        "| Boxes | Layout | Questions | Published | Computed | of all squares | skipping-objects | skipping | Objects: all | computed |"
                                + " skipping-objects | skipping |")
                .line("|---|---|---|---|---|---|---|---|---|---|---|---|");
        for (Reads each : bySize(reads)) {
            text.line(
                    "| %1$d × %1$d km | %2$s | %3$d | %4$s | %5$s | %6$s | %7$s | %8$s | %9$d | %10$s | %11$s | %12$s |",
                    each.kilometres(),
                    each.table().layout(),
                    each.answered().size(),
                    ComputedLayouts.published(each.table().layout(), each.kilometres())
                            .orElse(""),
                    decimal(each.computedFewerBytes()),
                    "%s (%s to %s)"
                            .formatted(
                                    decimal(each.ofAll().fewerBytes()),
                                    decimal(each.ofAll().ofSample().low()),
                                    decimal(each.ofAll().ofSample().high())),
                    decimal(each.fewerBytes(Way.OBJECTS)),
                    decimal(each.fewerBytes(Way.RANGES)),
                    each.table().size().objects(),
                    decimal(each.computedObjects()),
                    decimal(each.objects(Way.OBJECTS)),
                    decimal(each.objects(Way.RANGES)));
        }
        text.line("").line("%s", ComputedLayouts.publishedMarks());
        text.heading("Requests, bytes and seconds");
        text.line("Means of requests and bytes, medians of seconds with quartiles in brackets.")
                .line("")
                .line(
                        "| Boxes | Layout | Requests: hive | skipping-objects | skipping | Bytes: hive | skipping-objects | skipping |"
                                + " Seconds: hive | skipping-objects | skipping | Times faster |")
                .line("|---|---|---|---|---|---|---|---|---|---|---|---|");
        for (Reads each : bySize(reads)) {
            StringBuilder cells = new StringBuilder();
            for (Way way : Way.TRINO) {
                cells.append(" %s |".formatted(decimal(each.mean(way, Run::requests))));
            }
            for (Way way : Way.TRINO) {
                cells.append(" %s |".formatted(Quantity.bytes(Math.round(each.mean(way, Run::bytes)))));
            }
            for (Way way : Way.TRINO) {
                cells.append(" %s |".formatted(each.quartiles(way, Run::seconds).text(2)));
            }
            text.line(
                    "| %1$d × %1$d km | %2$s |%3$s %4$s |",
                    each.kilometres(), each.table().layout(), cells, decimal(each.timesFaster(Way.RANGES)));
        }
        appendSpark(text, reads);
        boolean sparkObjects = reads.stream().anyMatch(each -> each.isAnswered(Way.SPARK_OBJECTS));
        text.heading("What the tables took");
        text.line(
                        "| Layout | Size | Objects | Writing | Index of whole objects | its size | Index of ranges | its size |"
                                + " Index of ranges by Spark | its size |%s",
                        sparkObjects ? " Index of whole objects by Spark | its size |" : "")
                .line("|---|---|---|---|---|---|---|---|---|---|%s", sparkObjects ? "---|---|" : "");
        for (Written table : tables) {
            Build objects = table.builds().get(Way.OBJECTS);
            Build ranges = table.builds().get(Way.RANGES);
            Build spark = table.builds().get(Way.SKIPPING_SPARK);
            text.line(
                    "| %s | %s | %d | %s | %s | %s | %s | %s | %s | %s |%s",
                    table.layout(),
                    Quantity.bytes(table.size().bytes()),
                    table.size().objects(),
                    Quantity.seconds(table.seconds()),
                    Quantity.seconds(objects.seconds()),
                    Quantity.bytes(objects.bytes()),
                    Quantity.seconds(ranges.seconds()),
                    Quantity.bytes(ranges.bytes()),
                    Quantity.seconds(spark.seconds()),
                    Quantity.bytes(spark.bytes()),
                    Optional.ofNullable(table.builds().get(Way.SPARK_OBJECTS))
                            .map(build -> " %s | %s |"
                                    .formatted(Quantity.seconds(build.seconds()), Quantity.bytes(build.bytes())))
                            .orElse(""));
        }
        text.line("")
                .line(
                        "Writing is the generator's time in order of arrival, and that of the command otherwise: it reads the"
                                + " table before, and counts the rows of both. There is no latency meanwhile.");
    }

    private static void appendSpark(Markdown text, List<Reads> reads) {
        Reads all = reads.stream()
                .filter(each -> each.isAnswered(Way.SPARK))
                .findFirst()
                .orElseThrow();
        double seconds = all.quartiles(Way.SPARK, Run::seconds).median();
        text.heading("By Spark");
        text.line(
                        "Without skipping, a question takes %s, %s requests and %s.",
                        Quantity.seconds(seconds),
                        decimal(all.mean(Way.SPARK, Run::requests)),
                        Quantity.bytes(Math.round(all.mean(Way.SPARK, Run::bytes))))
                .line("");
        appendSpark(text, reads, Way.SKIPPING_SPARK, seconds);
        if (reads.stream().anyMatch(each -> each.isAnswered(Way.SPARK_OBJECTS))) {
            text.line("").line("Whole objects, by *skipping-spark-objects*:").line("");
            appendSpark(text, reads, Way.SPARK_OBJECTS, seconds);
        }
    }

    /** @param seconds what a question takes without skipping */
    private static void appendSpark(Markdown text, List<Reads> reads, Way way, double seconds) {
        text.line(
                        "| Boxes | Layout | Questions | Objects | Requests | Bytes | Times fewer bytes | Seconds | Times faster |")
                .line("|---|---|---|---|---|---|---|---|---|");
        for (Reads each : bySize(reads)) {
            text.line(
                    "| %1$d × %1$d km | %2$s | %3$d | %4$s | %5$s | %6$s | %7$s | %8$s | %9$s |",
                    each.kilometres(),
                    each.table().layout(),
                    each.answered().size(),
                    decimal(each.objects(way)),
                    decimal(each.mean(way, Run::requests)),
                    Quantity.bytes(Math.round(each.mean(way, Run::bytes))),
                    decimal(each.fewerBytes(way)),
                    each.quartiles(way, Run::seconds).text(2),
                    decimal(seconds / each.quartiles(way, Run::seconds).median()));
        }
    }

    private static List<Reads> bySize(List<Reads> reads) {
        return reads.stream()
                .sorted((one, other) -> Integer.compare(one.kilometres(), other.kilometres()))
                .toList();
    }

    private static String decimal(double number) {
        return String.format(Locale.ROOT, number >= 99.95 ? "%.0f" : "%.1f", number);
    }
}
