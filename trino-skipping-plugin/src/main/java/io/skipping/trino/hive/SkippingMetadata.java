// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive;

import static io.trino.plugin.hive.util.AcidTables.isTransactionalTable;
import static java.util.Objects.requireNonNull;

import io.skipping.index.predicate.Predicate;
import io.skipping.trino.core.SkippingExecutor;
import io.skipping.trino.core.answer.IndexAnswers;
import io.skipping.trino.core.config.SkippingSessionProperties;
import io.skipping.trino.core.estimate.QueryCatalogs;
import io.skipping.trino.core.filter.ScanFilter;
import io.skipping.trino.core.filter.TakenFilters;
import io.skipping.trino.core.index.IndexLookup;
import io.skipping.trino.core.metadata.AnsweredAggregates;
import io.skipping.trino.core.metadata.Explanations;
import io.skipping.trino.core.metadata.FilteredRows;
import io.skipping.trino.core.metadata.RowLimits;
import io.skipping.trino.core.metadata.ScanDemands;
import io.skipping.trino.core.metadata.ScanExplainer;
import io.skipping.trino.core.metadata.ScanMetadata;
import io.skipping.trino.core.rights.SelectRights;
import io.skipping.trino.core.scan.ScanDemand;
import io.skipping.trino.hive.answer.ListedScan;
import io.skipping.trino.hive.estimate.IndexStatistics;
import io.skipping.trino.hive.handle.HiveColumns;
import io.skipping.trino.hive.handle.SkippingTableHandle;
import io.skipping.trino.hive.layout.InsertLayouts;
import io.skipping.trino.hive.table.Listings;
import io.trino.plugin.hive.HiveSessionProperties;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.catalog.CatalogName;
import io.trino.spi.connector.AggregateFunction;
import io.trino.spi.connector.AggregationApplicationResult;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorInsertTableHandle;
import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTableLayout;
import io.trino.spi.connector.ConnectorTableVersion;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.ConstraintApplicationResult;
import io.trino.spi.connector.LimitApplicationResult;
import io.trino.spi.connector.RetryMode;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.SortItem;
import io.trino.spi.connector.SystemTable;
import io.trino.spi.connector.TopNApplicationResult;
import io.trino.spi.expression.Constant;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.statistics.TableStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Wraps Hive's metadata and keeps the predicate of a scan in its table handle. Hive simplifies the constraint before it
 * reaches {@code getSplits}, so the predicate is captured here, earlier. Hive methods that derive a new handle from an
 * old one lose the predicate; this class attaches it again to the handles that a query scans. Where a method forgets to
 * do so, the scan loses pruning and nothing else.
 */
public class SkippingMetadata extends ScanMetadata {
    private final Listings listings;
    private final TakenFilters filters;
    private final AnsweredAggregates answers;
    private final IndexStatistics.Source statistics;
    private final SelectRights rights;
    private final IndexLookup lookup;
    private final InsertLayouts.Source layouts;

    private final QueryCatalogs catalogs;
    private final CatalogName catalog;
    private final Explanations explanations;

    private final ScannedTables scanned;

    public SkippingMetadata(
            ConnectorMetadata hive,
            Listings listings,
            TakenFilters filters,
            IndexAnswers answers,
            IndexStatistics.Source statistics,
            SelectRights rights,
            IndexLookup lookup,
            InsertLayouts.Source layouts,
            Explanations explanations,
            QueryCatalogs catalogs,
            CatalogName catalog,
            SkippingExecutor executor,
            ClassLoader classLoader) {
        super(hive, SkippingTableHandle.HANDLES, classLoader);
        this.listings = requireNonNull(listings, "listings is null");
        this.filters = requireNonNull(filters, "filters is null");
        this.answers = new AnsweredAggregates(answers, SkippingTableHandle.HANDLES);
        this.statistics = requireNonNull(statistics, "statistics is null");
        this.rights = requireNonNull(rights, "rights is null");
        this.lookup = requireNonNull(lookup, "lookup is null");
        this.layouts = requireNonNull(layouts, "layouts is null");
        this.explanations = requireNonNull(explanations, "explanations is null");
        this.catalogs = requireNonNull(catalogs, "catalogs is null");
        this.catalog = requireNonNull(catalog, "catalog is null");
        this.scanned = new ScannedTables(executor);
    }

    /** Returns Hive's handle, and starts the index lookup while the engine is still planning. */
    @Override
    public ConnectorTableHandle getTableHandle(
            ConnectorSession session,
            SchemaTableName name,
            Optional<ConnectorTableVersion> startVersion,
            Optional<ConnectorTableVersion> endVersion) {
        ConnectorTableHandle table = super.getTableHandle(session, name, startVersion, endVersion);
        if (table == null) {
            return null;
        }
        ConnectorTableHandle scan = explained(session, table);
        if (SkippingSessionProperties.isSkippingEnabled(session)) {
            lookup.begin(listings.transaction(), session, name);
            scanned.add(session, scan);
        }
        return scan;
    }

    @Override
    public Optional<SystemTable> getSystemTable(ConnectorSession session, SchemaTableName name) {
        Optional<SystemTable> table = super.getSystemTable(session, name);
        table.ifPresent(_ -> scanned.addUnknown(session));
        return table;
    }

    @Override
    public Optional<ConstraintApplicationResult<ConnectorTableHandle>> applyFilter(
            ConnectorSession session, ConnectorTableHandle table, Constraint constraint) {
        ScanDemand before = SkippingTableHandle.demandOf(table);
        if (before.limit().isPresent() || isAnswered(table)) {
            // a filter above a limit must not change which rows the limit returns; the engine does not push one down
            return Optional.empty();
        }
        ScanDemand after = ScanDemands.and(before, constraint, HiveColumns.HANDLES, session);

        Optional<ConstraintApplicationResult<ConnectorTableHandle>> ofHive =
                super.applyFilter(session, table, constraint);
        if (ofHive.isEmpty() && after.equals(before) && !isExplainedBetterBy(constraint, table)) {
            // the optimizer asks a dozen times, and the index would give the same answer as to the first one
            return Optional.empty();
        }
        HiveTableHandle scan = (HiveTableHandle)
                ofHive.map(ConstraintApplicationResult::getHandle).orElse(table);
        TupleDomain<ColumnHandle> remaining = ofHive.map(ConstraintApplicationResult::getRemainingFilter)
                .orElseGet(() -> unenforced(scan, constraint.getSummary()));
        // the engine keeps a filter with an expression anyway, so taking over another part of it gains nothing
        Optional<ScanFilter> taken = constraint.getExpression().equals(Constant.TRUE) && mayFilter(scan)
                ? filters.takeOver(listings.planned(session, scan), remaining)
                : Optional.empty();
        ScanDemand demand = taken.map(after::filteredBy).orElse(after);
        ConnectorTableHandle result = explained(session, table, constraint, SkippingTableHandle.attach(scan, demand));
        scanned.replace(session, table, result);
        return Optional.of(new ConstraintApplicationResult<>(
                result, taken.isPresent() ? TupleDomain.all() : remaining, constraint.getExpression(), false));
    }

    private static boolean mayFilter(HiveTableHandle scan) {
        return SkippingTableHandle.mayPrune(scan)
                && scan.getTableParameters()
                        .filter(parameters -> !isTransactionalTable(parameters))
                        .isPresent();
    }

    @Override
    protected ScanExplainer createExplainer(ConnectorSession session) {
        return explanations.ofQuery(
                listings.transaction(),
                session,
                HiveColumns.HANDLES,
                table -> ExplainedScans.of(listings, session, table));
    }

    /** Returns the part of a constraint that Hive leaves to the engine when Hive derives nothing new from it. */
    private static TupleDomain<ColumnHandle> unenforced(HiveTableHandle scan, TupleDomain<ColumnHandle> constraint) {
        return scan.getPartitions().isEmpty()
                ? constraint
                : constraint.filter((column, _) -> !scan.getPartitionColumns().contains(column));
    }

    /** Leaves the limit to the engine, but records it in the handle so that splits beyond the limit are pruned. */
    @Override
    public Optional<LimitApplicationResult<ConnectorTableHandle>> applyLimit(
            ConnectorSession session, ConnectorTableHandle table, long limit) {
        return RowLimits.limit(SkippingTableHandle.HANDLES, table, limit);
    }

    @Override
    public Optional<TopNApplicationResult<ConnectorTableHandle>> applyTopN(
            ConnectorSession session,
            ConnectorTableHandle table,
            long topNCount,
            List<SortItem> sortItems,
            Map<String, ColumnHandle> assignments) {
        return RowLimits.top(SkippingTableHandle.HANDLES, table, topNCount, sortItems, assignments);
    }

    /** Replaces aggregates that the index can answer by a scan that returns one row and reads nothing. */
    @Override
    public Optional<AggregationApplicationResult<ConnectorTableHandle>> applyAggregation(
            ConnectorSession session,
            ConnectorTableHandle table,
            List<AggregateFunction> functions,
            Map<String, ColumnHandle> assignments,
            List<List<ColumnHandle>> groupingSets) {
        if (!SkippingSessionProperties.isSkippingEnabled(session)
                || !groupingSets.equals(List.of(List.of()))
                || !(table instanceof HiveTableHandle scan)
                || isAnswered(table)
                || !givesAllRows(scan)) {
            return Optional.empty();
        }
        return answers.apply(table, new ListedScan(listings, session, scan), functions, assignments);
    }

    /**
     * Returns whether a scan returns every row of its partitions, or every row that satisfies the filter it has taken
     * over.
     */
    private static boolean givesAllRows(HiveTableHandle scan) {
        ScanDemand demand = SkippingTableHandle.demandOf(scan);
        if (!SkippingTableHandle.mayPrune(scan) || scan.getBucketFilter().isPresent()) {
            return false;
        }
        if (demand.filter().isPresent()) {
            return demand.isFilterOnly();
        }
        return demand.isNothing()
                && ScanDemands.storedColumns(
                                scan.getCompactEffectivePredicate().transformKeys(ColumnHandle.class::cast),
                                HiveColumns.HANDLES)
                        .isAll();
    }

    @Override
    public TableStatistics getTableStatistics(ConnectorSession session, ConnectorTableHandle table) {
        if (isAnswered(table)) {
            return AnsweredAggregates.STATISTICS;
        }
        TableStatistics ofMetastore = super.getTableStatistics(session, table);
        TableStatistics all = completed(session, table, ofMetastore);
        return SkippingTableHandle.demandOf(table)
                .filter()
                .filter(filter -> !all.getRowCount().isUnknown()
                        && FilteredRows.mayBeTold(
                                filter,
                                HiveColumns.HANDLES,
                                rights.visibleColumns(session, ((HiveTableHandle) table).getSchemaTableName())))
                .map(filter -> FilteredRows.withRowCount(all, all.getRowCount().getValue() * filter.share()))
                .orElse(all);
    }

    private TableStatistics completed(
            ConnectorSession session, ConnectorTableHandle table, TableStatistics ofMetastore) {
        if (!ofMetastore.getRowCount().isUnknown()
                || !HiveSessionProperties.isStatisticsEnabled(session)
                || !SkippingSessionProperties.isSkippingEnabled(session)
                || !(table instanceof HiveTableHandle scan)
                || !SkippingTableHandle.mayPrune(scan)) {
            return ofMetastore;
        }
        boolean estimated = catalogs.areOnly(session, catalog)
                && scanned.areEstimated(
                        session,
                        scan,
                        other -> statistics.isIndexed(session, other) || isKnownToMetastore(session, other),
                        other -> isSized(session, other));
        return estimated ? statistics.complete(session, scan, ofMetastore) : ofMetastore;
    }

    private boolean isSized(ConnectorSession session, HiveTableHandle table) {
        return SkippingTableHandle.mayPrune(table) && statistics.isKnown(session, table)
                || isKnownToMetastore(session, table);
    }

    private boolean isKnownToMetastore(ConnectorSession session, HiveTableHandle table) {
        return !super.getTableStatistics(session, table).getRowCount().isUnknown();
    }

    @Override
    protected Optional<Predicate> asked(ConnectorTableHandle table) {
        return AskedRows.of(table);
    }

    @Override
    public Optional<ConnectorTableLayout> getInsertLayout(ConnectorSession session, ConnectorTableHandle table) {
        scanned.removeTarget(session, table);
        // call Hive first: it refuses tables that cannot be written
        Optional<ConnectorTableLayout> ofHive = super.getInsertLayout(session, table);
        return layouts.tableLayout(session, table).or(() -> ofHive);
    }

    @Override
    public ConnectorInsertTableHandle beginInsert(
            ConnectorSession session, ConnectorTableHandle table, List<ColumnHandle> columns, RetryMode retryMode) {
        return layouts.attach(session, table, super.beginInsert(session, table, columns, retryMode));
    }

    @Override
    public void cleanupQuery(ConnectorSession session) {
        super.cleanupQuery(session);
        lookup.forget(session.getQueryId());
        rights.forget(session.getQueryId());
        scanned.forget(session.getQueryId());
        layouts.forget(session.getQueryId());
    }
}
