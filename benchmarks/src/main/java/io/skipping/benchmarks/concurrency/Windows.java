// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

import io.skipping.testing.lake.LocalLake;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * Runs clients, jobs and the build of the index concurrently for some time.
 *
 * @param tables the tables that contenders read and their jobs write to
 */
record Windows(LocalLake lake, Map<Contender, WrittenTable> tables, Questions questions, Duration length) {
    /** The least time from the start of a job to the start of the next. */
    private static final Duration PACE = Duration.ofSeconds(2);

    private static final int OVERWRITES_EVERY = 3;

    /** Runs a window. When it begins, the days that jobs write to hold one job's data. */
    Window run(Contender contender, int clients) throws IOException {
        WrittenTable table = tables.get(contender);
        table.write(true);
        if (!contender.ours()) {
            return run(contender, clients, table, () -> 0);
        }
        try (Builder builder = Builder.start(lake, table.name())) {
            Window window = run(contender, clients, table, builder::builds);
            if (!builder.complaint().isEmpty() || !builder.isRunning()) {
                throw new IOException("The job that builds the index complains: " + builder.complaint());
            }
            return window;
        } finally {
            table.vacuum();
        }
    }

    private Window run(Contender contender, int clients, WrittenTable table, IntSupplier builds) throws IOException {
        long end = System.nanoTime() + length.toNanos();
        List<List<Asked>> asked = new ArrayList<>();
        int jobs;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> writer = threads.submit(() -> write(table, end));
            List<Future<List<Asked>>> answers = new ArrayList<>();
            for (int number = 0; number < clients; number++) {
                answers.add(threads.submit(
                        new Client(lake.trino(), contender, table.name(contender), questions, number, end)));
            }
            for (Future<List<Asked>> each : answers) {
                asked.add(each.get());
            }
            jobs = writer.get();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e.getCause());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while clients asked");
        }
        return Window.of(asked, table.history(), jobs, builds.getAsInt());
    }

    /**
     * Runs jobs until the end.
     *
     * @return the number of jobs that were committed
     */
    private static int write(WrittenTable table, long end) throws IOException, InterruptedException {
        int jobs = 0;
        for (long begin = System.nanoTime(); begin - end < 0; begin = System.nanoTime()) {
            jobs++;
            table.write(jobs % OVERWRITES_EVERY == 0);
            long rest = begin + PACE.toNanos() - System.nanoTime();
            TimeUnit.NANOSECONDS.sleep(Math.max(0, rest));
        }
        return jobs;
    }
}
