// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.skipping.trino.iceberg.handle.SkippingIcebergHandle.demandOf;
import static io.skipping.trino.iceberg.handle.SkippingIcebergHandle.unenforced;
import static io.trino.plugin.iceberg.IcebergErrorCode.ICEBERG_FILESYSTEM_ERROR;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.airlift.log.Logger;
import io.skipping.index.predicate.Predicate;
import io.skipping.trino.core.answer.IndexAnswers;
import io.skipping.trino.core.config.SkippingSessionProperties;
import io.skipping.trino.core.filter.ScanFilter;
import io.skipping.trino.core.filter.TakenFilters;
import io.skipping.trino.core.folder.IndexDiscarder;
import io.skipping.trino.core.folder.IndexDiscarder.Dropped;
import io.skipping.trino.core.folder.IndexFolders;
import io.skipping.trino.core.folder.IndexFolders.FolderAction;
import io.skipping.trino.core.index.IndexLookup;
import io.skipping.trino.core.index.PlannedScan;
import io.skipping.trino.core.metadata.AnsweredAggregates;
import io.skipping.trino.core.metadata.ExplainedScan;
import io.skipping.trino.core.metadata.Explanations;
import io.skipping.trino.core.metadata.FilteredRows;
import io.skipping.trino.core.metadata.RowLimits;
import io.skipping.trino.core.metadata.ScanDemands;
import io.skipping.trino.core.metadata.ScanExplainer;
import io.skipping.trino.core.path.ColumnPredicates;
import io.skipping.trino.core.rights.SelectRights;
import io.skipping.trino.core.scan.ScanDemand;
import io.skipping.trino.iceberg.handle.IcebergColumns;
import io.skipping.trino.iceberg.handle.SkippingIcebergHandle;
import io.skipping.trino.iceberg.handle.SkippingMergeHandle;
import io.skipping.trino.iceberg.release.IndexFreeSplitManager;
import io.skipping.trino.iceberg.release.ReleasedTableHandle;
import io.skipping.trino.iceberg.release.StatisticsMetadata;
import io.skipping.trino.iceberg.scan.SnapshotScan;
import io.skipping.trino.iceberg.scan.WrittenTables;
import io.skipping.trino.iceberg.statistics.DistinctValues;
import io.skipping.trino.iceberg.table.IcebergIndexViews;
import io.skipping.trino.iceberg.table.IcebergTables;
import io.skipping.trino.iceberg.table.IcebergTables.DroppedTable;
import io.trino.plugin.iceberg.IcebergTableHandle;
import io.trino.spi.TrinoException;
import io.trino.spi.classloader.ThreadContextClassLoader;
import io.trino.spi.connector.AggregateFunction;
import io.trino.spi.connector.AggregationApplicationResult;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorAnalyzeMetadata;
import io.trino.spi.connector.ConnectorMergeTableHandle;
import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableExecuteHandle;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTableVersion;
import io.trino.spi.connector.ConnectorTransactionHandle;
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
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Wraps Iceberg's metadata and keeps the constraint of a scan in its table handle. Iceberg's own handle has no conditions
 * on several columns, and none that its manifests cannot decide. Iceberg's methods that derive a new handle from an old
 * one lose the constraint, and with it the filter that the scan has taken over; this class attaches it again.
 */
public class SkippingIcebergMetadata extends StatisticsMetadata {
    private static final Logger log = Logger.get(SkippingIcebergMetadata.class);

    private final ConnectorTransactionHandle transaction;
    private final IndexLookup lookup;
    private final TakenFilters filters;
    private final AnsweredAggregates answers;
    private final IndexFreeSplitManager splits;
    private final IcebergIndexViews views;
    private final WrittenTables written;
    private final IcebergTables tables;
    private final IndexDiscarder discarder;
    private final SelectRights rights;
    private final Explanations explanations;
    private final ClassLoader classLoader;

    public SkippingIcebergMetadata(
            ConnectorMetadata iceberg,
            ConnectorTransactionHandle transaction,
            IndexLookup lookup,
            TakenFilters filters,
            IndexAnswers answers,
            IndexFreeSplitManager splits,
            IcebergIndexViews views,
            WrittenTables written,
            IcebergTables tables,
            IndexDiscarder discarder,
            SelectRights rights,
            Explanations explanations,
            ClassLoader classLoader) {
        super(iceberg, SkippingIcebergHandle.HANDLES, classLoader);
        this.transaction = requireNonNull(transaction, "transaction is null");
        this.lookup = requireNonNull(lookup, "lookup is null");
        this.filters = requireNonNull(filters, "filters is null");
        this.answers = new AnsweredAggregates(answers, SkippingIcebergHandle.HANDLES);
        this.splits = requireNonNull(splits, "splits is null");
        this.views = requireNonNull(views, "views is null");
        this.written = requireNonNull(written, "written is null");
        this.tables = requireNonNull(tables, "tables is null");
        this.discarder = requireNonNull(discarder, "discarder is null");
        this.rights = requireNonNull(rights, "rights is null");
        this.explanations = requireNonNull(explanations, "explanations is null");
        this.classLoader = requireNonNull(classLoader, "classLoader is null");
    }

    /** Returns Iceberg's handle, and starts the index lookup while the engine is still planning. */
    @Override
    public ConnectorTableHandle getTableHandle(
            ConnectorSession session,
            SchemaTableName name,
            Optional<ConnectorTableVersion> startVersion,
            Optional<ConnectorTableVersion> endVersion) {
        ConnectorTableHandle table = super.getTableHandle(session, name, startVersion, endVersion);
        if (!(table instanceof IcebergTableHandle scan) || !SkippingIcebergHandle.mayPrune(scan)) {
            return table;
        }
        if (SkippingSessionProperties.isSkippingEnabled(session)) {
            lookup.begin(transaction, session, scan.getSchemaTableName(), ReleasedTableHandle.snapshotId(scan));
        }
        return explained(session, table);
    }

    /** Finds the system tables of an index, whose names are none of Iceberg's. */
    @Override
    public Optional<SystemTable> getSystemTable(ConnectorSession session, SchemaTableName name) {
        Optional<SystemTable> ofIceberg = super.getSystemTable(session, name);
        if (ofIceberg.isPresent()) {
            return ofIceberg;
        }
        try (ThreadContextClassLoader _ = new ThreadContextClassLoader(classLoader)) {
            return views.find(transaction, session, name);
        }
    }

    @Override
    public Optional<ConstraintApplicationResult<ConnectorTableHandle>> applyFilter(
            ConnectorSession session, ConnectorTableHandle table, Constraint constraint) {
        if (isLimited(table) || isAnswered(table)) {
            // a filter above a limit must not change which rows the limit returns; the engine does not push one down
            return Optional.empty();
        }
        Optional<ConstraintApplicationResult<ConnectorTableHandle>> ofIceberg =
                super.applyFilter(session, table, constraint);
        if (!(table instanceof IcebergTableHandle scan) || !mayPrune(session, scan)) {
            return ofIceberg;
        }
        ScanDemand before = demandOf(table);
        ScanDemand after = ScanDemands.and(before, constraint, IcebergColumns.HANDLES, session);
        boolean isNothingNew = ofIceberg.isEmpty() && after.equals(before) && !isExplainedBetterBy(constraint, table);
        // the optimizer asks a dozen times, and the index would give the same answer as to the first one, unless that
        // had an expression, of which Iceberg has made a domain since
        if (isNothingNew && (before.inExpressions().isEmpty() || before.filter().isPresent())) {
            return Optional.empty();
        }
        TupleDomain<ColumnHandle> remaining = ofIceberg
                .map(ConstraintApplicationResult::getRemainingFilter)
                .orElseGet(() -> unenforced(scan, constraint.getSummary()));
        // the engine keeps a filter with an expression anyway, so taking over another part of it gains nothing. A
        // statement that changes rows would change those that the filter excludes, if Iceberg pushed it down
        Optional<ScanFilter> taken = constraint.getExpression().equals(Constant.TRUE)
                        && !written.contains(session, scan.getSchemaTableName())
                ? filters.takeOver(planned(session, scan), remaining)
                : Optional.empty();
        if (isNothingNew && taken.isEmpty()) {
            return Optional.empty();
        }
        ScanDemand demand = taken.map(after::filteredBy).orElse(after);
        ConnectorTableHandle derived =
                ofIceberg.map(ConstraintApplicationResult::getHandle).orElse(table);
        return Optional.of(new ConstraintApplicationResult<>(
                explained(session, table, constraint, SkippingIcebergHandle.attach(derived, demand)),
                taken.isPresent() ? TupleDomain.all() : remaining,
                ofIceberg
                        .flatMap(ConstraintApplicationResult::getRemainingExpression)
                        .orElseGet(constraint::getExpression),
                ofIceberg
                        .map(ConstraintApplicationResult::isPrecalculateStatistics)
                        .orElse(false)));
    }

    private boolean mayPrune(ConnectorSession session, IcebergTableHandle scan) {
        return SkippingIcebergHandle.mayPrune(scan) && !written.isRewritten(session, scan.getSchemaTableName());
    }

    private static boolean isLimited(ConnectorTableHandle table) {
        return demandOf(table).limit().isPresent()
                || table instanceof IcebergTableHandle scan && scan.getLimit().isPresent();
    }

    private PlannedScan planned(ConnectorSession session, IcebergTableHandle scan) {
        return new PlannedScan(
                transaction,
                session,
                scan.getSchemaTableName(),
                () -> tables.names(transaction, session, scan),
                _ -> true,
                IcebergColumns.HANDLES);
    }

    @Override
    protected ScanExplainer createExplainer(ConnectorSession session) {
        return explanations.ofQuery(
                transaction, session, IcebergColumns.HANDLES, table -> explainedScan(session, table));
    }

    @Override
    protected Optional<Predicate> asked(ConnectorTableHandle table) {
        return table instanceof IcebergTableHandle scan && SkippingIcebergHandle.isOfQuery(scan)
                ? Optional.of(ColumnPredicates.of(
                        demandOf(table).domain(), demandOf(table).expressions(), Set.of(), IcebergColumns.HANDLES))
                : Optional.empty();
    }

    private Optional<ExplainedScan> explainedScan(ConnectorSession session, ConnectorTableHandle table) {
        return table instanceof IcebergTableHandle scan && mayPrune(session, scan)
                ? Optional.of(new ExplainedScan(
                        scan.getSchemaTableName(),
                        tables.names(transaction, session, scan),
                        id -> IcebergTables.columnName(scan, id),
                        _ -> true,
                        () -> FirstFiles.of(tables, transaction, session, scan)))
                : Optional.empty();
    }

    /**
     * Records the limit in the handle. Iceberg stops listing once the files so far have enough rows, so it gets no limit over
     * a filter that the scan has taken over, and a scan to which Iceberg's limit applies is not pruned: see
     * {@link SkippingIcebergHandle#mayPrune}.
     */
    @Override
    public Optional<LimitApplicationResult<ConnectorTableHandle>> applyLimit(
            ConnectorSession session, ConnectorTableHandle table, long limit) {
        if (isAnswered(table) || demandOf(table).limit().isPresent()) {
            return Optional.empty();
        }
        if (demandOf(table).filter().isPresent()) {
            return RowLimits.limit(SkippingIcebergHandle.HANDLES, table, limit);
        }
        return super.applyLimit(session, table, limit)
                .map(result -> new LimitApplicationResult<>(
                        derived(table, result.getHandle()),
                        result.isLimitGuaranteed(),
                        result.isPrecalculateStatistics()));
    }

    @Override
    public Optional<TopNApplicationResult<ConnectorTableHandle>> applyTopN(
            ConnectorSession session,
            ConnectorTableHandle table,
            long topNCount,
            List<SortItem> sortItems,
            Map<String, ColumnHandle> assignments) {
        return table instanceof IcebergTableHandle scan && mayPrune(session, scan)
                ? RowLimits.top(SkippingIcebergHandle.HANDLES, table, topNCount, sortItems, assignments)
                : Optional.empty();
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
                || !(table instanceof IcebergTableHandle scan)
                || !mayPrune(session, scan)
                || isAnswered(table)
                || !givesAllRows(scan)) {
            return Optional.empty();
        }
        try (ThreadContextClassLoader _ = new ThreadContextClassLoader(classLoader)) {
            return answers.apply(table, new SnapshotScan(splits, scan, planned(session, scan)), functions, assignments);
        }
    }

    /**
     * Returns whether a scan returns every row of the files that Iceberg's enforced predicate selects, or every one of them
     * that satisfies the filter it has taken over.
     */
    private static boolean givesAllRows(IcebergTableHandle scan) {
        ScanDemand demand = demandOf(scan);
        TupleDomain<ColumnHandle> filter = demand.rowFilter();
        return demand.limit().isEmpty()
                && demand.expressions().equals(Predicate.ALWAYS)
                && demand.inExpressions().isEmpty()
                && !demand.domain().isNone()
                && unenforced(scan, demand.domain()).equals(filter)
                && filter.getDomains()
                        .orElseThrow()
                        .keySet()
                        .containsAll(scan.getUnenforcedPredicate()
                                .getDomains()
                                .orElse(Map.of())
                                .keySet());
    }

    @Override
    public TableStatistics getTableStatistics(ConnectorSession session, ConnectorTableHandle table) {
        if (isAnswered(table)) {
            return AnsweredAggregates.STATISTICS;
        }
        TableStatistics all = super.getTableStatistics(session, table);
        return demandOf(table)
                .filter()
                .filter(_ -> !all.getRowCount().isUnknown())
                .map(filter -> filtered(session, (IcebergTableHandle) table, all, filter))
                .orElse(all);
    }

    /** Has ANALYZE collect statistics by a function of this plugin. */
    @Override
    public ConnectorAnalyzeMetadata getStatisticsCollectionMetadata(
            ConnectorSession session, ConnectorTableHandle table, Map<String, Object> properties) {
        ConnectorAnalyzeMetadata ofIceberg = super.getStatisticsCollectionMetadata(session, table, properties);
        return new ConnectorAnalyzeMetadata(
                ofIceberg.getTableHandle(), DistinctValues.collectedHere(ofIceberg.getStatisticsMetadata()));
    }

    /** @param all the statistics of Iceberg, which has left out the files that its bounds exclude */
    private TableStatistics filtered(
            ConnectorSession session, IcebergTableHandle scan, TableStatistics all, ScanFilter filter) {
        if (!FilteredRows.mayBeTold(
                filter, IcebergColumns.HANDLES, rights.visibleColumns(session, scan.getSchemaTableName()))) {
            return all;
        }
        OptionalDouble ofTable = tables.rowCount(transaction, session, scan);
        return ofTable.isPresent()
                ? FilteredRows.withRowCount(
                        all, Math.min(all.getRowCount().getValue(), ofTable.getAsDouble() * filter.share()))
                : all;
    }

    /** Notes that the statement deletes, updates or merges rows of the table. */
    @Override
    public ColumnHandle getMergeRowIdColumnHandle(ConnectorSession session, ConnectorTableHandle table) {
        addWritten(session, table, WrittenTables.Change.ROWS);
        return super.getMergeRowIdColumnHandle(session, table);
    }

    /** Notes that the statement runs a procedure over the table, which may rewrite it. */
    @Override
    public Optional<ConnectorTableExecuteHandle> getTableHandleForExecute(
            ConnectorSession session,
            ConnectorAccessControl accessControl,
            ConnectorTableHandle table,
            String procedure,
            Map<String, Object> properties,
            RetryMode retryMode) {
        addWritten(session, table, WrittenTables.Change.FILES);
        return super.getTableHandleForExecute(session, accessControl, table, procedure, properties, retryMode);
    }

    private void addWritten(ConnectorSession session, ConnectorTableHandle table, WrittenTables.Change change) {
        if (table instanceof IcebergTableHandle handle) {
            written.add(session, handle.getSchemaTableName(), change);
        }
    }

    @Override
    public ConnectorMergeTableHandle beginMerge(
            ConnectorSession session,
            ConnectorTableHandle table,
            Map<Integer, Collection<ColumnHandle>> updateCaseColumns,
            RetryMode retryMode) {
        return SkippingMergeHandle.of(
                super.beginMerge(session, SkippingIcebergHandle.plain(table), updateCaseColumns, retryMode), table);
    }

    /** Drops the table, and then its index, which may be elsewhere. The index never makes the statement fail. */
    @Override
    public void dropTable(ConnectorSession session, ConnectorTableHandle table) {
        Optional<DroppedTable> dropped = table instanceof IcebergTableHandle handle
                ? dropped(session, handle.getSchemaTableName())
                : Optional.empty();
        try {
            super.dropTable(session, table);
        } catch (TrinoException e) {
            if (dropped.isEmpty() || !isFolderLeft(e)) {
                throw e;
            }
            delete(dropped.get().folderDeletion(), e);
        }
        discard(dropped.map(DroppedTable::index).stream().toList());
    }

    /**
     * Returns whether all of a table is gone but its folder, which catalogs delete last: a local disk stops at what a build
     * writes or deletes in the meantime.
     */
    private static boolean isFolderLeft(TrinoException failure) {
        return failure.getErrorCode().equals(ICEBERG_FILESYSTEM_ERROR.toErrorCode())
                && IndexFolders.isDisturbed(failure);
    }

    private static void delete(FolderAction deletion, TrinoException failure) {
        try {
            deletion.run();
        } catch (IOException e) {
            failure.addSuppressed(e);
            throw failure;
        }
    }

    /** Drops the schema, and the indexes of the tables that are dropped with it, even if the statement fails at another table. */
    @Override
    public void dropSchema(ConnectorSession session, String schema, boolean cascade) {
        Map<SchemaTableName, Dropped> indexes = cascade ? dropped(session, schema) : ImmutableMap.of();
        try {
            super.dropSchema(session, schema, cascade);
        } catch (RuntimeException e) {
            discard(gone(session, schema, indexes));
            throw e;
        }
        discard(ImmutableList.copyOf(indexes.values()));
    }

    private Map<SchemaTableName, Dropped> dropped(ConnectorSession session, String schema) {
        ImmutableMap.Builder<SchemaTableName, Dropped> indexes = ImmutableMap.builder();
        try {
            for (SchemaTableName table : ImmutableSet.copyOf(listTables(session, Optional.of(schema)))) {
                dropped(session, table).ifPresent(found -> indexes.put(table, found.index()));
            }
            return indexes.buildOrThrow();
        } catch (RuntimeException e) {
            log.debug(e, "The indexes of schema %s are not known", schema);
            return ImmutableMap.of();
        }
    }

    /** Returns those indexes whose tables the schema no longer has; none if that is not known. */
    private List<Dropped> gone(ConnectorSession session, String schema, Map<SchemaTableName, Dropped> indexes) {
        if (indexes.isEmpty()) {
            return ImmutableList.of();
        }
        try {
            Set<SchemaTableName> left = ImmutableSet.copyOf(listTables(session, Optional.of(schema)));
            return indexes.entrySet().stream()
                    .filter(index -> !left.contains(index.getKey()))
                    .map(Map.Entry::getValue)
                    .collect(toImmutableList());
        } catch (RuntimeException e) {
            log.debug(e, "It is not known which tables of schema %s are gone", schema);
            return ImmutableList.of();
        }
    }

    /** Returns what removes what is left of a table that is about to be dropped; empty if the table is not known. */
    private Optional<DroppedTable> dropped(ConnectorSession session, SchemaTableName name) {
        try (ThreadContextClassLoader _ = new ThreadContextClassLoader(classLoader)) {
            return Optional.of(tables.dropped(transaction, session, name));
        } catch (RuntimeException e) {
            log.debug(e, "The index of %s is not known", name);
            return Optional.empty();
        }
    }

    private void discard(List<Dropped> indexes) {
        try (ThreadContextClassLoader _ = new ThreadContextClassLoader(classLoader)) {
            discarder.discard(indexes);
        } catch (RuntimeException e) {
            log.warn(e, "The indexes of dropped tables may still exist");
        }
    }

    @Override
    public void cleanupQuery(ConnectorSession session) {
        super.cleanupQuery(session);
        lookup.forget(session.getQueryId());
        rights.forget(session.getQueryId());
        written.forget(session.getQueryId());
    }
}
