// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import io.skipping.testing.lake.IndexBuild;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestLog;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs the job that builds an index, as a user runs it. */
final class IndexJob {
    private IndexJob() {}

    /**
     * Holds what a build took.
     *
     * @param counts all requests during the build
     */
    record Result(double seconds, RequestCounts counts) {}

    /** Builds the index of a table, and passes each line of the job's output to the listener. */
    static Result build(LocalLake lake, String table, Optional<String> rangeSize, Consumer<String> listener)
            throws IOException {
        RequestLog.Mark mark = lake.s3().log().mark();
        long start = System.nanoTime();
        run(IndexBuild.of(lake, table, rangeSize), listener);
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Result(seconds, lake.s3().log().since(mark));
    }

    private static void run(ProcessBuilder job, Consumer<String> listener) throws IOException {
        Process process = job.start();
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
