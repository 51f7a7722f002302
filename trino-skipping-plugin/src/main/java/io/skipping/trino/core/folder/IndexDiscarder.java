// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.folder;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.google.inject.Inject;
import io.airlift.log.Logger;
import io.airlift.units.Duration;
import io.skipping.index.IndexedTable;
import io.skipping.trino.core.SkippingExecutor;
import io.skipping.trino.core.config.SkippingConfig;
import io.skipping.trino.core.index.IndexStores;
import io.trino.spi.security.ConnectorIdentity;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Removes the indexes of dropped tables, on behalf of statements that must neither fail nor wait long because of them.
 * If the store does not answer within {@code skipping.lookup-timeout}, the removal is abandoned.
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

    public void discard(IndexedTable table, ConnectorIdentity identity) {
        CompletableFuture<Void> done = CompletableFuture.runAsync(
                () -> stores.ofTables()
                        .forEach(store -> store.open(table, identity).discard()),
                executor);
        try {
            done.get(timeout.toMillis(), MILLISECONDS);
        } catch (TimeoutException _) {
            warn(table, "no answer within skipping.lookup-timeout=" + timeout);
        } catch (ExecutionException e) {
            warn(table, e.getCause().getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            warn(table, "interrupted");
        }
    }

    private static void warn(IndexedTable table, String reason) {
        log.warn(
                "An index of %s, which was dropped, renamed or recreated, may still exist in _skipping/ under %s, in skipping.index.location or in the search engine: %s",
                table, table.location(), reason);
    }
}
