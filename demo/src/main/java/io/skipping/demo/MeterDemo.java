// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import io.skipping.testing.console.Quantity;
import io.skipping.testing.console.Steps;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.lake.EngineIndexes;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.meters.GenerationResult;
import io.skipping.testing.meters.HiveDdl;
import io.skipping.testing.meters.MeterReadings;
import io.skipping.testing.meters.ProgressListener;
import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.meters.sink.S3Sink;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Runs the demo once S3 and Trino are up: creates a table of meter readings, builds its index, and runs the queries.
 */
final class MeterDemo {
    private static final String SCHEMA = "grid";

    /**
     * Longer than the age up to which a build leaves out objects, although a store may give their times in whole
     * seconds.
     */
    private static final Duration OLD_ENOUGH = Duration.ofSeconds(3);

    private final LocalLake lake;
    private final String table;
    private final DemoOptions options;
    private final Steps steps;
    private final QueryRunner queries;

    /** @param table name without schema; also the name of the folder of its objects */
    MeterDemo(LocalLake lake, String table, DemoOptions options, Steps steps) {
        this.lake = lake;
        this.table = table;
        this.options = options;
        this.steps = steps;
        this.queries = new QueryRunner(lake);
    }

    DemoResult run() throws IOException, SQLException {
        steps.begin("Generating %d objects of %s"
                .formatted(
                        options.data().objects(),
                        Quantity.bytes(Math.round(options.data().megabytes() * 1e6))));
        GenerationResult generated = generate();
        Instant written = Instant.now();
        steps.begin("Creating the table %s.%s".formatted(SCHEMA, table));
        createTable();
        awaitAge(written);
        steps.begin("Building the index");
        IndexCost index = buildIndex(generated);
        List<Comparison> comparisons = new ArrayList<>();
        for (NeighbourhoodQuery query : neighbourhoods(generated)) {
            comparisons.add(compare(query, generated));
        }
        return new DemoResult(index, comparisons, askOfLikeMeters(generated));
    }

    /**
     * Waits until the last objects are old enough. With little data, written at once, the job would leave them to the
     * next build.
     */
    private static void awaitAge(Instant written) throws InterruptedIOException {
        try {
            Thread.sleep(Duration.between(Instant.now(), written.plus(OLD_ENOUGH)));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted before the index was built");
        }
    }

    private GenerationResult generate() throws IOException {
        try (S3Client client = lake.s3().client();
                S3Sink sink = new S3Sink(client, LocalLake.BUCKET, table)) {
            ProgressListener progress = (written, ofObjects, bytes) ->
                    steps.progress("%d of %d objects, %s".formatted(written, ofObjects, Quantity.bytes(bytes)));
            return MeterReadings.generate(options.data(), sink, progress);
        }
    }

    private void createTable() throws SQLException {
        String catalog = LocalLake.SKIPPING_CATALOG;
        String location = "s3://%s/%s".formatted(LocalLake.BUCKET, table);
        queries.execute("CREATE SCHEMA IF NOT EXISTS %s.%s".formatted(catalog, SCHEMA));
        queries.execute(
                HiveDdl.createTable(HiveDdl.tableFormat(options.data().format()), catalog, SCHEMA, table, location));
        queries.execute(HiveDdl.syncPartitions(catalog, SCHEMA, table));
    }

    private IndexCost buildIndex(GenerationResult generated) throws IOException {
        IndexJob.Result job = IndexJob.build(lake, "%s.%s".formatted(SCHEMA, table), options.range(), steps::note);
        if (lake.engine().isPresent()) {
            EngineIndexes indexes = new EngineIndexes(lake.engine().get());
            return new IndexCost(job, lake.store(), Optional.of(indexes.keeper()), indexes.bytes(), generated.bytes());
        }
        long bytes =
                Folders.size(lake.s3().bucket(LocalLake.BUCKET).resolve(table).resolve("_skipping"));
        return new IndexCost(job, lake.store(), Optional.empty(), bytes, generated.bytes());
    }

    /**
     * Returns the queries around a meter from the middle of the table: first over all days, then, if that is a
     * different query, over the last day.
     */
    private List<NeighbourhoodQuery> neighbourhoods(GenerationResult generated) {
        Meter meter = MeterReadings.meter(options.data(), generated.meters() / 2);
        List<NeighbourhoodQuery> neighbourhoods = new ArrayList<>();
        neighbourhoods.add(new NeighbourhoodQuery("neighbourhood", meter, options.kilometres(), Optional.empty()));
        if (generated.days().size() > 1) {
            neighbourhoods.add(new NeighbourhoodQuery(
                    "neighbourhood-day",
                    meter,
                    options.kilometres(),
                    Optional.of(generated.days().getLast())));
        }
        return neighbourhoods;
    }

    private Comparison compare(NeighbourhoodQuery query, GenerationResult generated) throws SQLException {
        steps.begin(query.description());
        Map<Setting, Measurement> measurements = new EnumMap<>(Setting.class);
        for (Setting setting : Setting.values()) {
            String name = "%s.%s.%s".formatted(setting.catalog(), SCHEMA, table);
            Measurement measurement = queries.measure(setting, query.objectsSql(name), query.sql(name), options.runs());
            measurements.put(setting, measurement);
            steps.note("%s: %s"
                    .formatted(
                            setting.title(),
                            Quantity.seconds(measurement.median().seconds())));
        }
        int objects = generated.objects();
        return new Comparison(
                query, query.day().isPresent() ? objects / generated.days().size() : objects, measurements);
    }

    /** Asks the question that the customers of a utility have. */
    private LikeMeters askOfLikeMeters(GenerationResult generated) throws SQLException {
        Meter meter = MeterReadings.meter(options.data(), generated.meters() / 2);
        LikeMetersQuery query = new LikeMetersQuery(meter, options.kilometres());
        steps.begin(query.description());
        Map<Setting, Measurement.Run> runs = new EnumMap<>(Setting.class);
        for (Setting setting : Setting.values()) {
            runs.put(setting, queries.run(setting, query.sql("%s.%s.%s".formatted(setting.catalog(), SCHEMA, table))));
        }
        return new LikeMeters(query, generated.days().size(), runs);
    }
}
