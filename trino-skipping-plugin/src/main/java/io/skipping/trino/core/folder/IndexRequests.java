// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.folder;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import io.airlift.log.Logger;
import io.airlift.units.Duration;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedTable;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.core.SkippingExecutor;
import io.skipping.trino.core.config.SkippingConfig;
import io.skipping.trino.core.index.IndexStores;
import io.trino.spi.security.ConnectorIdentity;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;

/**
 * Carries what users requested of the index of a table to the index of another one, on behalf of statements that must
 * neither fail nor wait long because of it. If the store does not answer within {@code skipping.lookup-timeout}, the
 * requests are lost, and the log says so.
 */
public class IndexRequests {
    private static final Logger log = Logger.get(IndexRequests.class);

    private final BiFunction<IndexedTable, ConnectorIdentity, TableIndex> indexes;
    private final SkippingExecutor executor;
    private final Duration timeout;

    @Inject
    public IndexRequests(IndexStores stores, SkippingExecutor executor, SkippingConfig config) {
        this((table, identity) -> stores.used().open(table, identity), executor, config);
    }

    /** @param indexes opens the index of a table for a user */
    IndexRequests(
            BiFunction<IndexedTable, ConnectorIdentity, TableIndex> indexes,
            SkippingExecutor executor,
            SkippingConfig config) {
        this.indexes = requireNonNull(indexes, "indexes is null");
        this.executor = requireNonNull(executor, "executor is null");
        this.timeout = config.getLookupTimeout();
    }

    /**
     * Holds what users requested.
     *
     * @param automatic whether builds choose further indexes
     */
    public record Requests(List<IndexDefinition> indexes, boolean automatic) {
        /** Stands for a table without an index. */
        private static final Requests NONE = new Requests(ImmutableList.of(), true);

        public Requests {
            indexes = ImmutableList.copyOf(indexes);
        }
    }

    /** Returns what users requested for a table. */
    public Requests of(IndexedTable table, ConnectorIdentity identity) {
        CompletableFuture<Requests> found = CompletableFuture.supplyAsync(
                () -> {
                    TableIndex index = indexes.apply(table, identity);
                    return new Requests(index.requested(), index.isAutomatic());
                },
                executor);
        return StoreAnswers.await(found, timeout.roundTo(NANOSECONDS), timeout, reason -> warn(table, reason))
                .orElse(Requests.NONE);
    }

    /**
     * Requests the same for another table, and nothing else.
     *
     * @param isThere returns whether that table exists: nobody may inherit what was requested for it after it is dropped
     */
    public void request(IndexedTable table, Requests requests, ConnectorIdentity identity, BooleanSupplier isThere) {
        if (requests.equals(Requests.NONE)) {
            return;
        }
        long nanos = timeout.roundTo(NANOSECONDS);
        long end = System.nanoTime() + nanos;
        CompletableFuture<Void> done = CompletableFuture.runAsync(
                () -> {
                    if (System.nanoTime() - end > 0) {
                        // the statement no longer waits, and the next one may have dropped the table
                        return;
                    }
                    TableIndex index = indexes.apply(table, identity);
                    index.request(_ -> requests.indexes());
                    index.setAutomatic(requests.automatic());
                    // afterwards, as builds do: a drop deletes what was written before it
                    if (!isThere.getAsBoolean()) {
                        index.discard();
                    }
                },
                executor);
        StoreAnswers.await(done, nanos, timeout, reason -> warn(table, reason));
    }

    private static void warn(IndexedTable table, String reason) {
        log.warn(
                "Requests for indexes of %s, which was renamed, may be lost: %s. Look at its $indexes, and call create_index again",
                table, reason);
    }
}
