// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jobs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;

/**
 * Runs Spark in this process and executes orders, one per line of stdin. Prints {@code READY} once it can, and an
 * answer to each order.
 *
 * <p>Orders that are answered by {@code DONE MILLIS}:
 *
 * <ul>
 *   <li>{@code parquet N DESTINATION}, {@code text-rdd N DESTINATION}: writes N parts
 *   <li>{@code teragen RECORDS N DESTINATION}, {@code text LINES N DESTINATION}: writes records or lines in N parts
 *   <li>{@code copy SOURCE DESTINATION}: copies records
 *   <li>{@code terasort SOURCE N DESTINATION}: sorts records into N parts
 *   <li>{@code wordcount SOURCE N DESTINATION}: counts the words of lines into N parts
 *   <li>{@code readings JOB append|overwrite FIRST_DAY DAYS PARTS ROWS DESTINATION}: writes that many parts per day
 *   <li>{@code vacuum SECONDS DESTINATION}: deletes older objects that no manifest refers to
 *   <li>{@code tpcds-generate SCALE N DESTINATION}: generates tables of TPC-DS, the largest one in N parts
 *   <li>{@code tpcds-write SOURCE DESTINATION}: writes these tables as they are
 *   <li>{@code reset-peaks}: begins to measure what {@code peaks} answers
 * </ul>
 *
 * <p>Orders that are answered by {@code DONE MILLIS COUNT CHECKSUM ORDERED}:
 *
 * <ul>
 *   <li>{@code records SOURCE}, {@code lines SOURCE}: reads what the source contains
 *   <li>{@code expected-records RECORDS N}, {@code expected-counts LINES N}: computes what it should contain
 *   <li>{@code tpcds-tables SOURCE}: reads tables of TPC-DS
 *   <li>{@code tpcds-queries SOURCE}: asks queries of these tables; ORDERED is whether each has an answer
 * </ul>
 *
 * <p>Orders that are answered by {@code ROWS COUNT SUM}: {@code read parquet DESTINATION}, {@code read text-rdd
 * DESTINATION}.
 *
 * <p>The order {@code peaks} is answered by {@code PEAKS RESIDENT DIRECT DISK}, as {@link Peaks} documents.
 */
public final class SparkJobs {
    private final NumberedRows rows;
    private final RecordJobs records;
    private final WordJobs words;
    private final ReadingJobs readings;
    private final TpcdsJobs tpcds;
    private final Peaks peaks = new Peaks(S3Session.buffers());

    private SparkJobs(SparkSession spark) {
        this.rows = new NumberedRows(spark);
        this.records = new RecordJobs(spark);
        this.words = new WordJobs(spark);
        this.readings = new ReadingJobs(spark);
        this.tpcds = new TpcdsJobs(spark);
    }

    /**
     * Executes orders until stdin ends.
     *
     * @param arguments committer, URI of the S3 endpoint, its access key, its secret key; then any number of properties
     *     as NAME=VALUE, which take precedence
     */
    public static void main(String[] arguments) throws IOException {
        PrintStream answers = System.out;
        // libraries print, too
        System.setOut(System.err);
        SparkSession.Builder builder = S3Session.builder(arguments[1], arguments[2], arguments[3]);
        CommitterSystem.of(arguments[0]).configuration().forEach(builder::config);
        Arrays.stream(arguments)
                .skip(4)
                .map(property -> property.split("=", 2))
                .forEach(property -> builder.config(property[0], property[1]));
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

    private String answer(String[] order) {
        return switch (order[0]) {
            case "read" -> "ROWS " + rows.totals(order[1], order[2]);
            case "parquet" -> done(() -> rows.writeParquet(number(order[1]), order[2]));
            case "text-rdd" -> done(() -> rows.writeText(number(order[1]), order[2]));
            case "teragen" -> done(() -> records.generate(Long.parseLong(order[1]), number(order[2]), order[3]));
            case "copy" -> done(() -> records.copy(order[1], order[2]));
            case "terasort" -> done(() -> records.sort(order[1], number(order[2]), order[3]));
            case "text" -> done(() -> words.generate(Long.parseLong(order[1]), number(order[2]), order[3]));
            case "wordcount" -> done(() -> words.count(order[1], number(order[2]), order[3]));
            case "readings" ->
                done(() -> readings.write(
                        number(order[1]),
                        order[2].equals("overwrite"),
                        number(order[3]),
                        number(order[4]),
                        number(order[5]),
                        number(order[6]),
                        order[7]));
            case "tpcds-generate" ->
                done(() -> tpcds.generate(Double.parseDouble(order[1]), number(order[2]), order[3]));
            case "tpcds-write" -> done(() -> tpcds.write(order[1], order[2]));
            case "tpcds-tables" -> contents(() -> tpcds.contents(order[1]));
            case "tpcds-queries" -> contents(() -> tpcds.ask(order[1]));
            case "reset-peaks" -> done(peaks::reset);
            case "peaks" -> "PEAKS " + peaks.take();
            case "vacuum" -> done(() -> readings.vacuum(number(order[1]), order[2]));
            case "records" -> contents(() -> records.contents(order[1]));
            case "lines" -> contents(() -> words.contents(order[1]));
            case "expected-records" -> contents(() -> records.expected(Long.parseLong(order[1]), number(order[2])));
            case "expected-counts" -> contents(() -> words.expectedCounts(Long.parseLong(order[1]), number(order[2])));
            default -> throw new IllegalArgumentException("There is no job " + order[0]);
        };
    }

    private static int number(String word) {
        return Integer.parseInt(word);
    }

    private static String done(Runnable job) {
        long start = System.nanoTime();
        job.run();
        return "DONE " + millisSince(start);
    }

    private static String contents(Supplier<Contents> job) {
        long start = System.nanoTime();
        Contents contents = job.get();
        return "DONE %d %s".formatted(millisSince(start), contents);
    }

    private static long millisSince(long start) {
        return (System.nanoTime() - start) / 1_000_000;
    }
}
