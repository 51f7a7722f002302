// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.index;

import static io.trino.spi.StandardErrorCode.NOT_SUPPORTED;
import static java.util.Objects.requireNonNull;
import static java.util.concurrent.Future.State.SUCCESS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import com.google.common.base.Suppliers;
import com.google.common.cache.CacheBuilder;
import com.google.inject.Inject;
import io.airlift.log.Logger;
import io.airlift.units.Duration;
import io.opentelemetry.context.Context;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.core.SkippingExecutor;
import io.skipping.trino.core.SkippingSpans;
import io.skipping.trino.core.config.SkippingConfig;
import io.skipping.trino.core.path.ColumnNames;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SchemaTableName;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Finds the newest state of a table's index for queries, which can run without it. A query looks the index up once for
 * each table, and uses the result until it ends. Only during planning does it use an older state that is in memory
 * instead of waiting for the newest one. The total time that a query waits for an index, including lookups and
 * verdicts, is limited by {@code skipping.lookup-timeout}.
 */
public class IndexLookup {
    private static final Logger log = Logger.get(IndexLookup.class);

    private final TableAccess tables;
    private final SkippingExecutor executor;
    private final SkippingSpans spans;
    private final Duration timeout;
    private final java.time.Duration refreshAfter;
    private final ConcurrentMap<TableOfQuery, Lookup> found;

    private record TableOfQuery(String query, SchemaTableName table) {}

    /**
     * Holds the lookup of one query and table.
     *
     * @param atHand a state that is available without waiting, if there is one; the same for all decisions of a plan
     * @param only the snapshot of the table for which the state is new enough; empty if it is for all
     * @param explained whether the server's log already says why the lookup failed
     */
    private record Lookup(
            CompletableFuture<Optional<IndexSnapshot>> newest,
            Supplier<Optional<IndexSnapshot>> atHand,
            OptionalLong only,
            AtomicBoolean explained) {
        Lookup(CompletableFuture<Optional<IndexSnapshot>> newest, Optional<IndexSnapshot> remembered) {
            this(
                    newest,
                    Suppliers.memoize(() -> newest.state() == SUCCESS ? newest.resultNow() : remembered),
                    OptionalLong.empty(),
                    new AtomicBoolean());
        }

        Lookup(IndexSnapshot state, long only) {
            this(
                    CompletableFuture.completedFuture(Optional.of(state)),
                    () -> Optional.of(state),
                    OptionalLong.of(only),
                    new AtomicBoolean());
        }

        boolean serves(OptionalLong version) {
            return only.isEmpty() || only.equals(version);
        }
    }

    @Inject
    public IndexLookup(TableAccess tables, SkippingExecutor executor, SkippingSpans spans, SkippingConfig config) {
        this.tables = requireNonNull(tables, "tables is null");
        this.executor = requireNonNull(executor, "executor is null");
        this.spans = requireNonNull(spans, "spans is null");
        this.timeout = config.getLookupTimeout();
        this.refreshAfter = config.getIndexRefreshAfter().toJavaTime();
        // a cancelled query may look the index up again after it was forgotten
        this.found = CacheBuilder.newBuilder()
                .expireAfterAccess(java.time.Duration.ofMinutes(10))
                .<TableOfQuery, Lookup>build()
                .asMap();
    }

    /** Starts looking up the index of a table that a query names, before it is known what the query needs. */
    public void begin(ConnectorTransactionHandle transaction, ConnectorSession session, SchemaTableName table) {
        begin(transaction, session, table, OptionalLong.empty());
    }

    /**
     * Starts looking up the index of a table, of which a query names a snapshot. If a state that was the newest a moment ago
     * has all objects of the snapshot, the store is not asked.
     *
     * @param version the id of the snapshot; empty if the table has none
     */
    public void begin(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            SchemaTableName table,
            OptionalLong version) {
        try {
            found.compute(
                    new TableOfQuery(session.getQueryId(), table),
                    (_, before) -> before != null && before.serves(version)
                            ? before
                            // of several snapshots, no query keeps several states
                            : look(transaction, session, table, before == null ? version : OptionalLong.empty()));
        } catch (RuntimeException e) {
            // a later lookup fails in the same way, and can report it
            log.debug(e, "The index of %s cannot be looked up", table);
        }
    }

    /** Forgets what a query found. */
    public void forget(String query) {
        found.keySet().removeIf(key -> key.query().equals(query));
    }

    /**
     * Returns the newest state of the index; empty if there is none or it cannot be used. The future completes within
     * the timeout and never fails.
     *
     * @param onFailure called once if the index could not be used; the server's log says why
     */
    public CompletableFuture<Optional<IndexSnapshot>> find(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            SchemaTableName table,
            Runnable onFailure) {
        return find(transaction, session, table, () -> ColumnNames.SAME, onFailure);
    }

    /**
     * Returns the newest state of the index under the names of a version of the table; empty if there is none or it cannot
     * be used. The future completes within the timeout and never fails.
     *
     * @param names supplies the names; if it fails, the index cannot be used
     * @param onFailure called once if the index could not be used; the server's log says why
     */
    public CompletableFuture<Optional<IndexSnapshot>> find(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            SchemaTableName table,
            Supplier<ColumnNames> names,
            Runnable onFailure) {
        Lookup lookup = lookup(transaction, session, table);
        return named(lookup, lookup.newest(), session, table, names, onFailure);
    }

    private CompletableFuture<Optional<IndexSnapshot>> named(
            Lookup lookup,
            CompletableFuture<Optional<IndexSnapshot>> state,
            ConnectorSession session,
            SchemaTableName table,
            Supplier<ColumnNames> names,
            Runnable onFailure) {
        return state.thenApply(found -> found.map(stored -> NamedSnapshot.of(stored, names.get())))
                .exceptionally(failure -> {
                    // logged only here: a statement that reads nothing does not need the index
                    if (lookup.explained().compareAndSet(false, true)) {
                        warn(session, table, failure.getCause() == null ? failure : failure.getCause());
                    }
                    onFailure.run();
                    return Optional.empty();
                });
    }

    /**
     * Returns a state that is available without waiting, or else the newest one. It serves planning decisions, which an
     * older state may make worse but never wrong. May wait for the newest state, but never fails.
     *
     * @param onFailure called if the index could not be used
     */
    public Optional<IndexSnapshot> findForPlan(PlannedScan scan, Runnable onFailure) {
        Lookup lookup = lookup(scan.transaction(), scan.session(), scan.table());
        Optional<IndexSnapshot> atHand = lookup.atHand().get();
        return named(
                        lookup,
                        atHand.isPresent() ? CompletableFuture.completedFuture(atHand) : lookup.newest(),
                        scan.session(),
                        scan.table(),
                        scan.names(),
                        onFailure)
                .join();
    }

    /** Returns the newest state of the index of a scan; may wait for it, but never fails. */
    public Optional<IndexSnapshot> findNewest(PlannedScan scan, Runnable onFailure) {
        return find(scan.transaction(), scan.session(), scan.table(), scan.names(), onFailure)
                .join();
    }

    private Lookup lookup(ConnectorTransactionHandle transaction, ConnectorSession session, SchemaTableName table) {
        return found.computeIfAbsent(
                new TableOfQuery(session.getQueryId(), table),
                _ -> look(transaction, session, table, OptionalLong.empty()));
    }

    private Lookup look(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            SchemaTableName table,
            OptionalLong version) {
        TableIndex index;
        try {
            // the metastore was already asked for this table in this transaction, so this does no I/O
            index = tables.stored(transaction, session, table);
        } catch (RuntimeException e) {
            // tables that cannot have an index have none
            return new Lookup(
                    e instanceof TrinoException known && known.getErrorCode().equals(NOT_SUPPORTED.toErrorCode())
                            ? CompletableFuture.completedFuture(Optional.empty())
                            : CompletableFuture.failedFuture(e),
                    Optional.empty());
        }
        long start = System.nanoTime();
        if (version.isPresent()) {
            Optional<IndexSnapshot> state = index.remembered(version.getAsLong(), refreshAfter);
            if (state.isPresent()) {
                // the trace of each query has a lookup
                spans.lookup(table, () -> CompletableFuture.completedFuture(state));
                return new Lookup(limited(state.get(), start, session, table), version.getAsLong());
            }
        }
        return new Lookup(
                spans.lookup(
                                table,
                                () -> CompletableFuture.supplyAsync(
                                                Context.current().wrapSupplier(index::current), executor)
                                        .orTimeout(timeout.toMillis(), MILLISECONDS))
                        .thenApply(current -> current.map(snapshot -> limited(snapshot, start, session, table))),
                // a remembered state that must ask the store is no faster, and both share the same time limit
                index.remembered().filter(snapshot -> !snapshot.mayWait()));
    }

    private IndexSnapshot limited(
            IndexSnapshot snapshot, long startNanos, ConnectorSession session, SchemaTableName table) {
        return snapshot.mayWait()
                ? new LimitedSnapshot(
                        snapshot,
                        executor,
                        timeout,
                        timeout.roundTo(NANOSECONDS) - (System.nanoTime() - startNanos),
                        failure -> warn(session, table, failure))
                : snapshot;
    }

    private void warn(ConnectorSession session, SchemaTableName table, Throwable failure) {
        String reason = failure instanceof TimeoutException
                ? "no answer within skipping.lookup-timeout=" + timeout
                : String.valueOf(failure.getMessage());
        log.warn("The index of %s cannot be used; query %s reads everything: %s", table, session.getQueryId(), reason);
    }
}
