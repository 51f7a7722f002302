// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read;

import com.google.common.base.Throwables;
import io.opentelemetry.context.Context;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * What is fetched before it is wanted, in order of position, each by a thread of its own. Not thread-safe.
 *
 * @param <T> what is fetched
 */
final class FetchAhead<T> {
    private final Deque<Pending<T>> pending = new ArrayDeque<>();

    /** One request. */
    interface Fetch<T> {
        T fetch() throws IOException;
    }

    private record Pending<T>(long position, FutureTask<T> task) {}

    /** How many are there, or on their way. */
    int size() {
        return pending.size();
    }

    /** The position of the next that is taken, if there is one. */
    OptionalLong next() {
        return pending.isEmpty() ? OptionalLong.empty() : OptionalLong.of(pending.getFirst().position);
    }

    /** Begins to fetch one, behind those that are there. */
    void add(long position, Fetch<T> fetch) {
        FutureTask<T> task = new FutureTask<>(fetch::fetch);
        pending.addLast(new Pending<>(position, task));
        Thread.ofVirtual()
                .name("fetch-ahead-" + position)
                .start(Context.current().wrap(task));
    }

    /** Waits for the next. What is behind one that failed is given up. */
    T take() throws IOException {
        FutureTask<T> task = pending.removeFirst().task;
        try {
            return task.get();
        } catch (ExecutionException e) {
            cancel();
            Throwables.throwIfInstanceOf(e.getCause(), IOException.class);
            Throwables.throwIfUnchecked(e.getCause());
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            cancel();
            task.cancel(true);
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while waiting for the store");
        }
    }

    /** Gives up what is there, or on its way. */
    void cancel() {
        pending.forEach(each -> each.task.cancel(true));
        pending.clear();
    }
}
