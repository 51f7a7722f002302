// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Pauses between attempts. The pauses double, so that a busy engine gets time, and vary at random, so that clients do
 * not all return at once.
 */
final class Backoff {
    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);

    private int pauses;

    /**
     * Pauses before the next attempt.
     *
     * @param asked how long the engine asks clients to wait
     * @return false, without a pause, if the pause would exceed the deadline
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
