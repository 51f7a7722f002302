// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static io.trino.spi.type.RealType.REAL;

import io.airlift.units.Duration;
import io.skipping.index.IndexedColumn;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.trino.core.path.ColumnHandles;
import io.trino.spi.connector.DynamicFilter;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Waits for what a join's other side says, before splits are decided on: it can't be taken back that a split is read. Rows would
 * wait for that side anyway.
 */
public final class DynamicFilterWait {
    private final DynamicFilter filter;
    private final ColumnHandles columns;
    private final long deadlineNanos;

    /** @param longest from now */
    public DynamicFilterWait(DynamicFilter filter, Duration longest, ColumnHandles columns) {
        this.filter = filter;
        this.columns = columns;
        this.deadlineNanos = System.nanoTime() + longest.roundTo(TimeUnit.NANOSECONDS);
    }

    /** Completes when all is said, or time is over; at once where no index can use it. Never fails. */
    public CompletableFuture<Void> await(IndexSnapshot index) {
        return canUse(index) && !looksRealsUp() ? awaitAll() : CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<Void> awaitAll() {
        long left = deadlineNanos - System.nanoTime();
        if (left <= 0 || filter.isComplete() || !filter.isAwaitable()) {
            return CompletableFuture.completedFuture(null);
        }
        // each part of what is said ends one wait
        return filter.isBlocked()
                .handle((_, _) -> (Void) null)
                .completeOnTimeout(null, left, TimeUnit.NANOSECONDS)
                .thenCompose(_ -> awaitAll());
    }

    /**
     * Returns whether some of what is said is of reals. The engine filters rows by it as soon as it is there, too, and loses those
     * with a zero of the other sign if it looks reals up in a short list; so it must not come sooner than it would come to
     * the stock connector.
     */
    private boolean looksRealsUp() {
        return filter.getColumnsCovered().stream()
                .anyMatch(column -> columns.type(column).equals(REAL));
    }

    private boolean canUse(IndexSnapshot index) {
        Set<IndexedColumn> indexed = index.definitions().stream()
                .flatMap(definition -> definition.columns().stream())
                .collect(toImmutableSet());
        return filter.getColumnsCovered().stream()
                .flatMap(column -> columns.path(column).stream())
                .anyMatch(path -> indexed.contains(path.indexed()));
    }
}
