// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.s3;

import com.google.common.util.concurrent.Uninterruptibles;
import java.time.Duration;

/**
 * Holds back the bytes of one stream until a slow network would have delivered them. They never arrive early, except
 * that the stream may make up for up to {@link #MADE_UP} of delay, because a thread wakes up a little late from each
 * wait.
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

    /** Blocks until this many more bytes can have arrived. */
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
