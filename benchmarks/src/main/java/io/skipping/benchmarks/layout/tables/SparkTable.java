// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout.tables;

import com.google.common.collect.Lists;
import io.skipping.benchmarks.layout.tables.Written.Build;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Run;
import io.skipping.testing.meters.SparkDdl;
import io.skipping.testing.s3.LocalS3;
import io.skipping.testing.spark.SparkSql;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;

/** Reads the objects of the table by Spark, in a process of its own, and indexes them as Spark reads CSV. */
final class SparkTable implements AutoCloseable {
    static final String NAME = "meters";

    /** Larger than any object. */
    private static final String WHOLE_OBJECTS = "100g";

    private final LocalS3 s3;
    /** The Sparks by the ways that they answer, for which each has settings, and indexes, of its own. */
    private final Map<Way, SparkSql> sparks = new EnumMap<>(Way.class);

    private SparkTable(LocalS3 s3) {
        this.s3 = s3;
    }

    /**
     * Starts a Spark, or two.
     *
     * @param rangeSize the least length of ranges, as {@code spark.skipping.range-size} takes it
     * @param withObjects whether another one is to skip whole objects
     */
    static SparkTable start(LocalLake lake, String rangeSize, boolean withObjects) throws IOException {
        SparkTable table = new SparkTable(lake.s3());
        try {
            SparkSql ranges = start(lake, "spark", rangeSize);
            table.sparks.put(Way.SPARK, ranges);
            table.sparks.put(Way.SKIPPING_SPARK, ranges);
            if (withObjects) {
                table.sparks.put(
                        Way.SPARK_OBJECTS,
                        start(
                                lake,
                                "spark-objects",
                                WHOLE_OBJECTS,
                                "spark.skipping.index.location=s3a://%s/%s"
                                        .formatted(LocalLake.BUCKET, Way.SPARK_OBJECTS.system())));
            }
            return table;
        } catch (IOException e) {
            table.close();
            throw e;
        }
    }

    private static SparkSql start(LocalLake lake, String name, String rangeSize, String... settings)
            throws IOException {
        return SparkSql.start(
                lake.s3(),
                lake.folder().resolve(name),
                Lists.asList(
                                "spark.skipping.range-size=" + rangeSize,
                                // what is skipped must not depend on how busy the machine is
                                "spark.skipping.lookup-timeout=1m",
                                settings)
                        .toArray(String[]::new));
    }

    String version() {
        return sparks.get(Way.SPARK).version();
    }

    /**
     * Indexes the objects in a folder, which are the table from now on.
     *
     * @param folder its key, without a slash at its end
     * @return the build of each way
     */
    Map<Way, Build> index(String folder) throws IOException {
        Map<Way, Build> builds = new EnumMap<>(Way.class);
        builds.put(Way.SKIPPING_SPARK, index(Way.SKIPPING_SPARK, folder, folder + "/_skipping"));
        if (sparks.containsKey(Way.SPARK_OBJECTS)) {
            builds.put(
                    Way.SPARK_OBJECTS,
                    index(Way.SPARK_OBJECTS, folder, Way.SPARK_OBJECTS.system(), LaidOutTable.WHOLE_OBJECT_INDEXES));
        }
        return builds;
    }

    /**
     * Builds the index of a way.
     *
     * @param location the key of the folder in which it is
     * @param indexes what it consists of, as {@link SparkSql#build} takes it
     */
    private Build index(Way way, String folder, String location, String... indexes) throws IOException {
        SparkSql spark = sparks.get(way);
        spark.createTable(NAME, "csv", ',', "s3a://%s/%s".formatted(LocalLake.BUCKET, folder), SparkDdl.columns());
        Path index = s3.bucket(LocalLake.BUCKET).resolve(location);
        long before = Folders.size(index);
        long start = System.nanoTime();
        spark.build(NAME, indexes);
        return new Build((System.nanoTime() - start) / 1e9, Folders.size(index) - before);
    }

    Run run(Way way, String sql) throws SQLException {
        try {
            return sparks.get(way).run(way != Way.SPARK, sql);
        } catch (IOException e) {
            throw new SQLException(e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        // a resource that is null is not closed
        try (SparkSql _ = sparks.get(Way.SPARK);
                SparkSql _ = sparks.get(Way.SPARK_OBJECTS)) {
            sparks.clear();
        }
    }
}
