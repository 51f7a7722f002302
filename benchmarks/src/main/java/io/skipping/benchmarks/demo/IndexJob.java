// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.demo;

import io.skipping.benchmarks.local.Checkout;
import io.skipping.benchmarks.local.LocalLake;
import io.skipping.benchmarks.local.RequestCounts;
import io.skipping.benchmarks.local.RequestLog;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The job that builds an index, run as a user runs it. */
final class IndexJob {
    private IndexJob() {}

    /**
     * What a build took.
     *
     * @param counts all requests while it ran
     */
    record Result(double seconds, RequestCounts counts) {}

    /** Builds the index of a table, and tells the listener each line that the job says. */
    static Result build(LocalLake lake, String table, Optional<String> rangeSize, Consumer<String> listener)
            throws IOException {
        Path jar = Checkout.root().resolve("index-builder").resolve("target").resolve("index-builder.jar");
        if (!Files.exists(jar)) {
            throw new IOException("No %s: build it by 'mvn package'".formatted(jar));
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                jar.toString(),
                "build",
                "--server",
                lake.trino().uri().toString(),
                "--catalog",
                LocalLake.SKIPPING_CATALOG,
                "--table",
                table));
        rangeSize.ifPresent(size -> command.addAll(List.of("--range-size", size)));
        RequestLog.Mark mark = lake.s3().log().mark();
        long start = System.nanoTime();
        run(command, listener);
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Result(seconds, lake.s3().log().since(mark));
    }

    private static void run(List<String> command, Consumer<String> listener) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Thread endWithThisJvm = new Thread(process::destroyForcibly, "end-index-job");
        Runtime.getRuntime().addShutdownHook(endWithThisJvm);
        try (BufferedReader output = process.inputReader()) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                listener.accept(line);
            }
            int exitCode = process.waitFor();
            if (exitCode != 0) {
                throw new IOException("The job that builds the index ended with exit code " + exitCode);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while the index was built");
        } finally {
            process.destroyForcibly();
            Runtime.getRuntime().removeShutdownHook(endWithThisJvm);
        }
    }
}
