// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.console;

import java.io.PrintStream;
import java.util.Locale;

/** Tells the user what happens, step by step. */
public final class Steps {
    private static final long PROGRESS_NANOS = 2_000_000_000;

    private final PrintStream out;
    private final long start = System.nanoTime();
    private long nextProgress;

    /** Creates steps whose times count from now. */
    public Steps(PrintStream out) {
        this.out = out;
    }

    /** Announces the start of a step. */
    public void begin(String step) {
        double seconds = (System.nanoTime() - start) / 1e9;
        out.println(String.format(Locale.ROOT, "[%5.1f s] %s", seconds, step));
    }

    /** Prints a line about the current step. */
    public void note(String line) {
        out.println("          " + line);
    }

    /** Reports the progress of the current step; some of the reports are not shown. */
    public void progress(String line) {
        long now = System.nanoTime();
        if (now >= nextProgress) {
            nextProgress = now + PROGRESS_NANOS;
            note(line);
        }
    }
}
