// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.smallobjects;

import io.skipping.testing.folder.Folders;
import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import io.skipping.testing.meters.HiveDdl;
import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.meters.MeterReadings;
import io.skipping.testing.meters.format.MeterColumn;
import io.skipping.testing.meters.format.MeterFormat;
import io.skipping.testing.meters.sink.S3Sink;
import io.skipping.testing.s3.RequestLog;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** A table of small objects, and its index. */
final class SmallTable {
    static final String SCHEMA = "grid";
    /** The table of all objects. */
    static final String ALL = "meters";
    /** A table of as many objects as can be indexed one by one in reasonable time. */
    static final String PART = "meters_part";

    private final LocalLake lake;
    private final Queries queries;
    private final String name;
    private final Path folder;
    private final IndexedTable index;

    SmallTable(LocalLake lake, Queries queries, String name) {
        this.lake = lake;
        this.queries = queries;
        this.name = name;
        this.folder = lake.s3().bucket(LocalLake.BUCKET).resolve(name);
        this.index = new IndexedTable(queries, SCHEMA, name);
    }

    static void createSchema(Queries queries) throws SQLException {
        queries.rows("CREATE SCHEMA %s.%s".formatted(LocalLake.SKIPPING_CATALOG, SCHEMA));
    }

    /**
     * Uploads the objects, and creates the table over them. Files put into the endpoint's folder would have no ETag in its
     * listings, and builds then ask for each object again, as they need not on S3.
     *
     * @return size of the objects in bytes
     */
    long create(MeterOptions options) throws IOException, SQLException {
        long bytes = upload(options, "");
        String catalog = LocalLake.SKIPPING_CATALOG;
        queries.rows(HiveDdl.createTable(
                HiveDdl.tableFormat(MeterFormat.CSV),
                catalog,
                SCHEMA,
                name,
                "s3://%s/%s".formatted(LocalLake.BUCKET, name)));
        queries.rows(HiveDdl.syncPartitions(catalog, SCHEMA, name));
        return bytes;
    }

    /** Uploads objects into an existing partition, under new names. */
    void add(MeterOptions options, String prefix) throws IOException {
        upload(options, prefix);
    }

    private long upload(MeterOptions options, String prefix) throws IOException {
        try (S3Sink sink = new S3Sink(lake.s3().client(), LocalLake.BUCKET, name)) {
            return MeterReadings.generate(
                            options,
                            (key, content) -> sink.write(key.replace("/", "/" + prefix), content),
                            (_, _, _) -> {})
                    .bytes();
        }
    }

    String name() {
        return name;
    }

    void dropIndex() throws IOException {
        Folders.delete(folder.resolve("_skipping"));
    }

    /** Runs a way once. Deletes an existing index first. */
    Work run(Way way) throws IOException, SQLException {
        if (way == Way.SCAN) {
            Run run = queries.run(scan());
            return new Work(run.seconds(), run.counts());
        }
        dropIndex();
        String property = LocalLake.SKIPPING_CATALOG + ".skipping_summarize_max_objects_per_split";
        queries.rows(way == Way.GROUPED ? "RESET SESSION " + property : "SET SESSION %s = 1".formatted(property));
        return build();
    }

    /** Summarises new objects, and publishes the index. */
    Work build() throws SQLException {
        RequestLog.Mark mark = lake.s3().log().mark();
        long start = System.nanoTime();
        index.buildOnce();
        double seconds = (System.nanoTime() - start) / 1e9;
        Work work = new Work(seconds, lake.s3().log().since(mark));
        if (!index.isComplete()) {
            throw new SQLException("Not all objects are in the index");
        }
        return work;
    }

    private String scan() {
        return Arrays.stream(MeterColumn.values())
                .map(column -> "count(\"%s\")".formatted(column.columnName()))
                .collect(Collectors.joining(
                        ", ", "SELECT ", " FROM %s.%s.%s".formatted(LocalLake.HIVE_CATALOG, SCHEMA, name)));
    }

    /** Returns the size of the index in its store, in bytes. */
    long indexBytes() throws SQLException {
        return index.bytes();
    }
}
