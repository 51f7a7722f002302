// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.s3;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Records the requests that an endpoint has received, in the order in which they ended.
 *
 * <p>A client has its answer a moment before the endpoint has counted it. So {@link #mark} and {@link #since} wait
 * until no request is under way: between them, every request is counted exactly once.
 */
public final class RequestLog {
    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(60);

    private final Consumer<LoggedRequest> listener;
    private final boolean kept;
    private final List<LoggedRequest> entries = new ArrayList<>();
    private int underWay;

    private RequestLog(Consumer<LoggedRequest> listener, boolean kept) {
        this.listener = listener;
        this.kept = kept;
    }

    /** Returns a log that keeps all requests, so that it can be queried later. */
    public static RequestLog inMemory() {
        return new RequestLog(entry -> {}, true);
    }

    /** Returns a log that keeps nothing, for a long-running endpoint. The listener receives one request at a time. */
    public static RequestLog streaming(Consumer<LoggedRequest> listener) {
        return new RequestLog(listener, false);
    }

    /**
     * Marks a position in a log.
     *
     * @param position how many requests had ended before
     */
    public record Mark(int position) {}

    /** Returns the present end of the log, after requests that are under way have ended. */
    public Mark mark() {
        return new Mark(settled().size());
    }

    /** Returns the counts of the requests since a mark. */
    public RequestCounts since(Mark mark) {
        List<LoggedRequest> settled = settled();
        return RequestCounts.of(settled.subList(mark.position(), settled.size()));
    }

    /** Returns the counts of all requests since the endpoint was started. */
    public RequestCounts all() {
        return since(new Mark(0));
    }

    /**
     * Waits until the requests since a mark satisfy a condition, even while others are under way, and returns whether
     * they did in time.
     */
    public synchronized boolean await(Mark mark, Predicate<RequestCounts> enough, Duration longest)
            throws InterruptedException {
        requireKept();
        long deadline = System.nanoTime() + longest.toNanos();
        while (!enough.test(RequestCounts.of(entries.subList(mark.position(), entries.size())))) {
            long millis = (deadline - System.nanoTime()) / 1_000_000;
            if (millis <= 0) {
                return false;
            }
            wait(millis);
        }
        return true;
    }

    synchronized void begin() {
        underWay++;
    }

    synchronized void end(LoggedRequest entry) {
        underWay--;
        if (kept) {
            entries.add(entry);
        }
        notifyAll();
        listener.accept(entry);
    }

    private synchronized List<LoggedRequest> settled() {
        requireKept();
        long deadline = System.nanoTime() + LONGEST_REQUEST.toNanos();
        while (underWay > 0) {
            long millis = (deadline - System.nanoTime()) / 1_000_000;
            if (millis <= 0) {
                throw new IllegalStateException(
                        "%d requests are still under way after %s: can't count".formatted(underWay, LONGEST_REQUEST));
            }
            try {
                wait(millis);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted while requests were under way: can't count");
            }
        }
        return List.copyOf(entries);
    }

    private void requireKept() {
        if (!kept) {
            throw new IllegalStateException("This log keeps nothing");
        }
    }
}
