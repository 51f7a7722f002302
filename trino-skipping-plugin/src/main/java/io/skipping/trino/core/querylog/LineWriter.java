// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.querylog;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.airlift.log.Logger;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * Writes lines in a thread of its own. Adding a line never blocks. Lines that cannot be written are dropped and
 * counted, and a warning is logged.
 */
final class LineWriter implements AutoCloseable {
    static final int MOST_WAITING = 1_000;

    private static final Logger log = Logger.get(LineWriter.class);
    private static final Duration BETWEEN_WARNINGS = Duration.ofMinutes(1);
    private static final Duration LOOKS_UP_EVERY = Duration.ofSeconds(1);
    private static final Duration CLOSES_WITHIN = Duration.ofSeconds(5);

    private final RotatedFile file;
    private final BlockingQueue<Supplier<String>> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final LongAdder dropped = new LongAdder();
    private final Thread thread;
    private volatile boolean closed;

    // used only by the writing thread
    private long told;
    private long toldAt = System.nanoTime() - BETWEEN_WARNINGS.toNanos();
    private String reason = "";

    /**
     * Starts the writing thread.
     *
     * @param file closed together with this writer
     */
    LineWriter(RotatedFile file) {
        this.file = file;
        thread = Thread.ofPlatform().name("query-log").daemon().start(this::run);
    }

    /**
     * Adds a line, or drops it if too many are waiting.
     *
     * @param line called later, by the writing thread
     */
    void add(Supplier<String> line) {
        if (closed || !waiting.offer(line)) {
            dropped.increment();
        }
    }

    /** Returns the number of lines that were dropped. */
    long dropped() {
        return dropped.sum();
    }

    private void run() {
        try {
            while (!closed || !waiting.isEmpty()) {
                Supplier<String> line = waiting.poll(LOOKS_UP_EVERY.toMillis(), MILLISECONDS);
                if (line != null) {
                    write(line);
                }
                if (System.nanoTime() - toldAt >= BETWEEN_WARNINGS.toNanos()) {
                    tell();
                }
            }
            tell();
        } catch (InterruptedException e) {
            // interrupted only when the process ends
            Thread.currentThread().interrupt();
        } finally {
            file.close();
        }
    }

    private void write(Supplier<String> line) {
        try {
            file.append(line.get());
        } catch (Throwable e) {
            // an error of one line, such as memory that it lacks, must not be the end of the thread
            dropped.increment();
            reason = ": " + e;
        }
    }

    private void tell() {
        long all = dropped.sum();
        if (all > told) {
            log.warn("%d lines of the query log were dropped%s", all - told, reason);
            told = all;
            toldAt = System.nanoTime();
        }
    }

    /** Writes the waiting lines, unless that takes too long. */
    @Override
    public void close() {
        closed = true;
        try {
            if (!thread.join(CLOSES_WITHIN)) {
                log.warn(
                        "The query log could not be completed before shutdown, and %d lines are lost: use a faster disk for skipping.query-log.file, or lower skipping.query-log.sample-rate",
                        waiting.size());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
