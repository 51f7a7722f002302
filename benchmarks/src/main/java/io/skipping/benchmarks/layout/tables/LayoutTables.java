// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout.tables;

import io.skipping.benchmarks.layout.ComputedLayouts;
import io.skipping.benchmarks.layout.ComputedLayouts.Box;
import io.skipping.benchmarks.layout.tables.BoxQuestions.Right;
import io.skipping.benchmarks.measure.LakeBenchmark;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.benchmarks.measure.SlowStore;
import io.skipping.partitioner.LayoutModel;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.meters.layout.ObjectOrder;
import io.skipping.testing.s3.Latency;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Repeats figures 9, 10 and 12 of IOStack D4.3 end to end: tables that are written, indexed and asked. */
@Command(
        name = "bin/bench layout-tables",
        description = {
            "Writes a table of readings in order of arrival, rewrites it by a grid, by a k-d tree, and by one that is"
                    + " trained with past questions,",
            "indexes each, and asks a Trino and a Spark for boxes of 5, 10 and 20 km over a store with latency: objects,"
                    + " requests, bytes and seconds, beside",
            "what bin/bench layout computes. Every answer must be that of a scan of the table in order of arrival.",
            ""
        })
public final class LayoutTables extends LakeBenchmark {
    @Option(
            names = "--days",
            paramLabel = "N",
            description = "Days of readings, a divisor of 128; one has 1.28 GB (default: 8; 1 of 64 MB with --quick).")
    private Optional<Integer> days = Optional.empty();

    @Option(
            names = "--questions",
            paramLabel = "N",
            description = "Boxes of each size, 1 to 200; the stock connector answers the first of them (default: 20;"
                    + " 2 with --quick).")
    private Optional<Integer> questions = Optional.empty();

    @Option(
            names = "--with",
            split = ",",
            paramLabel = "PART",
            description =
                    "Also measures grid-0, a layout by cells of a degree (twenty minutes more), or spark-objects, a Spark that"
                            + " skips whole objects (ten minutes more for each layout, and 2 GB of memory), or both.")
    private List<String> parts = List.of();

    @Mixin
    private SlowStore store;

    private LayoutTables() {
        super("layout-tables");
    }

    public static void main(String[] arguments) {
        run(new LayoutTables(), arguments);
    }

    private static final String SPARK_OBJECTS = "spark-objects";

    @Override
    protected void check() {
        requireSomeOf(List.of(ComputedLayouts.GRID_0, SPARK_OBJECTS), "--with", parts);
        requireAtLeast(1, "--questions", questions);
        if (questions() > 200) {
            throw wrong("--questions %d: give at most 200".formatted(questions()));
        }
        requireAtLeast(1, "--days", days);
        if (days.isPresent() && ComputedLayouts.PARTITIONS % days.get() != 0) {
            throw wrong("--days %d: give a divisor of %d, the number of objects"
                    .formatted(days.get(), ComputedLayouts.PARTITIONS));
        }
    }

    private List<Way> skipping() {
        return Way.skipping(parts.contains(SPARK_OBJECTS));
    }

    private int questions() {
        return questions.orElse(quick() ? 2 : 20);
    }

    /** Returns the options of a table that has the meters of the layouts on one day. */
    private MeterOptions day() {
        return MeterOptions.defaults().withObjects(ComputedLayouts.PARTITIONS).withMegabytes(quick() ? 0.5 : 10);
    }

    private MeterOptions table() {
        MeterOptions day = day();
        return day.withDays(day.firstDay(), days.orElse(quick() ? 1 : 8), day.objects())
                .withOrder(ObjectOrder.ARRIVAL);
    }

    @Override
    protected LocalLake start() throws IOException {
        return LocalLake.in(folder()).heap("3g").start();
    }

    @Override
    protected LayoutTablesReport measure(LocalLake lake, Queries queries) throws IOException, SQLException {
        steps().begin("Starting Spark");
        try (SparkTable spark = SparkTable.start(lake, quick() ? "64k" : "256k", parts.contains(SPARK_OBJECTS))) {
            return measure(lake, queries, spark);
        }
    }

    private LayoutTablesReport measure(LocalLake lake, Queries queries, SparkTable spark)
            throws IOException, SQLException {
        steps().begin("Training layouts, and computing what boxes read");
        ComputedLayouts layouts = ComputedLayouts.of(day(), questions(), parts.contains(ComputedLayouts.GRID_0));
        LaidOutTable table = new LaidOutTable(lake, queries, spark, steps());
        List<Written> written = new ArrayList<>();
        List<List<Answered>> answered = new ArrayList<>();
        written.add(table.write(ComputedLayouts.arrival(), table().withMeters(layouts.meters())));
        steps().begin("Answering all questions by one scan");
        List<Right> right = BoxQuestions.answers(queries, Way.HIVE.from(), layouts.boxes());
        // what is read in order of arrival is the same for all questions
        Asking asking = new Asking(queries, spark);
        answered.add(ask(lake, asking, layouts, ComputedLayouts.arrival(), right, true));
        for (Map.Entry<String, LayoutModel> model : layouts.models().entrySet()) {
            written.add(table.rewrite(model.getKey(), model.getValue()));
            answered.add(ask(lake, asking, layouts, model.getKey(), right, false));
        }
        return new LayoutTablesReport(layouts.meters(), spark.version(), store.latency(), written, answered);
    }

    private record Asking(Queries queries, SparkTable spark) {
        Run run(Way way, Box box) throws SQLException {
            String sql = BoxQuestions.sql(way, box);
            return way.isSpark() ? spark.run(way, sql) : queries.run(sql);
        }
    }

    /** @param few whether only the first question of each size is asked */
    private List<Answered> ask(
            LocalLake lake, Asking asking, ComputedLayouts layouts, String layout, List<Right> right, boolean few)
            throws SQLException {
        steps().begin(layout + ": asking");
        lake.s3().delay(store.latency());
        List<Answered> answered = new ArrayList<>();
        List<Box> boxes = layouts.boxes();
        for (Way way : skipping()) {
            // fetches the index
            asking.run(way, boxes.getFirst());
        }
        int size = 0;
        for (int number = 0; number < boxes.size(); number++) {
            Box box = boxes.get(number);
            boolean first = box.kilometres() != size;
            size = box.kilometres();
            if (few && !first) {
                continue;
            }
            Right expected = right.get(number);
            Rounds.Asker<Way> asker = way -> BoxQuestions.requireRight(asking.run(way, box), expected, way, box);
            List<Way> ways = new ArrayList<>(skipping());
            if (first) {
                ways.addFirst(Way.HIVE);
            }
            // reads everything, whatever the layout and the question are
            if (few && number == 0) {
                ways.add(Way.SPARK);
            }
            answered.add(new Answered(
                    box,
                    layouts.reads(layout).get(number),
                    layouts.ofAll(layout, box.kilometres()),
                    Rounds.ask(asker, List.of(ways))));
            steps().progress("%d of %d boxes".formatted(number + 1, boxes.size()));
        }
        lake.s3().delay(Latency.NONE);
        return answered;
    }
}
