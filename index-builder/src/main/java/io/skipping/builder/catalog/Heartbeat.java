// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.catalog;

import io.skipping.command.TableName;
import io.skipping.command.Texts;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Reports when a statement has had no answer from Trino for some time, as when the store does not answer and Trino keeps
 * retrying. Without this, the user could not tell a hanging command from a slow one.
 */
public final class Heartbeat implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration LOOKS_EVERY = Duration.ofSeconds(1);

    private final TableName table;
    private final PrintStream out;
    private final LongSupplier nanoTime;
    private final Thread thread;
    private long heard;
    private long said;

    private Heartbeat(TableName table, PrintStream out, LongSupplier nanoTime) {
        this.table = table;
        this.out = out;
        this.nanoTime = nanoTime;
        this.heard = nanoTime.getAsLong();
        this.thread = Thread.ofVirtual().name("heartbeat").unstarted(this::run);
    }

    /** Creates a heartbeat and starts its thread, which runs until {@link #close}. */
    public static Heartbeat start(TableName table, PrintStream out, LongSupplier nanoTime) {
        Heartbeat heartbeat = of(table, out, nanoTime);
        heartbeat.thread.start();
        return heartbeat;
    }

    /** Creates a heartbeat that checks only when {@link #look} is called. */
    static Heartbeat of(TableName table, PrintStream out, LongSupplier nanoTime) {
        return new Heartbeat(table, out, nanoTime);
    }

    private void run() {
        try {
            while (true) {
                Thread.sleep(LOOKS_EVERY);
                look();
            }
        } catch (InterruptedException _) {
            // closed
        }
    }

    synchronized void look() {
        long silence = nanoTime.getAsLong() - heard;
        if (silence - said >= INTERVAL.toNanos()) {
            said = silence;
            out.println("%s: nothing heard from Trino for %s; it may be busy, or the store may not answer"
                    .formatted(table, Texts.duration(Duration.ofNanos(silence))));
        }
    }

    /** Notes that a row has come; called for each. */
    synchronized void heard() {
        heard = nanoTime.getAsLong();
        said = 0;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
