// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jobs;

import io.skipping.committer.store.HadoopStore;
import io.skipping.committer.vacuum.Vacuum;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * Runs jobs that write readings of some days as text, with a folder for each day. A job's number determines what it
 * writes.
 */
final class ReadingJobs {
    private final SparkSession spark;

    ReadingJobs(SparkSession spark) {
        this.spark = spark;
    }

    /**
     * Writes the rows of a job. The benchmark that requests them computes the same rows.
     *
     * @param overwrites whether to replace the existing data of these days; otherwise the job adds to it
     * @param parts number of parts of a day
     * @param rows number of rows of a part
     */
    void write(int job, boolean overwrites, int firstDay, int days, int parts, int rows, String destination) {
        long rowsOfDay = (long) parts * rows;
        String shuffled = "(place * 7919 %% %d)".formatted(rowsOfDay);
        spark.range(0, days * rowsOfDay, 1, days * parts)
                .selectExpr(
                        "id %% %d AS place".formatted(rowsOfDay),
                        "CAST(%d + id DIV %d AS int) AS day".formatted(firstDay, rowsOfDay))
                .selectExpr(
                        "%d AS job".formatted(job),
                        shuffled + " AS vid",
                        "concat('town-', place * 40 DIV %d) AS town".formatted(rowsOfDay),
                        "42 + 8.0D * place / %d AS latitude".formatted(rowsOfDay),
                        "1 + 6.0D * %s / %d AS longitude".formatted(shuffled, rowsOfDay),
                        "(place * 31 + %d) %% 1000 AS energy".formatted(job),
                        "day")
                .write()
                .mode(overwrites ? SaveMode.Overwrite : SaveMode.Append)
                .partitionBy("day")
                .option("partitionOverwriteMode", "dynamic")
                // queries may still read what is replaced
                .option("skipping.committer.overwrite.delete", "vacuum")
                .csv(destination);
    }

    /** Deletes the objects that no manifest refers to and that are older than a number of seconds. */
    void vacuum(int seconds, String destination) {
        Configuration configuration = spark.sparkContext().hadoopConfiguration();
        try {
            HadoopStore store = HadoopStore.at(new Path(destination), configuration);
            Vacuum vacuum = new Vacuum(store, Instant.now(), Duration.ofSeconds(seconds));
            vacuum.delete(vacuum.find());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
