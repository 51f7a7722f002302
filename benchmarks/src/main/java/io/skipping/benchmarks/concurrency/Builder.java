// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

import io.skipping.testing.lake.Job;
import io.skipping.testing.lake.LocalLake;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs the job that builds an index, again and again, as a user runs it. */
final class Builder implements AutoCloseable {
    private static final int ENDS_WITHIN_SECONDS = 10;

    private final Process process;
    private final BufferedReader output;
    private final Thread reader;
    private final Thread endWithThisJvm;
    private int builds;
    private String complaint = "";

    private Builder(Process process) {
        this.process = process;
        this.output = process.inputReader();
        this.reader = new Thread(this::read, "index-builder");
        this.endWithThisJvm = new Thread(process::destroyForcibly, "end-index-builder");
        Runtime.getRuntime().addShutdownHook(endWithThisJvm);
    }

    /**
     * Starts the job, and returns when it has built the index once.
     *
     * @param table as {@code schema.table}
     */
    static Builder start(LocalLake lake, String table) throws IOException {
        ProcessBuilder job = Job.build(lake, table, Optional.empty());
        job.command().addAll(List.of("--watch", "1s", "--progress", "none"));
        Builder builder = new Builder(job.start());
        String line = builder.output.readLine();
        if (line == null || !builder.tells(line)) {
            builder.close();
            throw new IOException("The job that builds the index has failed: " + line);
        }
        builder.reader.start();
        return builder;
    }

    private void read() {
        try {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                tells(line);
            }
        } catch (IOException _) {
            // the process was ended
        }
    }

    /** Returns whether a line reports a build. Any other line is a complaint. */
    private synchronized boolean tells(String line) {
        if (line.contains(": summarised ") || line.contains(": up to date")) {
            builds++;
            return true;
        }
        if (complaint.isEmpty()) {
            complaint = line;
        }
        return false;
    }

    /** Returns the number of builds that the job has reported. */
    synchronized int builds() {
        return builds;
    }

    /** Returns the first complaint; an empty string if there is none. */
    synchronized String complaint() {
        return complaint;
    }

    boolean isRunning() {
        return process.isAlive();
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(ENDS_WITHIN_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            reader.join();
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().removeShutdownHook(endWithThisJvm);
        output.close();
    }
}
