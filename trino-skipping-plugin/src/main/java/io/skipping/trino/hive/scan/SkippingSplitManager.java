// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.scan;

import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.airlift.units.Duration;
import io.skipping.index.filter.ObjectFilters;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.trino.core.OwnCommands;
import io.skipping.trino.core.ScanTotals;
import io.skipping.trino.core.SkippingStats;
import io.skipping.trino.core.TableScans;
import io.skipping.trino.core.answer.Answer;
import io.skipping.trino.core.answer.AnswerSplit;
import io.skipping.trino.core.config.SkippingSessionProperties;
import io.skipping.trino.core.engine.EngineFilter;
import io.skipping.trino.core.engine.SplitBatches;
import io.skipping.trino.core.explain.AskedConditions;
import io.skipping.trino.core.expression.ExpressionTranslator;
import io.skipping.trino.core.index.IndexLookup;
import io.skipping.trino.core.release.ReleasedSplitManager;
import io.skipping.trino.core.release.SplitSources;
import io.skipping.trino.core.release.filter.EngineFilters;
import io.skipping.trino.core.scan.DynamicFilterWait;
import io.skipping.trino.core.scan.FilterTests;
import io.skipping.trino.core.scan.PrunedSplits;
import io.skipping.trino.core.scan.ScanCounters;
import io.skipping.trino.core.scan.ScanDemand;
import io.skipping.trino.core.scan.ScanPruner;
import io.skipping.trino.hive.committed.CommittedSplits;
import io.skipping.trino.hive.handle.HiveColumns;
import io.skipping.trino.hive.handle.SkippingTableHandle;
import io.skipping.trino.hive.summarize.SummarizeHandle;
import io.skipping.trino.hive.summarize.SummarizeSplits;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplitSource;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.connector.FixedSplitSource;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.function.table.ConnectorTableFunctionHandle;
import io.trino.spi.predicate.TupleDomain;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Creates Hive's splits without those that cannot match. */
public class SkippingSplitManager extends ReleasedSplitManager {
    private final CommittedSplits hive;
    private final HiveTables tables;
    private final IndexLookup lookup;
    private final EngineFilters engineFilters;
    private final ObjectFilters filters;
    private final SummarizeSplits summarizeSplits;
    private final SkippingStats stats;
    private final TableScans scans;
    private final AskedConditions conditions;

    @Inject
    public SkippingSplitManager(
            CommittedSplits hive,
            HiveTables tables,
            IndexLookup lookup,
            EngineFilters engineFilters,
            ObjectFilters filters,
            SummarizeSplits summarizeSplits,
            SkippingStats stats,
            TableScans scans,
            AskedConditions conditions) {
        this.hive = requireNonNull(hive, "hive is null");
        this.tables = requireNonNull(tables, "tables is null");
        this.lookup = requireNonNull(lookup, "lookup is null");
        this.engineFilters = requireNonNull(engineFilters, "engineFilters is null");
        this.filters = requireNonNull(filters, "filters is null");
        this.summarizeSplits = requireNonNull(summarizeSplits, "summarizeSplits is null");
        this.stats = requireNonNull(stats, "stats is null");
        this.scans = requireNonNull(scans, "scans is null");
        this.conditions = requireNonNull(conditions, "conditions is null");
    }

    @Override
    public ConnectorSplitSource getSplits(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ConnectorTableHandle tableHandle,
            DynamicFilter dynamicFilter,
            Constraint constraint) {
        Optional<Answer> answer = SkippingTableHandle.answerOf(tableHandle);
        if (answer.isPresent()) {
            return new FixedSplitSource(new AnswerSplit(answer.get().values()));
        }
        SplitBatches splits = hive.list(transaction, session, tableHandle, dynamicFilter, constraint);
        HiveTableHandle table = (HiveTableHandle) tableHandle;
        if (!SkippingTableHandle.mayPrune(table) || !SkippingSessionProperties.isSkippingEnabled(session)) {
            return SplitSources.source(splits, dynamicFilter);
        }
        SkippingTableHandle.explainerOf(table).ifPresent(explainer -> explainer.scans(constraint));
        ScanDemand pushedDown = SkippingTableHandle.demandOf(table);
        Optional<EngineFilter> engineFilter = engineFilters.of(session, constraint);
        ScanDemand filtered = engineFilter
                .map(filter -> withHidden(session, pushedDown, filter))
                .orElse(pushedDown);
        // it is not known which rows surely match a dynamic filter
        ScanDemand demand = dynamicFilter.getColumnsCovered().isEmpty() ? filtered : filtered.unlimited();
        if (demand.isNothing() && dynamicFilter.getColumnsCovered().isEmpty()) {
            return SplitSources.source(splits, dynamicFilter);
        }

        ScanCounters counters = new ScanCounters();
        SchemaTableName name = table.getSchemaTableName();
        HiveSplitUnits units = new HiveSplitUnits(
                demand,
                dynamicFilter,
                tables.objectNames(transaction, session),
                SkippingSessionProperties.maxMergeDistance(session));
        Duration longestWait = SkippingSessionProperties.dynamicFilteringWait(session);
        CompletableFuture<ScanPruner> pruner = findIndex(transaction, session, table, counters)
                .thenCompose(snapshot ->
                        awaitFilter(new DynamicFilterWait(dynamicFilter, longestWait, HiveColumns.HANDLES), snapshot))
                .thenApply(snapshot -> new ScanPruner(
                        name, snapshot, demand, units, HiveColumns.HANDLES, filters.all(), session, counters));
        Runnable onClose = () -> {
            ScanTotals totals = counters.totals();
            stats.add(totals);
            scans.add(name, totals);
            if (!OwnCommands.sent(session.getSource())) {
                conditions.add(name, totals, () -> ScanConditions.of(session, pushedDown, engineFilter));
            }
        };
        return SplitSources.source(new PrunedSplits(splits, pruner, counters, onClose), dynamicFilter);
    }

    /** Returns a constraint with what of the filter the engine does not show to connectors. */
    private static ScanDemand withHidden(ConnectorSession session, ScanDemand pushedDown, EngineFilter filter) {
        ScanDemand demand = pushedDown.and(
                TupleDomain.all(),
                new ExpressionTranslator(
                                filter.hiddenColumns(), HiveColumns.HANDLES, Optional.of(session.getTimeZoneKey()))
                        .translate(filter.hidden()),
                filter.columnsOfHidden(),
                Set.of());
        return demand.with(FilterTests.of(filter, demand, HiveColumns.HANDLES));
    }

    private static CompletableFuture<Optional<IndexSnapshot>> awaitFilter(
            DynamicFilterWait wait, Optional<IndexSnapshot> snapshot) {
        return snapshot.map(wait::await)
                .orElseGet(() -> CompletableFuture.completedFuture(null))
                .thenApply(_ -> snapshot);
    }

    /** Looks up the index while Hive lists the objects. The future completes in time and never fails. */
    private CompletableFuture<Optional<IndexSnapshot>> findIndex(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            HiveTableHandle table,
            ScanCounters counters) {
        long start = System.nanoTime();
        return lookup.find(transaction, session, table.getSchemaTableName(), counters.lookupFailures::increment)
                .whenComplete((_, _) -> counters.lookupNanos.add(System.nanoTime() - start));
    }

    @Override
    public ConnectorSplitSource getSplits(
            ConnectorTransactionHandle transaction, ConnectorSession session, ConnectorTableFunctionHandle function) {
        return SplitSources.source(
                summarizeSplits.create(transaction, session, (SummarizeHandle) function), DynamicFilter.EMPTY);
    }
}
