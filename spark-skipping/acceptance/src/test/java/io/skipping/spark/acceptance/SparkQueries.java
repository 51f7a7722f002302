// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.acceptance;

import io.skipping.testing.s3.LocalS3;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Asks a Spark with the jar that users get, in a JVM of its own, which ends when its stdin does. */
final class SparkQueries implements AutoCloseable {
    private static final long LONGEST_STOP_SECONDS = 30;
    private static final String VALUES = "VALUES";

    private final Path log;
    private final Process process;
    private final PrintStream questions;
    private final BufferedReader answers;

    private SparkQueries(Path log, Process process) {
        this.log = log;
        this.process = process;
        this.questions = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts a Spark and returns when it is ready.
     *
     * @param folder for its log and temporary files
     */
    static SparkQueries start(LocalS3 s3, Path folder) throws IOException {
        Files.createDirectories(folder);
        List<String> command = InstalledSpark.java(folder, InstalledSpark.jar());
        command.addAll(List.of(
                "io.skipping.benchmarks.jobs.SkippingQueries",
                s3.endpoint().toString(),
                s3.accessKey(),
                s3.secretKey()));
        Path log = folder.resolve("spark.log");
        SparkQueries spark = new SparkQueries(
                log,
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectError(log.toFile())
                        .start());
        spark.expect("READY");
        return spark;
    }

    /** Returns the column {@code id} of the rows of Parquet that satisfy a condition, ordered. */
    List<String> ids(boolean skipping, String location, String condition) throws IOException {
        return ids(skipping, "parquet", location, condition);
    }

    /** As {@link #ids(boolean, String, String)}, in another format. */
    List<String> ids(boolean skipping, String format, String location, String condition) throws IOException {
        questions.println(String.join("\t", String.valueOf(skipping), location, "id", condition, format));
        String values = expect(VALUES).substring(VALUES.length()).strip();
        return values.isEmpty() ? List.of() : List.of(values.split(" "));
    }

    /** Returns what the process has logged of indexes. */
    String logOfIndexes() throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> line.contains("IndexLookup")).collect(Collectors.joining("\n"));
        }
    }

    private String expect(String word) throws IOException {
        String line = answers.readLine();
        if (line == null || !line.startsWith(word)) {
            throw new IOException("Spark has failed: %s".formatted(Files.readString(log)));
        }
        return line;
    }

    @Override
    public void close() throws IOException {
        questions.close();
        try {
            if (!process.waitFor(LONGEST_STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        answers.close();
    }
}
