// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Pauses that double, so that a busy engine gets time, and vary, so that not all clients come again at once. */
final class Backoff {
    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);

    private int pauses;

    /**
     * @param asked how long the engine wants to be left alone
     * @return false, at once, if the pause would last beyond the deadline
     */
    boolean pause(Optional<Duration> asked, Deadline deadline) throws InterruptedException {
        long longest = Math.min(LONGEST_NANOS, FIRST_NANOS << Math.min(pauses, 20));
        pauses++;
        long nanos = ThreadLocalRandom.current().nextLong(longest / 2, longest + 1);
        if (asked.isPresent()) {
            nanos = Math.max(nanos, asked.get().toNanos());
        }
        if (nanos >= deadline.remainingNanos()) {
            return false;
        }
        TimeUnit.NANOSECONDS.sleep(nanos);
        return true;
    }

    int pauses() {
        return pauses;
    }
}
