// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jobs;

import static org.apache.spark.sql.functions.sum;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A Spark in this process that does what it is told, line by line, and says {@code READY} when it can be, and what came of it:
 *
 * <ul>
 *   <li>{@code parquet N DESTINATION}, {@code text-rdd N DESTINATION}: writes N parts; {@code DONE MILLIS}
 *   <li>{@code read parquet DESTINATION}, {@code read text-rdd DESTINATION}: {@code ROWS COUNT SUM}
 * </ul>
 */
public final class SparkJobs {
    private static final long ROWS_OF_PART = 1000;

    private final SparkSession spark;

    private SparkJobs(SparkSession spark) {
        this.spark = spark;
    }

    /** @param arguments system, URI of the S3 endpoint, its access key, its secret key */
    public static void main(String[] arguments) throws IOException {
        PrintStream answers = System.out;
        // libraries print, too
        System.setOut(System.err);
        SparkSession.Builder builder = SparkSession.builder()
                .master("local[2]")
                .appName("committers")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.hadoop.fs.s3a.endpoint", arguments[1])
                .config("spark.hadoop.fs.s3a.endpoint.region", "us-east-1")
                .config("spark.hadoop.fs.s3a.path.style.access", "true")
                .config("spark.hadoop.fs.s3a.access.key", arguments[2])
                .config("spark.hadoop.fs.s3a.secret.key", arguments[3])
                .config(
                        "spark.hadoop.fs.s3a.aws.credentials.provider",
                        "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider")
                .config("spark.hadoop.fs.s3a.connection.ssl.enabled", "false");
        CommitterSystem.of(arguments[0]).configuration().forEach(builder::config);
        try (SparkSession spark = builder.getOrCreate();
                BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            spark.sparkContext().setLogLevel("ERROR");
            answers.println("READY");
            answers.flush();
            SparkJobs jobs = new SparkJobs(spark);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                answers.println(jobs.answer(line.split(" ")));
                answers.flush();
            }
        }
    }

    private String answer(String[] words) {
        if (words[0].equals("read")) {
            Dataset<Row> rows = read(words[1], words[2]);
            Row totals = rows.agg(sum("id"), org.apache.spark.sql.functions.count("id"))
                    .first();
            return "ROWS %s %s".formatted(totals.get(1), totals.get(0));
        }
        long start = System.nanoTime();
        write(words[0], Integer.parseInt(words[1]), words[2]);
        return "DONE " + (System.nanoTime() - start) / 1_000_000;
    }

    private void write(String workload, int parts, String destination) {
        Dataset<Long> ids = spark.range(0, parts * ROWS_OF_PART, 1, parts).as(Encoders.LONG());
        switch (workload) {
            case "parquet" ->
                ids.toDF("id")
                        .selectExpr("id", "concat('name', id) AS name")
                        .write()
                        .parquet(destination);
            case "text-rdd" ->
                ids.map((MapFunction<Long, String>) String::valueOf, Encoders.STRING())
                        .javaRDD()
                        .saveAsTextFile(destination);
            default -> throw new IllegalArgumentException("There is no workload " + workload);
        }
    }

    private Dataset<Row> read(String workload, String destination) {
        return workload.equals("parquet")
                ? spark.read().parquet(destination)
                : spark.read().text(destination).selectExpr("CAST(value AS bigint) AS id");
    }
}
