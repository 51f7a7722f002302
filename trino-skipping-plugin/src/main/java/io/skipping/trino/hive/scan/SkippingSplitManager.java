// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.scan;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.google.inject.Inject;
import io.airlift.log.Logger;
import io.airlift.units.Duration;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.SkippingConfig;
import io.skipping.trino.SkippingExecutor;
import io.skipping.trino.SkippingSessionProperties;
import io.skipping.trino.SkippingStats;
import io.skipping.trino.hive.FilterTests;
import io.skipping.trino.hive.ScanDemand;
import io.skipping.trino.hive.SkippingTableHandle;
import io.skipping.trino.hive.summarize.SummarizeHandle;
import io.skipping.trino.hive.summarize.SummarizeSplits;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.plugin.hive.HiveSplitManager;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplitManager;
import io.trino.spi.connector.ConnectorSplitSource;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.function.table.ConnectorTableFunctionHandle;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

/** Hive's splits, without what cannot match. */
public class SkippingSplitManager implements ConnectorSplitManager {
    private static final Logger log = Logger.get(SkippingSplitManager.class);

    private final HiveSplitManager hive;
    private final HiveTables tables;
    private final SummarizeSplits summarizeSplits;
    private final SkippingStats stats;
    private final SkippingExecutor executor;
    private final Duration lookupTimeout;

    @Inject
    public SkippingSplitManager(
            HiveSplitManager hive,
            HiveTables tables,
            SummarizeSplits summarizeSplits,
            SkippingStats stats,
            SkippingExecutor executor,
            SkippingConfig config) {
        this.hive = requireNonNull(hive, "hive is null");
        this.tables = requireNonNull(tables, "tables is null");
        this.summarizeSplits = requireNonNull(summarizeSplits, "summarizeSplits is null");
        this.stats = requireNonNull(stats, "stats is null");
        this.executor = requireNonNull(executor, "executor is null");
        this.lookupTimeout = config.getLookupTimeout();
    }

    @Override
    public ConnectorSplitSource getSplits(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ConnectorTableHandle tableHandle,
            DynamicFilter dynamicFilter,
            Constraint constraint) {
        ConnectorSplitSource splits = hive.getSplits(transaction, session, tableHandle, dynamicFilter, constraint);
        HiveTableHandle table = (HiveTableHandle) tableHandle;
        ScanDemand pushedDown = SkippingTableHandle.demandOf(table);
        ScanDemand filtered = pushedDown.with(FilterTests.of(constraint, pushedDown));
        // of a dynamic filter it is not known which rows surely match
        ScanDemand demand = dynamicFilter.getColumnsCovered().isEmpty() ? filtered : filtered.unlimited();
        boolean demandsNothing =
                demand.isNothing() && dynamicFilter.getColumnsCovered().isEmpty();
        if (demandsNothing || !mayPrune(table) || !SkippingSessionProperties.isSkippingEnabled(session)) {
            return splits;
        }

        ScanCounters counters = new ScanCounters();
        String name = table.getSchemaTableName().toString();
        CompletableFuture<ScanPruner> pruner = findIndex(transaction, session, table, counters)
                .thenApply(snapshot -> new ScanPruner(
                        name, snapshot, demand, dynamicFilter, tables.objectNames(session), session, counters));
        return new SkippingSplitSource(splits, pruner, counters, () -> stats.add(counters.totals()));
    }

    /** A scan that rewrites what it reads must see all of it: what it does not see, it would delete. */
    private static boolean mayPrune(HiveTableHandle table) {
        return !table.isRecordScannedFiles()
                && !table.getTransaction().isAcidTransactionRunning()
                && table.getAnalyzePartitionValues().isEmpty();
    }

    /** Looks for the index while Hive lists the objects. Completes in time, and never fails. */
    private CompletableFuture<Optional<IndexSnapshot>> findIndex(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            HiveTableHandle table,
            ScanCounters counters) {
        long start = System.nanoTime();
        // the metastore has been asked for this table before in this transaction, so this does no I/O
        TableIndex index = tables.index(transaction, session, table.getSchemaTableName());
        return CompletableFuture.supplyAsync(index::current, executor)
                .orTimeout(lookupTimeout.toMillis(), MILLISECONDS)
                .exceptionally(failure -> {
                    counters.lookupFailures.increment();
                    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
                    String reason = cause instanceof TimeoutException
                            ? "no answer within skipping.lookup-timeout=" + lookupTimeout
                            : String.valueOf(cause.getMessage());
                    log.warn(
                            "The index of %s cannot be used; query %s reads everything: %s",
                            table.getSchemaTableName(), session.getQueryId(), reason);
                    return Optional.empty();
                })
                .whenComplete((_, _) -> counters.lookupNanos.add(System.nanoTime() - start));
    }

    @Override
    public ConnectorSplitSource getSplits(
            ConnectorTransactionHandle transaction, ConnectorSession session, ConnectorTableFunctionHandle function) {
        return summarizeSplits.create(transaction, session, (SummarizeHandle) function);
    }
}
