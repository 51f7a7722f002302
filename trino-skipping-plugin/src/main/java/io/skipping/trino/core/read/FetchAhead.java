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
 * What is fetched before it is wanted, in order of position, each by a thread of its own. Not thread-safe.
 *
 * @param <T> what is fetched
 */
final class FetchAhead<T> {
    private final Deque<Request<T>> pending = new ArrayDeque<>();

    /** One request. */
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

    /** How many are there, or on their way. */
    int size() {
        return pending.size();
    }

    /** The position of the next that is taken, if there is one. */
    OptionalLong next() {
        return pending.isEmpty() ? OptionalLong.empty() : OptionalLong.of(pending.getFirst().position);
    }

    /** Done when the next can be taken without waiting, if there is one. */
    CompletableFuture<?> arrival() {
        return pending.isEmpty() ? CompletableFuture.completedFuture(null) : pending.getFirst().arrival;
    }

    /** Begins to fetch one, behind those that are there. */
    void add(long position, Fetch<T> fetch) {
        Request<T> request = new Request<>(position, fetch);
        pending.addLast(request);
        Thread.ofVirtual()
                .name("fetch-ahead-" + position)
                .start(Context.current().wrap(request));
    }

    /** Waits for the next. What is behind one that failed is given up. */
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

    /** Gives up what is there, or on its way. */
    void cancel() {
        pending.forEach(each -> each.cancel(true));
        pending.clear();
    }
}
