// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jobs;

import io.skipping.spark.SkippingIndex;
import io.skipping.spark.build.BuildResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * Runs Spark in this process with the extension, and executes orders, one per line of stdin, whose words have tabs between them. Prints
 * {@code READY VERSION} once it can, and a line that begins with the order's answer for each:
 *
 * <ul>
 *   <li>{@code TABLE NAME FORMAT SEPARATOR LOCATION SCHEMA}: {@code DONE}. Queries that follow know the files at the location by
 *       this name. The separator is that of CSV, the schema is in DDL; neither matters for Parquet
 *       and ORC, whose files know their columns
 *   <li>{@code BUILD NAME INDEX…}: {@code DONE FILES RANGES}, after the index of the table has been built. An index is
 *       {@code TYPE:COLUMN,COLUMN;OPTION=VALUE}; without any, the build chooses
 *   <li>{@code ASK SKIPPING SQL}: {@code ROWS NANOS CPU_NANOS ROW…}, where SKIPPING is {@code true} or {@code false}. The
 *       time is that until all rows are here, with that for listing files, and CPU time is that of the process
 * </ul>
 */
public final class SqlQuestions {
    private static final Set<String> SELF_DESCRIBING = Set.of("parquet", "orc");

    private final SparkSession spark;
    private final Map<String, Table> tables = new LinkedHashMap<>();

    private SqlQuestions(SparkSession spark) {
        this.spark = spark;
    }

    /** Describes how the files of a table are read. Its name may stand in queries. */
    private record Table(String format, String separator, String location, StructType schema, Pattern name) {
        Dataset<Row> read(SparkSession spark) {
            return spark.read()
                    .schema(schema)
                    .option("sep", separator)
                    .format(format)
                    .load(location);
        }

        boolean isIn(String sql) {
            return name.matcher(sql).find();
        }
    }

    /**
     * Executes orders until stdin ends.
     *
     * @param arguments URI of the S3 endpoint, its access key, its secret key; then any number of settings of Spark as NAME=VALUE
     */
    public static void main(String[] arguments) throws IOException {
        PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        // libraries print, too
        System.setOut(System.err);
        SparkSession.Builder builder = S3Session.builder(arguments[0], arguments[1], arguments[2])
                .config("spark.sql.extensions", "io.skipping.spark.SkippingExtensions");
        for (int setting = 3; setting < arguments.length; setting++) {
            String[] parts = arguments[setting].split("=", 2);
            builder.config(parts[0], parts[1]);
        }
        try (SparkSession spark = builder.getOrCreate();
                BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            spark.sparkContext().setLogLevel("WARN");
            answers.println("READY\t" + spark.version());
            SqlQuestions questions = new SqlQuestions(spark);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                answers.println(questions.answer(line.split("\t")));
            }
        }
    }

    private String answer(String[] order) {
        return switch (order[0]) {
            case "TABLE" -> create(order[1], order[2], order[3], order[4], order[5]);
            case "BUILD" -> build(tables.get(order[1]), List.of(order).subList(2, order.length));
            case "ASK" -> ask(Boolean.parseBoolean(order[1]), order[2]);
            default -> throw new IllegalArgumentException("There is no order " + order[0]);
        };
    }

    private String create(String name, String format, String separator, String location, String columns) {
        StructType schema = SELF_DESCRIBING.contains(format)
                ? spark.read().format(format).load(location).schema()
                : StructType.fromDDL(columns);
        tables.put(name, new Table(format, separator, location, schema, Pattern.compile("\\b%s\\b".formatted(name))));
        return "DONE";
    }

    private String build(Table table, List<String> indexes) {
        SkippingIndex index = SkippingIndex.of(table.read(spark)).automatic(indexes.isEmpty());
        for (String each : indexes) {
            String[] parts = each.split("[:;]");
            Map<String, String> options = new LinkedHashMap<>();
            for (int option = 2; option < parts.length; option++) {
                String[] value = parts[option].split("=", 2);
                options.put(value[0], value[1]);
            }
            index.create(parts[0], List.of(parts[1].split(",")), options);
        }
        BuildResult built = index.build();
        if (!built.failures().isEmpty() || built.tooYoung() > 0) {
            throw new IllegalStateException("Not all files are in the index: %s".formatted(built));
        }
        return "DONE\t%d\t%d".formatted(built.summarised() + built.current(), built.ranges());
    }

    private String ask(boolean skipping, String sql) {
        spark.conf().set("spark.skipping.enabled", skipping);
        long cpu = cpuNanos();
        long start = System.nanoTime();
        // lists files again, as a job does that has just been started
        tables.forEach((name, table) -> {
            if (table.isIn(sql)) {
                table.read(spark).createOrReplaceTempView(name);
            }
        });
        List<Row> rows = spark.sql(sql).collectAsList();
        long nanos = System.nanoTime() - start;
        List<String> answer = new ArrayList<>(List.of("ROWS", "%d".formatted(nanos), "%d".formatted(cpuNanos() - cpu)));
        rows.stream().map(SqlQuestions::text).forEach(answer::add);
        return String.join("\t", answer);
    }

    private static String text(Row row) {
        return row.mkString("|").replaceAll("[\t\n\r]", " ");
    }

    private static long cpuNanos() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .orElse(Duration.ZERO)
                .toNanos();
    }
}
