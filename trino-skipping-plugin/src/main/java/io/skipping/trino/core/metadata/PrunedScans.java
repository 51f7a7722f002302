// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.metadata;

import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.airlift.units.Duration;
import io.skipping.index.filter.ObjectFilters;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.trino.core.OwnCommands;
import io.skipping.trino.core.ScanTotals;
import io.skipping.trino.core.SkippingSpans;
import io.skipping.trino.core.SkippingStats;
import io.skipping.trino.core.TableScans;
import io.skipping.trino.core.config.SkippingSessionProperties;
import io.skipping.trino.core.engine.EngineFilter;
import io.skipping.trino.core.engine.SplitBatches;
import io.skipping.trino.core.explain.AskedConditions;
import io.skipping.trino.core.expression.ExpressionTranslator;
import io.skipping.trino.core.index.IndexLookup;
import io.skipping.trino.core.path.ColumnHandles;
import io.skipping.trino.core.path.ColumnNames;
import io.skipping.trino.core.release.SplitSources;
import io.skipping.trino.core.release.filter.EngineFilters;
import io.skipping.trino.core.scan.DynamicFilterWait;
import io.skipping.trino.core.scan.FilterTests;
import io.skipping.trino.core.scan.PrunedSplits;
import io.skipping.trino.core.scan.ScanCounters;
import io.skipping.trino.core.scan.ScanDemand;
import io.skipping.trino.core.scan.ScanPruner;
import io.skipping.trino.core.scan.SplitUnits;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplitSource;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.predicate.TupleDomain;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** Leaves out of a connector's splits those that cannot match. */
public class PrunedScans {
    private final IndexLookup lookup;
    private final EngineFilters engineFilters;
    private final ObjectFilters filters;
    private final SkippingSpans spans;
    private final SkippingStats stats;
    private final TableScans scans;
    private final AskedConditions conditions;

    /**
     * Describes a scan.
     *
     * @param pushedDown what is attached to the handle of the scan
     * @param constraint what the engine asks the scan for when it begins; it shows more of the filter than while it plans
     * @param columns describes the columns of the connector
     * @param names supplies what translates the columns of the version of the table that is read to those that the index
     *     keeps
     */
    public record Scan(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            SchemaTableName table,
            ScanDemand pushedDown,
            DynamicFilter dynamicFilter,
            Constraint constraint,
            ColumnHandles columns,
            Supplier<ColumnNames> names) {
        public Scan {
            requireNonNull(transaction, "transaction is null");
            requireNonNull(session, "session is null");
            requireNonNull(table, "table is null");
            requireNonNull(pushedDown, "pushedDown is null");
            requireNonNull(dynamicFilter, "dynamicFilter is null");
            requireNonNull(constraint, "constraint is null");
            requireNonNull(columns, "columns is null");
            requireNonNull(names, "names is null");
        }
    }

    @Inject
    public PrunedScans(
            IndexLookup lookup,
            EngineFilters engineFilters,
            ObjectFilters filters,
            SkippingSpans spans,
            SkippingStats stats,
            TableScans scans,
            AskedConditions conditions) {
        this.lookup = requireNonNull(lookup, "lookup is null");
        this.engineFilters = requireNonNull(engineFilters, "engineFilters is null");
        this.filters = requireNonNull(filters, "filters is null");
        this.spans = requireNonNull(spans, "spans is null");
        this.stats = requireNonNull(stats, "stats is null");
        this.scans = requireNonNull(scans, "scans is null");
        this.conditions = requireNonNull(conditions, "conditions is null");
    }

    /**
     * Returns the splits of a scan that are to be read.
     *
     * @param listed the connector's splits
     * @param units returns what translates the splits, by what the scan demands
     */
    public ConnectorSplitSource of(Scan scan, SplitBatches listed, Function<ScanDemand, SplitUnits> units) {
        DynamicFilter dynamicFilter = scan.dynamicFilter();
        Optional<EngineFilter> filter = engineFilters.of(scan.session(), scan.constraint());
        ScanDemand filtered = filter.map(hidden -> withHidden(scan, hidden)).orElse(scan.pushedDown());
        // it is not known which rows surely match a dynamic filter
        ScanDemand demand = dynamicFilter.getColumnsCovered().isEmpty() ? filtered : filtered.unlimited();
        if (demand.isNothing() && dynamicFilter.getColumnsCovered().isEmpty()) {
            return SplitSources.source(listed, dynamicFilter);
        }

        ScanCounters counters = new ScanCounters();
        SplitUnits ofScan = units.apply(demand);
        Duration longestWait = SkippingSessionProperties.dynamicFilteringWait(scan.session());
        CompletableFuture<ScanPruner> pruner = findIndex(scan, counters)
                .thenCompose(snapshot ->
                        awaitFilter(new DynamicFilterWait(dynamicFilter, longestWait, scan.columns()), snapshot))
                .thenApply(snapshot -> new ScanPruner(
                        scan.table(),
                        snapshot,
                        demand,
                        ofScan,
                        scan.columns(),
                        filters.all(),
                        scan.session(),
                        counters));
        return SplitSources.source(
                new PrunedSplits(
                        scan.table(), listed, pruner, counters, spans, () -> count(scan, filter, counters.totals())),
                dynamicFilter);
    }

    /** Returns a constraint with what of the filter the engine does not show to connectors. */
    private static ScanDemand withHidden(Scan scan, EngineFilter filter) {
        ScanDemand demand = scan.pushedDown()
                .and(
                        TupleDomain.all(),
                        new ExpressionTranslator(
                                        filter.hiddenColumns(),
                                        scan.columns(),
                                        Optional.of(scan.session().getTimeZoneKey()))
                                .translate(filter.hidden()),
                        filter.columnsOfHidden(),
                        Set.of());
        return demand.with(FilterTests.of(filter, demand, scan.columns()));
    }

    private void count(Scan scan, Optional<EngineFilter> filter, ScanTotals totals) {
        stats.add(totals);
        scans.add(scan.table(), totals);
        if (!OwnCommands.sent(scan.session().getSource())) {
            conditions.add(
                    scan.table(),
                    totals,
                    // a filter that the engine does not show may differ
                    filter.isPresent() ? Optional.empty() : Optional.of(scan.pushedDown()),
                    () -> ScanConditions.of(scan.session(), scan.columns(), scan.pushedDown(), filter));
        }
    }

    private static CompletableFuture<Optional<IndexSnapshot>> awaitFilter(
            DynamicFilterWait wait, Optional<IndexSnapshot> snapshot) {
        return snapshot.map(wait::await)
                .orElseGet(() -> CompletableFuture.completedFuture(null))
                .thenApply(_ -> snapshot);
    }

    /** Looks up the index while the connector lists the objects. The future completes in time and never fails. */
    private CompletableFuture<Optional<IndexSnapshot>> findIndex(Scan scan, ScanCounters counters) {
        long start = System.nanoTime();
        return lookup.find(
                        scan.transaction(),
                        scan.session(),
                        scan.table(),
                        scan.names(),
                        counters.lookupFailures::increment)
                .whenComplete((_, _) -> counters.lookupNanos.add(System.nanoTime() - start));
    }
}
