// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.folder;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import com.google.inject.Inject;
import io.airlift.log.Logger;
import io.airlift.units.Duration;
import io.skipping.index.IndexedTable;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.core.SkippingExecutor;
import io.skipping.trino.core.config.SkippingConfig;
import io.skipping.trino.core.index.IndexStores;
import io.skipping.trino.core.store.TrinoIndexStore;
import io.trino.spi.security.ConnectorIdentity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Removes the indexes of dropped tables, on behalf of statements that must neither fail nor wait long because of them.
 * Abandons the removal if the store does not answer within {@code skipping.lookup-timeout}, and deletes nothing then that
 * later statements write.
 */
public class IndexDiscarder {
    private static final Logger log = Logger.get(IndexDiscarder.class);

    private final IndexStores stores;
    private final SkippingExecutor executor;
    private final Duration timeout;

    @Inject
    public IndexDiscarder(IndexStores stores, SkippingExecutor executor, SkippingConfig config) {
        this.stores = requireNonNull(stores, "stores is null");
        this.executor = requireNonNull(executor, "executor is null");
        this.timeout = config.getLookupTimeout();
    }

    /**
     * Describes a table whose index is to be removed.
     *
     * @param index opens the index of the table in a store
     * @param isGone returns whether the table is gone; if it is not, its index stays
     */
    public record Dropped(IndexedTable table, Function<TrinoIndexStore, TableIndex> index, Callable<Boolean> isGone) {
        public Dropped {
            requireNonNull(table, "table is null");
            requireNonNull(index, "index is null");
            requireNonNull(isGone, "isGone is null");
        }
    }

    public void discard(IndexedTable table, ConnectorIdentity identity) {
        discard(List.of(new Dropped(table, store -> store.open(table, identity), () -> true)));
    }

    /** Removes the indexes of several tables at the same time. */
    public void discard(List<Dropped> tables) {
        Map<Dropped, CompletableFuture<Void>> removals = new LinkedHashMap<>();
        long end = System.nanoTime() + timeout.roundTo(NANOSECONDS);
        BooleanSupplier isAwaited = () -> System.nanoTime() - end < 0;
        tables.forEach(dropped ->
                removals.put(dropped, CompletableFuture.runAsync(() -> remove(dropped, isAwaited), executor)));
        removals.forEach((dropped, done) ->
                StoreAnswers.await(done, end - System.nanoTime(), timeout, reason -> warn(dropped.table(), reason)));
    }

    /** @param isAwaited whether the statement still waits. Afterwards, the index may be that of a table that was made anew */
    private void remove(Dropped dropped, BooleanSupplier isAwaited) {
        boolean isGone;
        try {
            isGone = dropped.isGone().call();
        } catch (Exception e) {
            throw new CompletionException(e);
        }
        if (!isGone) {
            warn(dropped.table(), "the files of the table still exist");
        } else if (isAwaited.getAsBoolean()) {
            stores.ofTables().forEach(store -> dropped.index().apply(store).discard(isAwaited));
        }
    }

    private static void warn(IndexedTable table, String reason) {
        log.warn(
                "An index of %s, which was dropped, renamed or recreated, may still exist in _skipping/ under %s, in skipping.index.location or in the search engine: %s",
                table, table.location(), reason);
    }
}
