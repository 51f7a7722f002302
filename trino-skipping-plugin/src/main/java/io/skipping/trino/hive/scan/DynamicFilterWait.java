// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.scan;

import static com.google.common.collect.ImmutableSet.toImmutableSet;

import io.airlift.units.Duration;
import io.skipping.index.IndexedColumn;
import io.skipping.index.snapshot.IndexSnapshot;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.spi.connector.DynamicFilter;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Waits for what a join's other side says, before splits are decided on: it can't be taken back that a split is read. Rows would
 * wait for that side anyway.
 */
final class DynamicFilterWait {
    private final DynamicFilter filter;
    private final long deadlineNanos;

    /** @param longest from now */
    DynamicFilterWait(DynamicFilter filter, Duration longest) {
        this.filter = filter;
        this.deadlineNanos = System.nanoTime() + longest.roundTo(TimeUnit.NANOSECONDS);
    }

    /** Completes when all is said, or time is over; at once where no index can use it. Never fails. */
    CompletableFuture<Void> await(IndexSnapshot index) {
        return canUse(index) ? awaitAll() : CompletableFuture.completedFuture(null);
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

    private boolean canUse(IndexSnapshot index) {
        Set<String> indexed = index.definitions().stream()
                .flatMap(definition -> definition.columns().stream())
                .map(IndexedColumn::name)
                .collect(toImmutableSet());
        return filter.getColumnsCovered().stream()
                .map(HiveColumnHandle.class::cast)
                .anyMatch(column -> indexed.contains(column.getBaseColumnName().toLowerCase(Locale.ROOT)));
    }
}
