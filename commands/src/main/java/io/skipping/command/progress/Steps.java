// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command.progress;

import io.skipping.command.Texts;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Shows which step a command is at, by a line every few seconds, for work that is not on objects one by one. Without it,
 * a query that takes long looks like a command that hangs.
 */
public final class Steps implements AutoCloseable {
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(Steps::thread);
    private volatile Step step = new Step("Starting", System.nanoTime());
    private volatile String share = "";

    private record Step(String name, long start) {}

    /**
     * Starts showing steps.
     *
     * @param lines receives the lines, in another thread
     */
    public Steps(Consumer<String> lines) {
        this(lines, PlainProgress.INTERVAL);
    }

    Steps(Consumer<String> lines, Duration interval) {
        timer.scheduleAtFixedRate(
                () -> lines.accept(line()), interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "steps");
        thread.setDaemon(true);
        return thread;
    }

    /** Begins a step. */
    public void begin(String name) {
        share = "";
        step = new Step(name, System.nanoTime());
    }

    /** Sets how much of the step is done, in percent. */
    public void done(double percent) {
        share = String.format(Locale.ROOT, ": %.1f %%", percent);
    }

    private String line() {
        Step now = step;
        return "%s%s after %s"
                .formatted(now.name, share, Texts.duration(Duration.ofNanos(System.nanoTime() - now.start)));
    }

    /** Ends the progress: no more lines are shown. */
    @Override
    public void close() {
        timer.shutdownNow();
    }
}
