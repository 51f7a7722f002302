// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.demo;

import java.io.PrintStream;
import java.util.Locale;

/** Tells a user what happens. */
final class Steps {
    private static final long PROGRESS_NANOS = 2_000_000_000;

    private final PrintStream out;
    private final long start = System.nanoTime();
    private long nextProgress;

    Steps(PrintStream out) {
        this.out = out;
    }

    /** A step begins. */
    void begin(String step) {
        double seconds = (System.nanoTime() - start) / 1e9;
        out.println(String.format(Locale.ROOT, "[%5.1f s] %s", seconds, step));
    }

    /** Something to know of the step. */
    void note(String line) {
        out.println("          " + line);
    }

    /** How far the step is; not all of what is told is shown. */
    void progress(String line) {
        long now = System.nanoTime();
        if (now >= nextProgress) {
            nextProgress = now + PROGRESS_NANOS;
            note(line);
        }
    }
}
