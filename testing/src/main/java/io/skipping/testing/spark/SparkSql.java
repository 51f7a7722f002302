// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.spark;

import io.skipping.testing.folder.Checkout;
import io.skipping.testing.lake.Run;
import io.skipping.testing.s3.LocalS3;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestLog;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Asks a Spark with the jar of the adapter that users get, in a JVM of its own, which ends when its stdin does. Its answers are rows of
 * one text each.
 */
public final class SparkSql implements AutoCloseable {
    private static final String MAIN_CLASS = "io.skipping.benchmarks.jobs.SqlQuestions";
    private static final int LINES_OF_LOG = 40;

    private final RequestLog requests;
    private final Path log;
    private final Process process;
    private final PrintStream orders;
    private final BufferedReader answers;
    private final String version;

    private SparkSql(RequestLog requests, Path log, Process process) throws IOException {
        this.requests = requests;
        this.log = log;
        this.process = process;
        this.orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.version = expect("READY").getFirst();
    }

    /**
     * Starts a Spark and returns when it is ready.
     *
     * @param folder the folder for its log and temporary files
     * @param settings settings of Spark as NAME=VALUE
     */
    public static SparkSql start(LocalS3 s3, Path folder, String... settings) throws IOException {
        Path jobs = Checkout.root().resolve("benchmarks/spark-jobs/target");
        Path classPath = jobs.resolve("spark-jobs.classpath");
        Path adapter = Checkout.root().resolve("spark-skipping/target/spark-skipping.jar");
        for (Path built : List.of(classPath, adapter)) {
            if (!Files.exists(built)) {
                throw new IOException("No %s: build it with 'mvn package'".formatted(built));
            }
        }
        Files.createDirectories(folder);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1500m",
                "-Djava.io.tmpdir=" + folder.toAbsolutePath(),
                "@" + jobs.resolve("classes/spark-jvm.arguments"),
                "-cp",
                String.join(
                        File.pathSeparator,
                        adapter.toString(),
                        jobs.resolve("classes").toString(),
                        Files.readString(classPath).strip()),
                MAIN_CLASS,
                s3.endpoint().toString(),
                s3.accessKey(),
                s3.secretKey()));
        command.addAll(List.of(settings));
        Path log = folder.resolve("spark.log");
        return new SparkSql(
                s3.log(),
                log,
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectError(log.toFile())
                        .start());
    }

    /** Returns the version of Spark. */
    public String version() {
        return version;
    }

    /**
     * Makes the files in a folder known as a table.
     *
     * @param format as Spark calls it
     * @param separator of columns, in CSV
     * @param schema the columns in Spark's DDL; that of Parquet is read from a file
     */
    public void createTable(String name, String format, char separator, String location, String schema)
            throws IOException {
        order("TABLE", name, format, String.valueOf(separator), location, schema);
        expect("DONE");
    }

    /** Builds the index of a table. */
    public void build(String name) throws IOException {
        order("BUILD", name);
        expect("DONE");
    }

    /** Runs a query; the time is that of Spark, and CPU time is that of its process. */
    public Run run(boolean skipping, String sql) throws IOException {
        RequestLog.Mark mark = requests.mark();
        order("ASK", String.valueOf(skipping), sql);
        List<String> answer = expect("ROWS");
        RequestCounts counts = requests.since(mark);
        return new Run(
                answer.stream().skip(2).map(List::<Object>of).toList(),
                Long.parseLong(answer.get(0)) / 1e9,
                Long.parseLong(answer.get(1)) / 1e9,
                counts);
    }

    private void order(String... words) {
        orders.println(String.join("\t", words));
    }

    /** Returns the words of an answer after the first one. */
    private List<String> expect(String first) throws IOException {
        String line = answers.readLine();
        if (line == null || !line.startsWith(first)) {
            close();
            throw new IOException("Spark has failed; its log is %s, which ends with:%n%s".formatted(log, endOfLog()));
        }
        List<String> words = List.of(line.split("\t", -1));
        return words.subList(1, words.size());
    }

    private String endOfLog() throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            List<String> all = lines.toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - LINES_OF_LOG), all.size()));
        }
    }

    @Override
    public void close() throws IOException {
        orders.close();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        answers.close();
    }
}
