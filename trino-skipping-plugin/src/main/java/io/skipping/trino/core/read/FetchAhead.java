// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read;

import com.google.common.base.Throwables;
import io.opentelemetry.context.Context;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Fetches items before they are needed, in order of position, each in a thread of its own. Not thread-safe.
 *
 * @param <T> type of the items
 */
final class FetchAhead<T> {
    private final Deque<Request<T>> pending = new ArrayDeque<>();

    /** Performs one request. */
    interface Fetch<T> {
        T fetch() throws IOException;
    }

    private static final class Request<T> extends FutureTask<T> {
        private final long position;
        private final CompletableFuture<Void> arrival = new CompletableFuture<>();

        private Request(long position, Fetch<T> fetch) {
            super(fetch::fetch);
            this.position = position;
        }

        @Override
        protected void done() {
            arrival.complete(null);
        }
    }

    /** Returns the number of items that have arrived or are being fetched. */
    int size() {
        return pending.size();
    }

    /** Returns the position of the next item; empty if there is none. */
    OptionalLong next() {
        return pending.isEmpty() ? OptionalLong.empty() : OptionalLong.of(pending.getFirst().position);
    }

    /**
     * Returns a future that completes when the next item can be taken without waiting; it is complete if there is no
     * item.
     */
    CompletableFuture<?> arrival() {
        return pending.isEmpty() ? CompletableFuture.completedFuture(null) : pending.getFirst().arrival;
    }

    /** Starts to fetch an item, which follows all items added before. */
    void add(long position, Fetch<T> fetch) {
        Request<T> request = new Request<>(position, fetch);
        pending.addLast(request);
        Thread.ofVirtual()
                .name("fetch-ahead-" + position)
                .start(Context.current().wrap(request));
    }

    /** Waits for the next item and returns it. If it failed, all later items are discarded. */
    T take() throws IOException {
        Request<T> request = pending.removeFirst();
        try {
            return request.get();
        } catch (ExecutionException e) {
            cancel();
            Throwables.throwIfInstanceOf(e.getCause(), IOException.class);
            Throwables.throwIfUnchecked(e.getCause());
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            cancel();
            request.cancel(true);
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while waiting for the store");
        }
    }

    /** Discards all items and cancels the requests that are running. */
    void cancel() {
        pending.forEach(each -> each.cancel(true));
        pending.clear();
    }
}
