// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import io.skipping.testing.folder.Checkout;
import io.skipping.testing.s3.LocalS3;
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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs a Spark with one committer, in a JVM of its own. The JVM ends when its stdin does. */
public final class SparkProcess implements AutoCloseable {
    private static final String MAIN_CLASS = "io.skipping.benchmarks.jobs.SparkJobs";
    /** The packages that Spark's own scripts open. */
    private static final List<String> OPENED = List.of(
            "java.lang",
            "java.lang.invoke",
            "java.lang.reflect",
            "java.io",
            "java.net",
            "java.nio",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "jdk.internal.ref",
            "sun.nio.ch",
            "sun.nio.cs",
            "sun.security.action",
            "sun.util.calendar");

    private final Path log;
    private final Process process;
    private final PrintStream orders;
    private final BufferedReader answers;

    private SparkProcess(Path log, Process process) {
        this.log = log;
        this.process = process;
        this.orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts a Spark and returns when it is ready.
     *
     * @param system the committer
     * @param folder the folder for its log and temporary files
     */
    public static SparkProcess start(String system, LocalS3 s3, Path folder) throws IOException {
        return start(system, Map.of(), s3, folder);
    }

    /**
     * Starts a Spark and returns when it is ready.
     *
     * @param system the committer
     * @param properties properties of Spark, which take precedence over those of the committer
     * @param folder the folder for its log and temporary files
     */
    static SparkProcess start(String system, Map<String, String> properties, LocalS3 s3, Path folder)
            throws IOException {
        Files.createDirectories(folder);
        Path jobs = Checkout.root().resolve("benchmarks").resolve("spark-jobs").resolve("target");
        Path classPath = jobs.resolve("spark-jobs.classpath");
        if (!Files.exists(classPath)) {
            throw new IOException("No %s: build it with 'mvn package'".formatted(classPath));
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Djava.io.tmpdir=" + folder.toAbsolutePath()));
        OPENED.forEach(name -> command.add("--add-opens=java.base/%s=ALL-UNNAMED".formatted(name)));
        command.addAll(List.of(
                "-cp",
                jobs.resolve("classes")
                        + File.pathSeparator
                        + Files.readString(classPath).strip(),
                MAIN_CLASS,
                system,
                s3.endpoint().toString(),
                s3.accessKey(),
                s3.secretKey()));
        properties.forEach((name, value) -> command.add("%s=%s".formatted(name, value)));
        Path log = folder.resolve("spark.log");
        SparkProcess spark = new SparkProcess(
                log,
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectError(log.toFile())
                        .start());
        spark.expect("READY");
        return spark;
    }

    /**
     * Holds the answer to an order.
     *
     * @param seconds the duration of the job
     * @param contents the contents that it found, if it only reads
     */
    public record Answer(double seconds, Optional<Contents> contents) {}

    /**
     * Runs an order and returns the answer.
     *
     * @param order an order in the form that SparkJobs documents
     */
    public Answer run(String order) throws IOException {
        orders.println(order);
        List<String> words = expect("DONE");
        Optional<Contents> contents = words.size() == 2
                ? Optional.empty()
                : Optional.of(new Contents(
                        Long.parseLong(words.get(2)),
                        Long.parseLong(words.get(3)),
                        Boolean.parseBoolean(words.get(4))));
        return new Answer(Long.parseLong(words.get(1)) / 1000.0, contents);
    }

    /**
     * Writes to a new destination.
     *
     * @return the duration of the job in seconds
     */
    double write(Workload workload, int parts, String destination) throws IOException {
        return run("%s %s %s".formatted(workload.label(), parts, destination)).seconds();
    }

    /** Returns the number of rows at a destination, as this Spark reads it, and the sum of their ids. */
    List<Long> read(Workload workload, String destination) throws IOException {
        orders.println("read %s %s".formatted(workload.label(), destination));
        return expect("ROWS").stream().skip(1).map(Long::parseLong).toList();
    }

    /** Begins to measure what {@link #takePeaks} returns. */
    void resetPeaks() throws IOException {
        run("reset-peaks");
    }

    /** Returns the peaks since the last call of {@link #resetPeaks}. */
    PaperRun.Peaks takePeaks() throws IOException {
        orders.println("peaks");
        List<String> words = expect("PEAKS");
        return new PaperRun.Peaks(
                Long.parseLong(words.get(1)), Long.parseLong(words.get(2)), Long.parseLong(words.get(3)));
    }

    private List<String> expect(String word) throws IOException {
        String line = answers.readLine();
        if (line == null || !line.startsWith(word)) {
            throw new IOException("Spark has failed; its log is %s, which ends with:%n%s".formatted(log, endOfLog()));
        }
        return List.of(line.split(" "));
    }

    private String endOfLog() throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            List<String> all = lines.toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - 40), all.size()));
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
