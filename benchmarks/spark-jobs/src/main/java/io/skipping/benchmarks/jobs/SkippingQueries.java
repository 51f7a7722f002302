// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jobs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * Asks queries of files with Spark, one per line of stdin. Prints {@code READY} once it can.
 *
 * <p>A line is {@code SKIPPING<tab>LOCATION<tab>COLUMN<tab>CONDITION}, where SKIPPING is {@code true} or {@code false}; behind another tab
 * may be a format, which is Parquet otherwise. The answer
 * is {@code VALUES} with the values of the column in the rows that satisfy the condition, ordered, with spaces between them.
 */
public final class SkippingQueries {
    private final SparkSession spark;
    /** by location, so that no query reads a footer for it */
    private final Map<String, StructType> schemas = new HashMap<>();

    private SkippingQueries(SparkSession spark) {
        this.spark = spark;
    }

    /**
     * Executes queries until stdin ends.
     *
     * @param arguments URI of the S3 endpoint, its access key, its secret key
     */
    public static void main(String[] arguments) throws IOException {
        PrintStream answers = System.out;
        // libraries print, too
        System.setOut(System.err);
        try (SparkSession spark = S3Session.builder(arguments[0], arguments[1], arguments[2])
                        .config("spark.sql.extensions", "io.skipping.spark.SkippingExtensions")
                        // what is skipped must not depend on how busy the machine is
                        .config("spark.skipping.lookup-timeout", "1m")
                        // files are small here
                        .config("spark.skipping.smallest-gap", "0")
                        .getOrCreate();
                BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            spark.sparkContext().setLogLevel("WARN");
            answers.println("READY");
            answers.flush();
            SkippingQueries queries = new SkippingQueries(spark);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                answers.println("VALUES " + queries.values(line.split("\t")));
                answers.flush();
            }
        }
    }

    private String values(String[] query) {
        spark.conf().set("spark.skipping.enabled", Boolean.parseBoolean(query[0]));
        String format = query.length > 4 ? query[4] : "parquet";
        StructType schema = schemas.computeIfAbsent(
                query[1], location -> spark.read().format(format).load(location).schema());
        List<Row> rows = spark.read()
                .schema(schema)
                .format(format)
                .load(query[1])
                .where(query[3])
                .select(query[2])
                .orderBy(query[2])
                .collectAsList();
        return rows.stream().map(row -> String.valueOf(row.get(0))).collect(Collectors.joining(" "));
    }
}
