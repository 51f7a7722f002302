// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout.tables;

import io.skipping.benchmarks.layout.tables.Written.Build;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.ModelJson;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.console.Steps;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.Job;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.meters.HiveDdl;
import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.meters.MeterReadings;
import io.skipping.testing.meters.sink.S3Sink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keeps a table of readings as CSV, without Hive partitions, in one layout after another. */
final class LaidOutTable {
    static final String SCHEMA = "layouts";
    /** Names the table that is rewritten. It has no index, so that the time of a rewrite contains none of a build. */
    static final String READINGS = "readings";

    /** Larger than any object. */
    private static final String WHOLE_OBJECTS = "100GB";
    /** Maximum number of boxes of an index: a box for each cell of a grid in an object. */
    private static final String BOXES = "64";

    /** The indexes of whole objects as Spark's builds take them: the same as in Trino. */
    static final String[] WHOLE_OBJECT_INDEXES = {
        "minmax:latitude", "minmax:longitude", "bbox:longitude,latitude;boxes=" + BOXES
    };

    private static final String SORTED_BY = "latitude";

    private final LocalLake lake;
    private final Queries queries;
    private final SparkTable spark;
    private final Steps steps;
    /** The key of the folder with the objects, without a slash at its end. */
    private String folder;

    LaidOutTable(LocalLake lake, Queries queries, SparkTable spark, Steps steps) {
        this.lake = lake;
        this.queries = queries;
        this.spark = spark;
        this.steps = steps;
    }

    /** Generates readings, and creates a table of them as they arrive. */
    Written write(String layout, MeterOptions options) throws IOException, SQLException {
        steps.begin("Writing readings as they arrive");
        folder = SCHEMA + "/arrival";
        long start = System.nanoTime();
        try (S3Sink sink = new S3Sink(lake.s3().client(), LocalLake.BUCKET, folder)) {
            MeterReadings.generate(
                    options,
                    // days are no partitions
                    (key, content) -> sink.write(key.replace("dt=", "").replace('/', '-'), content),
                    (written, objects, bytes) ->
                            steps.progress("%d of %d objects, %s".formatted(written, objects, Quantity.bytes(bytes))));
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        queries.rows("CREATE SCHEMA %s.%s".formatted(LocalLake.HIVE_CATALOG, SCHEMA));
        create(READINGS);
        return index(layout, seconds);
    }

    /** Rewrites the table by a model, and deletes the objects that it had before. */
    Written rewrite(String layout, LayoutModel model) throws IOException, SQLException {
        steps.begin(layout + ": rewriting");
        dropIndexed();
        Path file = lake.folder().resolve(layout + ".json");
        Files.writeString(file, ModelJson.write(model));
        String table = SCHEMA + "." + READINGS;
        double seconds = Job.run(
                Job.rewrite(
                        lake,
                        table,
                        List.of(
                                "--model",
                                file.toString(),
                                "--sort",
                                SORTED_BY,
                                "--move-external",
                                "--session",
                                LocalLake.SKIPPING_CATALOG + ".compression_codec=NONE")),
                steps::note);
        Job.run(Job.rewrite(lake, table, List.of("--finish", "--older-than", "0s")), steps::note);
        Path old = objects();
        String path = (String) queries.rows("SELECT min(\"$path\") FROM " + Way.HIVE.from())
                .getFirst()
                .getFirst();
        String bucket = "s3://%s/".formatted(LocalLake.BUCKET);
        folder = path.substring(bucket.length(), path.lastIndexOf('/'));
        // the old objects of an external table are left to their owner
        Folders.delete(old);
        return index(layout, seconds);
    }

    private Path objects() {
        return lake.s3().bucket(LocalLake.BUCKET).resolve(folder);
    }

    private void create(String table) throws SQLException {
        queries.rows(HiveDdl.createTableWithoutPartitions(
                HiveDdl.TableFormat.TEXTFILE,
                LocalLake.HIVE_CATALOG,
                SCHEMA,
                table,
                "s3://%s/%s".formatted(LocalLake.BUCKET, folder)));
    }

    private void dropIndexed() throws SQLException {
        for (Way way : List.of(Way.OBJECTS, Way.RANGES)) {
            queries.rows("DROP TABLE %s.%s.%s".formatted(LocalLake.HIVE_CATALOG, SCHEMA, way.table()));
        }
    }

    private Written index(String layout, double seconds) throws IOException, SQLException {
        IndexedTable.awaitOldEnough();
        Map<Way, Build> builds = new EnumMap<>(Way.class);
        create(Way.OBJECTS.table());
        IndexedTable objects = new IndexedTable(queries, SCHEMA, Way.OBJECTS.table());
        objects.request("minmax", List.of("latitude"));
        objects.add("minmax", List.of("longitude"));
        objects.add("bbox", List.of("longitude", "latitude"), Map.of("boxes", BOXES));
        builds.put(Way.OBJECTS, build(layout, objects, Optional.of(WHOLE_OBJECTS)));
        create(Way.RANGES.table());
        IndexedTable ranges = new IndexedTable(queries, SCHEMA, Way.RANGES.table());
        builds.put(Way.RANGES, build(layout, ranges, Optional.empty()));
        steps.begin(layout + ": building the indexes of Spark");
        builds.putAll(spark.index(folder));
        return new Written(layout, queries.size(Way.HIVE.from()), seconds, builds);
    }

    private Build build(String layout, IndexedTable table, Optional<String> rangeSize)
            throws IOException, SQLException {
        steps.begin("%s: building the index of %s".formatted(layout, table.table()));
        double seconds = Job.run(Job.build(lake, SCHEMA + "." + table.table(), rangeSize), steps::progress);
        if (!table.isComplete()) {
            throw new IOException("Not all objects of %s are in its index".formatted(table.table()));
        }
        return new Build(seconds, table.bytes());
    }
}
