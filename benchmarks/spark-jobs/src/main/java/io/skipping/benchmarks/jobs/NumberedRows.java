// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jobs;

import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.sum;

import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Runs jobs that write a thousand rows per part, with ids from 0. */
final class NumberedRows {
    private static final long ROWS_OF_PART = 1000;

    private final SparkSession spark;

    NumberedRows(SparkSession spark) {
        this.spark = spark;
    }

    void writeParquet(int parts, String destination) {
        ids(parts)
                .toDF("id")
                .selectExpr("id", "concat('name', id) AS name")
                .write()
                .parquet(destination);
    }

    void writeText(int parts, String destination) {
        ids(parts)
                .map((MapFunction<Long, String>) String::valueOf, Encoders.STRING())
                .javaRDD()
                .saveAsTextFile(destination);
    }

    private Dataset<Long> ids(int parts) {
        return spark.range(0, parts * ROWS_OF_PART, 1, parts).as(Encoders.LONG());
    }

    /** Returns the number of rows and the sum of their ids. */
    String totals(String workload, String destination) {
        Dataset<Row> rows = workload.equals("parquet")
                ? spark.read().parquet(destination)
                : spark.read().text(destination).selectExpr("CAST(value AS bigint) AS id");
        Row totals = rows.agg(count("id"), sum("id")).first();
        return "%s %s".formatted(totals.get(0), totals.get(1));
    }
}
