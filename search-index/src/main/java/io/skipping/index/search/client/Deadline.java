// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static java.util.Locale.ENGLISH;

import java.time.Duration;

/** Represents the time by which an operation must end. */
record Deadline(Duration budget, long nanoTime) {
    private static final double MILLIS_OF_SECOND = 1000;
    private static final double SECONDS_OF_MINUTE = 60;

    static Deadline after(Duration budget) {
        return new Deadline(budget, System.nanoTime() + budget.toNanos());
    }

    long remainingNanos() {
        return Math.max(0, nanoTime - System.nanoTime());
    }

    Duration remaining() {
        return Duration.ofNanos(remainingNanos());
    }

    boolean isOver() {
        return remainingNanos() == 0;
    }

    /** Returns a duration in readable form, such as {@code 300.00ms}. */
    static String text(Duration duration) {
        double seconds = duration.getSeconds() + duration.getNano() / 1e9;
        if (seconds < 1) {
            return String.format(ENGLISH, "%.2fms", seconds * MILLIS_OF_SECOND);
        }
        return seconds < SECONDS_OF_MINUTE
                ? String.format(ENGLISH, "%.2fs", seconds)
                : String.format(ENGLISH, "%.2fm", seconds / SECONDS_OF_MINUTE);
    }
}
