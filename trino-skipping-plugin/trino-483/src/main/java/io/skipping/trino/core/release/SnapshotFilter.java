// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import com.google.common.collect.ImmutableSet;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.connector.DynamicFilterSnapshot;
import io.trino.spi.predicate.TupleDomain;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The dynamic filter of a scan as of the last batch that the engine has asked for. */
final class SnapshotFilter implements DynamicFilter {
    private final Set<ColumnHandle> columns;
    private volatile DynamicFilterSnapshot latest;
    /** completes when there is another snapshot */
    private volatile CompletableFuture<Void> next = new CompletableFuture<>();

    SnapshotFilter(Set<ColumnHandle> columns) {
        this.columns = ImmutableSet.copyOf(columns);
        this.latest =
                columns.isEmpty() ? DynamicFilterSnapshot.EMPTY : new DynamicFilterSnapshot(TupleDomain.all(), false);
    }

    void update(DynamicFilterSnapshot snapshot) {
        // first, so that who waits for the next one knows this one
        latest = snapshot;
        CompletableFuture<Void> waiting = next;
        next = new CompletableFuture<>();
        waiting.complete(null);
    }

    DynamicFilterSnapshot latest() {
        return latest;
    }

    @Override
    public Set<ColumnHandle> getColumnsCovered() {
        return columns;
    }

    @Override
    public CompletableFuture<?> isBlocked() {
        CompletableFuture<Void> waiting = next;
        return isComplete() ? NOT_BLOCKED : waiting;
    }

    @Override
    public boolean isComplete() {
        return latest.isComplete();
    }

    @Override
    public boolean isAwaitable() {
        return !isComplete();
    }

    @Override
    public TupleDomain<ColumnHandle> getCurrentPredicate() {
        return latest.currentPredicate();
    }
}
