// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.s3;

import com.google.common.util.concurrent.Uninterruptibles;
import java.time.Duration;

/**
 * Holds the bytes of one stream back until a slow network would have delivered them: never earlier; and since a thread wakes up a
 * little late from each wait, it may make up for so much of that.
 */
final class PacedStream {
    /** More than threads oversleep; less than what a client could gain by not reading for a while. */
    private static final Duration MADE_UP = Duration.ofMillis(10);

    private final Latency latency;
    private boolean started;
    private long due;

    PacedStream(Latency latency) {
        this.latency = latency;
    }

    /** Returns when that many bytes more can have arrived. */
    void await(long bytes) {
        long now = System.nanoTime();
        long from = started && due > now - MADE_UP.toNanos() ? due : now - (started ? MADE_UP.toNanos() : 0);
        started = true;
        due = from + latency.transfer(bytes).toNanos();
        if (due > now) {
            Uninterruptibles.sleepUninterruptibly(Duration.ofNanos(due - now));
        }
    }
}
