// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.estimate;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.airlift.log.Logger;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.LiveObject;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.trino.core.estimate.KnownObject;
import io.skipping.trino.core.estimate.TableEstimate;
import io.skipping.trino.core.estimate.WholeTable;
import io.skipping.trino.core.index.IndexLookup;
import io.skipping.trino.core.rights.SelectRights;
import io.skipping.trino.hive.handle.HiveColumns;
import io.skipping.trino.hive.table.HiveTables;
import io.skipping.trino.hive.table.HiveTables.FirstSplits;
import io.skipping.trino.hive.table.HiveTables.ObjectNames;
import io.trino.metastore.HivePartition;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.statistics.Estimate;
import io.trino.spi.statistics.TableStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Estimates for the optimiser from the index, of tables that the metastore has no statistics of. A wrong estimate makes a
 * slow plan and no wrong answer; yet none is better than one that is far off, which an index that knows a part of the table
 * only would give. How much it knows is seen from the begin of the table's listing: all of a small table.
 */
public class IndexStatistics {
    private static final Logger log = Logger.get(IndexStatistics.class);

    /** What a store lists in one request, or a few. */
    private static final int MOST_LISTED = 1000;
    /** Share of the bytes that the index must know. */
    private static final double LEAST_KNOWN = 0.5;

    private final HiveTables tables;
    private final IndexLookup lookup;
    private final SelectRights rights;
    private final Samples samples = new Samples();

    @Inject
    public IndexStatistics(HiveTables tables, IndexLookup lookup, SelectRights rights) {
        this.tables = requireNonNull(tables, "tables is null");
        this.lookup = requireNonNull(lookup, "lookup is null");
        this.rights = requireNonNull(rights, "rights is null");
    }

    /** Completes the statistics of tables in a transaction. */
    public interface Source {
        /**
         * @param known what the metastore says of the columns; it has no row count
         * @return the same, with what the index says and the user may see
         */
        TableStatistics complete(ConnectorSession session, HiveTableHandle table, TableStatistics known);
    }

    public Source in(ConnectorTransactionHandle transaction) {
        // the planner asks again and again, for ever different columns
        Map<Scanned, Optional<TableEstimate>> estimates = new ConcurrentHashMap<>();
        return (session, table, known) -> estimates
                .computeIfAbsent(Scanned.of(session, table), _ -> find(transaction, session, table))
                .flatMap(estimate ->
                        complete(estimate, table, known, rights.visibleColumns(session, table.getSchemaTableName())))
                .orElse(known);
    }

    /** What of a table is scanned, as far as estimates look at it. */
    private record Scanned(
            String query,
            SchemaTableName table,
            Optional<List<HivePartition>> partitions,
            Optional<List<String>> names) {
        static Scanned of(ConnectorSession session, HiveTableHandle table) {
            return new Scanned(
                    session.getQueryId(), table.getSchemaTableName(), table.getPartitions(), table.getPartitionNames());
        }
    }

    private Optional<TableEstimate> find(
            ConnectorTransactionHandle transaction, ConnectorSession session, HiveTableHandle table) {
        if (!rights.mayCountRows(session, table.getSchemaTableName())) {
            return Optional.empty();
        }
        try {
            // a failure is counted by the scan
            return lookup.findForPlan(transaction, session, table.getSchemaTableName(), () -> {})
                    .filter(index -> index.objectCount() > 0)
                    .flatMap(index -> estimate(transaction, session, table, index));
        } catch (RuntimeException e) {
            // if it is the table's fault, the scan will say so
            log.debug(e, "No statistics of %s from its index", table.getSchemaTableName());
            return Optional.empty();
        }
    }

    private Optional<TableEstimate> estimate(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            HiveTableHandle table,
            IndexSnapshot index) {
        FirstSplits listed = tables.firstSplits(transaction, session, table, MOST_LISTED);
        if (listed.splits().stream().anyMatch(HiveTables::mayLeaveOutRows)) {
            return Optional.empty();
        }
        ObjectNames names = tables.objectNames(transaction, session);
        List<LiveObject> objects = listed.splits().stream()
                .filter(split -> split.getStart() == 0)
                .map(names::of)
                .collect(toImmutableList());
        List<KnownObject> known = KnownObject.of(index, objects);
        double bytes =
                objects.stream().mapToLong(object -> object.version().size()).sum();
        double knownShare = bytesOf(known) / bytes;
        if (!(knownShare >= LEAST_KNOWN)) {
            return Optional.empty();
        }
        if (listed.complete()) {
            long rows = known.stream().mapToLong(KnownObject::rowCount).sum();
            // rows are taken to be as long in the other objects as they are in these
            return Optional.of(new WholeTable(index, Math.rint(rows / knownShare), known));
        }
        return samples.estimate(index, table, knownShare);
    }

    private static double bytesOf(List<KnownObject> objects) {
        return objects.stream().mapToLong(KnownObject::bytes).sum();
    }

    private static Optional<TableStatistics> complete(
            TableEstimate estimate, HiveTableHandle table, TableStatistics known, Predicate<String> visible) {
        try {
            return Optional.of(completed(estimate, table, known, visible));
        } catch (IndexUnavailableException e) {
            log.debug(e, "No statistics of %s from its index", table.getSchemaTableName());
            return Optional.empty();
        }
    }

    private static TableStatistics completed(
            TableEstimate estimate, HiveTableHandle table, TableStatistics known, Predicate<String> visible) {
        TableStatistics.Builder statistics = TableStatistics.builder();
        statistics.setRowCount(Estimate.of(estimate.rowCount()));
        known.getColumnStatistics().forEach(statistics::setColumnStatistics);
        for (HiveColumnHandle column : table.getProjectedColumns()) {
            if (HiveColumns.isData(column) && visible.test(column.getBaseColumnName())) {
                statistics.setColumnStatistics(column, estimate.column(HiveColumns.indexed(column)));
            }
        }
        return statistics.build();
    }
}
