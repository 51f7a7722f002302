// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout.tables;

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

/** Reads the objects of the table by Spark, in a process of its own, and indexes them as Spark reads CSV. */
final class SparkTable implements AutoCloseable {
    static final String NAME = "meters";

    private final LocalS3 s3;
    private final SparkSql spark;

    private SparkTable(LocalS3 s3, SparkSql spark) {
        this.s3 = s3;
        this.spark = spark;
    }

    /**
     * Starts a Spark.
     *
     * @param rangeSize the least length of ranges, as {@code spark.skipping.range-size} takes it
     */
    static SparkTable start(LocalLake lake, String rangeSize) throws IOException {
        return new SparkTable(
                lake.s3(),
                SparkSql.start(
                        lake.s3(),
                        lake.folder().resolve("spark"),
                        "spark.skipping.range-size=" + rangeSize,
                        // what is skipped must not depend on how busy the machine is
                        "spark.skipping.lookup-timeout=1m"));
    }

    String version() {
        return spark.version();
    }

    /**
     * Indexes the objects in a folder, which are the table from now on.
     *
     * @param folder its key, without a slash at its end
     */
    Build index(String folder) throws IOException {
        spark.createTable(NAME, "csv", ',', "s3a://%s/%s".formatted(LocalLake.BUCKET, folder), SparkDdl.columns());
        Path index = s3.bucket(LocalLake.BUCKET).resolve(folder).resolve("_skipping");
        long before = Folders.size(index);
        long start = System.nanoTime();
        spark.build(NAME);
        return new Build((System.nanoTime() - start) / 1e9, Folders.size(index) - before);
    }

    Run run(Way way, String sql) throws SQLException {
        try {
            return spark.run(way == Way.SKIPPING_SPARK, sql);
        } catch (IOException e) {
            throw new SQLException(e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        spark.close();
    }
}
