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
 * Delays decisions on splits until the dynamic filter from the other side of a join has arrived, because a split cannot
 * be withdrawn once it is being read. The rows of the scan would have to wait for that side anyway.
 */
public final class DynamicFilterWait {
    private final DynamicFilter filter;
    private final ColumnHandles columns;
    private final long deadlineNanos;

    /**
     * Starts the time limit.
     *
     * @param longest maximum waiting time from now
     */
    public DynamicFilterWait(DynamicFilter filter, Duration longest, ColumnHandles columns) {
        this.filter = filter;
        this.columns = columns;
        this.deadlineNanos = System.nanoTime() + longest.roundTo(TimeUnit.NANOSECONDS);
    }

    /**
     * Returns a future that completes when the dynamic filter is complete or the time limit is reached; immediately if
     * no index can use the filter. It never fails.
     */
    public CompletableFuture<Void> await(IndexSnapshot index) {
        return canUse(index) && !looksRealsUp() ? awaitAll() : CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<Void> awaitAll() {
        long left = deadlineNanos - System.nanoTime();
        if (left <= 0 || filter.isComplete() || !filter.isAwaitable()) {
            return CompletableFuture.completedFuture(null);
        }
        // each part of the filter that arrives ends one wait
        return filter.isBlocked()
                .handle((_, _) -> (Void) null)
                .completeOnTimeout(null, left, TimeUnit.NANOSECONDS)
                .thenCompose(_ -> awaitAll());
    }

    /**
     * Returns whether the dynamic filter covers reals. The engine also filters rows by it as soon as it arrives. If it
     * looks reals up in a short list, it loses rows with a zero of the other sign. So the filter must not arrive
     * earlier than it would in the stock connector.
     */
    private boolean looksRealsUp() {
        return filter.getColumnsCovered().stream()
                .anyMatch(column -> columns.type(column).equals(REAL));
    }

    private boolean canUse(IndexSnapshot index) {
        if (filter.getColumnsCovered().isEmpty()) {
            return false;
        }
        Set<IndexedColumn> indexed = index.definitions().stream()
                .flatMap(definition -> definition.columns().stream())
                .collect(toImmutableSet());
        return filter.getColumnsCovered().stream()
                .flatMap(column -> columns.path(column).stream())
                .anyMatch(path -> indexed.contains(path.indexed()));
    }
}
