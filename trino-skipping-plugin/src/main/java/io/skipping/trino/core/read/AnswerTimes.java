// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read;

import java.time.Duration;
import java.util.Arrays;

/**
 * How long a store takes to begin to answer, by the quickest of its last answers: each of them can be late because this machine is
 * busy. It tells whether to hold a thread until a piece is there, or to have it fetched by another: the latter costs more CPU,
 * which is worth it if the thread would be idle. Thread-safe.
 */
public final class AnswerTimes {
    /** Shorter than object stores in a data center take, longer than one on the same machine or a cache takes. */
    static final Duration LONG = Duration.ofMillis(10);

    static final int REMEMBERED = 16;

    private final long[] nanos = new long[REMEMBERED];
    private int next;

    public AnswerTimes() {
        // until it is known, no thread is held
        Arrays.fill(nanos, Long.MAX_VALUE);
    }

    /** @param nanos from the request to the first byte of the answer */
    synchronized void add(long nanos) {
        this.nanos[next] = nanos;
        next = (next + 1) % REMEMBERED;
    }

    public synchronized boolean areLong() {
        return Arrays.stream(nanos).min().orElseThrow() >= LONG.toNanos();
    }
}
