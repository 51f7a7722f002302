// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.spark;

import io.skipping.testing.folder.Checkout;
import io.skipping.testing.process.ProcessMemory;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs a main class of {@code benchmarks/spark-jobs}, which takes orders line by line, in a JVM of its own. The JVM ends when its
 * stdin does.
 */
public final class SparkJvm implements AutoCloseable {
    private static final int LINES_OF_LOG = 40;

    private final Path log;
    private final Process process;
    private final PrintStream orders;
    private final BufferedReader answers;

    private SparkJvm(Path log, Process process) {
        this.log = log;
        this.process = process;
        this.orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts a JVM, and does not wait until it is ready.
     *
     * @param heap its largest size, as {@code java -Xmx} takes it
     * @param folder the folder for its log and temporary files
     * @param jars what comes first on the class path
     */
    public static SparkJvm start(String mainClass, String heap, Path folder, List<Path> jars, List<String> arguments)
            throws IOException {
        List<String> command = command(mainClass, heap, folder, jars, arguments);
        Files.createDirectories(folder);
        Path log = folder.resolve("spark.log");
        return new SparkJvm(
                log,
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectError(log.toFile())
                        .start());
    }

    /**
     * Returns the command that runs a class beside the libraries of Spark.
     *
     * @param heap its largest size, as {@code java -Xmx} takes it
     * @param folder the folder for temporary files
     * @param jars what comes first on the class path
     */
    public static List<String> command(
            String mainClass, String heap, Path folder, List<Path> jars, List<String> arguments) throws IOException {
        Path jobs = Checkout.root().resolve("benchmarks").resolve("spark-jobs").resolve("target");
        Path classPath = jobs.resolve("spark-jobs.classpath");
        for (Path built : Stream.concat(Stream.of(classPath), jars.stream()).toList()) {
            if (!Files.exists(built)) {
                throw new IOException("No %s: build it with 'mvn package'".formatted(built));
            }
        }
        Path classes = jobs.resolve("classes");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-Djava.io.tmpdir=" + folder.toAbsolutePath(),
                // what Spark's own scripts open
                "@" + classes.resolve("spark-jvm.arguments")));
        command.addAll(ProcessMemory.arguments());
        command.addAll(List.of(
                "-cp",
                Stream.concat(
                                Stream.concat(jars.stream(), Stream.of(classes)).map(Path::toString),
                                Stream.of(Files.readString(classPath).strip()))
                        .collect(Collectors.joining(File.pathSeparator)),
                mainClass));
        command.addAll(arguments);
        return command;
    }

    /** Sends an order, which is one line. */
    public void order(String line) {
        orders.println(line);
    }

    /**
     * Returns the next answer, a line.
     *
     * @param word what it begins with
     * @throws IOException if it begins otherwise; the JVM is ended, and the message has the end of its log
     */
    public String expect(String word) throws IOException {
        String line = answers.readLine();
        if (line == null || !line.startsWith(word)) {
            close();
            throw new IOException("Spark has failed; its log is %s, which ends with:%n%s".formatted(log, endOfLog()));
        }
        return line;
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
