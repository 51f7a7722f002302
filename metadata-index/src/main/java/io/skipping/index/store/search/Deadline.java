// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.search;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.airlift.units.Duration;

/** A moment until which something may take. */
record Deadline(Duration budget, long nanoTime) {
    static Deadline after(Duration budget) {
        return new Deadline(budget, System.nanoTime() + budget.roundTo(NANOSECONDS));
    }

    long remainingNanos() {
        return Math.max(0, nanoTime - System.nanoTime());
    }

    Duration remaining() {
        return new Duration(remainingNanos(), NANOSECONDS);
    }

    boolean isOver() {
        return remainingNanos() == 0;
    }
}
