// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.estimate;

import static java.util.Objects.requireNonNull;

import com.google.common.base.Suppliers;
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
import io.skipping.trino.hive.table.Listings;
import io.trino.metastore.HivePartition;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.statistics.Estimate;
import io.trino.spi.statistics.TableStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Estimates table statistics for the optimiser from the index, for tables without statistics in the metastore. A wrong
 * estimate makes a slow plan, not a wrong result. Still, no estimate is better than one that is far off, and an index
 * that covers only part of the table would give such a one. The start of the table's listing shows how much the index
 * covers; for a small table that is the whole listing.
 */
public class IndexStatistics {
    private static final Logger log = Logger.get(IndexStatistics.class);

    /** The share of a scan's bytes that the index must cover. */
    private static final double LEAST_KNOWN = 0.5;

    private final IndexLookup lookup;
    private final SelectRights rights;
    private final Samples samples = new Samples();

    @Inject
    public IndexStatistics(IndexLookup lookup, SelectRights rights) {
        this.lookup = requireNonNull(lookup, "lookup is null");
        this.rights = requireNonNull(rights, "rights is null");
    }

    /** Completes the statistics of tables in one transaction. */
    public interface Source {
        /** Returns whether a table has an index that the user may be told of. Lists nothing. */
        boolean isIndexed(ConnectorSession session, HiveTableHandle table);

        /** Returns whether the index covers enough of a scan for an estimate. */
        boolean isKnown(ConnectorSession session, HiveTableHandle table);

        /**
         * Adds estimates from the index to the metastore's statistics, however little of the scan the index covers. If
         * the optimiser gets estimates of other scans of the query, a poor one is better than none.
         *
         * @param known the metastore's statistics of the columns, without a row count
         * @return the same statistics, plus those from the index that the user may see
         */
        TableStatistics complete(ConnectorSession session, HiveTableHandle table, TableStatistics known);
    }

    public Source in(Listings listings) {
        // the planner asks repeatedly, each time for different columns
        Map<Scanned, Supplier<Optional<EstimatedScan>>> estimates = new ConcurrentHashMap<>();
        return new Source() {
            @Override
            public boolean isIndexed(ConnectorSession session, HiveTableHandle table) {
                try {
                    return index(listings, session, table).isPresent();
                } catch (RuntimeException e) {
                    return false;
                }
            }

            @Override
            public boolean isKnown(ConnectorSession session, HiveTableHandle table) {
                return estimate(session, table)
                        .filter(scan -> scan.knownShare() >= LEAST_KNOWN)
                        .isPresent();
            }

            @Override
            public TableStatistics complete(ConnectorSession session, HiveTableHandle table, TableStatistics known) {
                Predicate<String> visible = rights.visibleColumns(session, table.getSchemaTableName());
                return estimate(session, table)
                        .flatMap(scan -> IndexStatistics.complete(scan.estimate(), table, known, visible))
                        .orElse(known);
            }

            private Optional<EstimatedScan> estimate(ConnectorSession session, HiveTableHandle table) {
                // the map is not locked while a table is listed: others are at the same time
                return estimates
                        .computeIfAbsent(
                                Scanned.of(session, table),
                                _ -> Suppliers.memoize(() -> find(listings, session, table)))
                        .get();
            }
        };
    }

    /** @param knownShare the share of the scan's bytes that the index covers */
    private record EstimatedScan(TableEstimate estimate, double knownShare) {}

    /** Identifies what is scanned of a table, as far as it matters to estimates. */
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

    private Optional<EstimatedScan> find(Listings listings, ConnectorSession session, HiveTableHandle table) {
        try {
            return index(listings, session, table).flatMap(index -> estimate(listings, session, table, index));
        } catch (RuntimeException e) {
            // if the table is at fault, the scan will report it
            log.debug(e, "No statistics of %s from its index", table.getSchemaTableName());
            return Optional.empty();
        }
    }

    private Optional<IndexSnapshot> index(Listings listings, ConnectorSession session, HiveTableHandle table) {
        if (!rights.mayCountRows(session, table.getSchemaTableName())) {
            return Optional.empty();
        }
        // the scan counts a failure
        return lookup.findForPlan(listings.planned(session, table), () -> {}).filter(index -> index.objectCount() > 0);
    }

    private Optional<EstimatedScan> estimate(
            Listings listings, ConnectorSession session, HiveTableHandle table, IndexSnapshot index) {
        FirstSplits listed = listings.first(session, table);
        if (listed.splits().stream().anyMatch(HiveTables::mayLeaveOutRows)) {
            return Optional.empty();
        }
        List<LiveObject> objects = listings.names(session).beginningIn(listed.splits());
        List<KnownObject> known = KnownObject.of(index, objects);
        double bytes =
                objects.stream().mapToLong(object -> object.version().size()).sum();
        // 0 of a scan without objects: nothing is known of what comes next
        double knownShare = bytes == 0 ? 0 : bytesOf(known) / bytes;
        return estimate(index, table, listed.complete(), known, bytes)
                .map(estimate -> new EstimatedScan(estimate, knownShare));
    }

    private Optional<TableEstimate> estimate(
            IndexSnapshot index, HiveTableHandle table, boolean complete, List<KnownObject> known, double bytes) {
        double knownBytes = bytesOf(known);
        if (knownBytes == 0) {
            return samples.rowsPerByte(index).map(rows -> new WholeTable(index, Math.rint(rows * bytes), known));
        }
        double knownShare = knownBytes / bytes;
        if (complete) {
            long rows = known.stream().mapToLong(KnownObject::rowCount).sum();
            // assumes that rows in the other objects are as long as in these
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
