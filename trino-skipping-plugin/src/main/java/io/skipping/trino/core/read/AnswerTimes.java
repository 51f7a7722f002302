// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read;

import java.time.Duration;
import java.util.Arrays;

/**
 * Measures how long a store takes to begin a response, as the fastest of its latest responses, because any response may
 * be late when this machine is busy. The result decides between blocking a thread until a piece arrives and fetching
 * the piece in another thread. The latter costs more CPU time, which is worth it if the thread would otherwise be idle.
 * Thread-safe.
 */
public final class AnswerTimes {
    /**
     * Shorter than the response time of object stores in a data center, and longer than that of a store on the same
     * machine or of a cache.
     */
    static final Duration LONG = Duration.ofMillis(10);

    static final int REMEMBERED = 16;

    private final long[] nanos = new long[REMEMBERED];
    private int next;

    public AnswerTimes() {
        // no thread blocks until enough response times are known
        Arrays.fill(nanos, Long.MAX_VALUE);
    }

    /**
     * Records a response time.
     *
     * @param nanos time from the request to the first byte of the response
     */
    synchronized void add(long nanos) {
        this.nanos[next] = nanos;
        next = (next + 1) % REMEMBERED;
    }

    public synchronized boolean areLong() {
        return Arrays.stream(nanos).min().orElseThrow() >= LONG.toNanos();
    }
}
