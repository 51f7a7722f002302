// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.lake;

import io.skipping.testing.folder.Checkout;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs commands as a user runs them, each in a process of its own that ends with this one. */
public final class Job {
    private Job() {}

    /**
     * Returns {@code index-builder.jar build} for a table, not yet started. Its stderr is merged into its stdout.
     *
     * @param table as {@code schema.table}
     * @param rangeSize bytes of data per summary, such as {@code 8MB}; the connector's default if empty
     */
    public static ProcessBuilder build(LocalLake lake, String table, Optional<String> rangeSize) throws IOException {
        List<String> options =
                rangeSize.map(size -> List.of("--range-size", size)).orElse(List.of());
        return ofJar(lake, Checkout.indexBuilder(), "build", table, options);
    }

    /**
     * Returns {@code partitioner.jar rewrite} for a table, not yet started. Its stderr is merged into its stdout.
     *
     * @param table as {@code schema.table}
     * @param options of the command beside those that name the table
     */
    public static ProcessBuilder rewrite(LocalLake lake, String table, List<String> options) throws IOException {
        return ofJar(lake, Checkout.partitioner(), "rewrite", table, options);
    }

    private static ProcessBuilder ofJar(LocalLake lake, Path jar, String command, String table, List<String> options) {
        ProcessBuilder job = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                jar.toString(),
                command,
                "--server",
                lake.trino().uri().toString(),
                "--catalog",
                LocalLake.SKIPPING_CATALOG,
                "--table",
                table);
        job.command().addAll(options);
        return job.redirectErrorStream(true);
    }

    /**
     * Runs a command to its end.
     *
     * @param listener receives each line of its output
     * @return how long it took, in seconds
     * @throws IOException if it fails; the message has its last line
     */
    public static double run(ProcessBuilder job, Consumer<String> listener) throws IOException {
        long start = System.nanoTime();
        Process process = job.start();
        Thread endWithThisJvm = new Thread(process::destroyForcibly, "end-job");
        Runtime.getRuntime().addShutdownHook(endWithThisJvm);
        try (BufferedReader output = process.inputReader()) {
            String last = "";
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                listener.accept(line);
                last = line;
            }
            int exitCode = process.waitFor();
            if (exitCode != 0) {
                throw new IOException(
                        "'%s' ended with exit code %d: %s".formatted(String.join(" ", job.command()), exitCode, last));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while a job ran");
        } finally {
            process.destroyForcibly();
            Runtime.getRuntime().removeShutdownHook(endWithThisJvm);
        }
        return (System.nanoTime() - start) / 1e9;
    }
}
