// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command.progress;

import io.skipping.command.Texts;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Shows which step a command is at, by at most a line every ten seconds, for work that is not on objects one by one. Without
 * it, a command that takes long looks like one that hangs.
 */
public final class Steps implements AutoCloseable {
    /** The time between two looks whether a line is due. */
    private static final Duration LOOKS_EVERY = Duration.ofSeconds(1);

    private final Consumer<String> lines;
    private final LongSupplier nanoTime;
    private final ScheduledExecutorService timer;
    private String step = "";
    private String detail = "";
    private long begun;
    private long lastLine;

    private Steps(Consumer<String> lines, LongSupplier nanoTime, ScheduledExecutorService timer) {
        this.lines = lines;
        this.nanoTime = nanoTime;
        this.timer = timer;
        this.begun = nanoTime.getAsLong();
        this.lastLine = begun;
    }

    /**
     * Creates steps that are shown only when one begins or {@link #detail} is called, as for many short ones. Needs not be closed.
     *
     * @param lines receives the lines
     * @param nanoTime measures the time between lines
     */
    public static Steps of(Consumer<String> lines, LongSupplier nanoTime) {
        return new Steps(lines, nanoTime, null);
    }

    /**
     * Starts showing steps, also while one lasts.
     *
     * @param lines receives the lines, in another thread
     */
    public static Steps start(Consumer<String> lines) {
        return start(lines, System::nanoTime, LOOKS_EVERY);
    }

    static Steps start(Consumer<String> lines, LongSupplier nanoTime, Duration looksEvery) {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(Steps::thread);
        Steps steps = new Steps(lines, nanoTime, timer);
        steps.step = "Starting";
        timer.scheduleAtFixedRate(steps::look, looksEvery.toNanos(), looksEvery.toNanos(), TimeUnit.NANOSECONDS);
        return steps;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "steps");
        thread.setDaemon(true);
        return thread;
    }

    /** Begins a step. */
    public synchronized void begin(String name) {
        step = name;
        detail = "";
        begun = nanoTime.getAsLong();
        look();
    }

    /** Begins a step, and shows at once that it begins. */
    public synchronized void tell(String name) {
        say(name);
        begin(name);
    }

    /** Shows a line that is not about a step, such as a warning, at once. */
    public synchronized void say(String line) {
        lastLine = nanoTime.getAsLong();
        lines.accept(line);
    }

    /** Sets how much of the step is done, in percent. */
    public void done(double percent) {
        detail(String.format(Locale.ROOT, "%.1f %%", percent));
    }

    /** Sets how far the step has got; nothing is shown before the first step. */
    public synchronized void detail(String text) {
        detail = ": " + text;
        look();
    }

    private synchronized void look() {
        long now = nanoTime.getAsLong();
        if (!step.isEmpty() && now - lastLine >= PlainProgress.INTERVAL.toNanos()) {
            lastLine = now;
            Duration elapsed = Duration.ofNanos(now - begun);
            lines.accept(step + detail + (elapsed.toSeconds() == 0 ? "" : " after " + Texts.duration(elapsed)));
        }
    }

    /** Ends the progress: no more lines are shown. */
    @Override
    public void close() {
        if (timer != null) {
            timer.shutdownNow();
        }
    }
}
