// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.table;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import com.google.common.cache.CacheBuilder;
import com.google.inject.Inject;
import io.airlift.log.Logger;
import io.airlift.units.Duration;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.SkippingConfig;
import io.skipping.trino.SkippingExecutor;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SchemaTableName;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeoutException;

/**
 * Finds the newest state of a table's index, for queries, which can do without. A query looks once for each table, and uses
 * what it found to its end. All that it waits for the index, to find it and to ask it, is together no longer than
 * {@code skipping.lookup-timeout}.
 */
public class IndexLookup {
    private static final Logger log = Logger.get(IndexLookup.class);

    private final HiveTables tables;
    private final SkippingExecutor executor;
    private final Duration timeout;
    private final ConcurrentMap<TableOfQuery, CompletableFuture<Optional<IndexSnapshot>>> found;

    private record TableOfQuery(String query, SchemaTableName table) {}

    @Inject
    public IndexLookup(HiveTables tables, SkippingExecutor executor, SkippingConfig config) {
        this.tables = requireNonNull(tables, "tables is null");
        this.executor = requireNonNull(executor, "executor is null");
        this.timeout = config.getLookupTimeout();
        // a query that was given up may look again after it was forgotten
        this.found = CacheBuilder.newBuilder()
                .expireAfterAccess(10, MINUTES)
                .<TableOfQuery, CompletableFuture<Optional<IndexSnapshot>>>build()
                .asMap();
    }

    /**
     * Completes in time, and never fails.
     *
     * @param onFailure called once if the index could not be used, which the server's log explains
     */
    public CompletableFuture<Optional<IndexSnapshot>> find(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            SchemaTableName table,
            Runnable onFailure) {
        return found.computeIfAbsent(
                        new TableOfQuery(session.getQueryId(), table), _ -> find(transaction, session, table))
                .exceptionally(_ -> {
                    onFailure.run();
                    return Optional.empty();
                });
    }

    /** Lets go of what a query found. */
    public void forget(String query) {
        found.keySet().removeIf(key -> key.query().equals(query));
    }

    private CompletableFuture<Optional<IndexSnapshot>> find(
            ConnectorTransactionHandle transaction, ConnectorSession session, SchemaTableName table) {
        // the metastore has been asked for this table before in this transaction, so this does no I/O
        TableIndex index = tables.index(transaction, session, table);
        long start = System.nanoTime();
        return CompletableFuture.supplyAsync(index::current, executor)
                .orTimeout(timeout.toMillis(), MILLISECONDS)
                .whenComplete((_, failure) -> {
                    if (failure != null) {
                        warn(session, table, failure.getCause() == null ? failure : failure.getCause());
                    }
                })
                .thenApply(current -> current.map(snapshot -> snapshot.mayWait()
                        ? new LimitedSnapshot(
                                snapshot,
                                executor,
                                timeout,
                                timeout.roundTo(NANOSECONDS) - (System.nanoTime() - start),
                                failure -> warn(session, table, failure))
                        : snapshot));
    }

    private void warn(ConnectorSession session, SchemaTableName table, Throwable failure) {
        String reason = failure instanceof TimeoutException
                ? "no answer within skipping.lookup-timeout=" + timeout
                : String.valueOf(failure.getMessage());
        log.warn("The index of %s cannot be used; query %s reads everything: %s", table, session.getQueryId(), reason);
    }
}
