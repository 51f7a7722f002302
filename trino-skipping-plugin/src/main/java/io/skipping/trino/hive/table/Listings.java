// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.table;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Objects.requireNonNull;

import com.google.common.base.Suppliers;
import com.google.common.collect.Sets;
import io.airlift.slice.Slice;
import io.skipping.trino.core.index.PlannedScan;
import io.skipping.trino.core.path.ColumnNames;
import io.skipping.trino.hive.handle.HiveColumns;
import io.skipping.trino.hive.table.HiveTables.FirstSplits;
import io.skipping.trino.hive.table.HiveTables.ObjectNames;
import io.trino.metastore.HivePartition;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveSplit;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.plugin.hive.util.HiveBucketing.HiveBucketFilter;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.predicate.TupleDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Lists tables while the queries of a transaction are planned. Whatever asks which objects a scan would read, for an
 * answer or for an estimate, gets one listing: its first splits are remembered, and these are all splits of most tables.
 * Thread-safe.
 */
public final class Listings {
    /** The number of files that a store lists in one request or a few. */
    private static final int REMEMBERED = 1000;

    private final HiveTables tables;
    private final ConnectorTransactionHandle transaction;
    private OfQuery listed = new OfQuery("", new ConcurrentHashMap<>());

    /** Queries of a transaction run one after another, and what the one before has listed is of no use. */
    private record OfQuery(String query, Map<Scan, Supplier<FirstSplits>> first) {}

    /**
     * Identifies a scan, as far as it decides which objects are listed and what their splits say.
     *
     * @param columns those of which splits say whether a partition declares another type for them
     */
    private record Scan(
            SchemaTableName table,
            Optional<List<HivePartition>> partitions,
            Optional<List<String>> partitionNames,
            TupleDomain<HiveColumnHandle> predicate,
            Optional<HiveBucketFilter> buckets,
            Set<String> columns) {
        static Scan of(HiveTableHandle table) {
            return new Scan(
                    table.getSchemaTableName(),
                    table.getPartitions(),
                    table.getPartitionNames(),
                    table.getCompactEffectivePredicate(),
                    table.getBucketFilter(),
                    table.getPartitionColumns().isEmpty() ? Set.of() : usedColumns(table));
        }

        private static Set<String> usedColumns(HiveTableHandle table) {
            return Sets.union(table.getProjectedColumns(), table.getConstraintColumns()).stream()
                    .filter(column -> !column.isPartitionKey())
                    .map(HiveColumnHandle::getBaseColumnName)
                    .collect(toImmutableSet());
        }
    }

    /** Creates what lists for one transaction. */
    public Listings(HiveTables tables, ConnectorTransactionHandle transaction) {
        this.tables = requireNonNull(tables, "tables is null");
        this.transaction = requireNonNull(transaction, "transaction is null");
    }

    /** Returns the transaction that lists. */
    public ConnectorTransactionHandle transaction() {
        return transaction;
    }

    /** Describes a scan to decisions about its plan. */
    public PlannedScan planned(ConnectorSession session, HiveTableHandle table) {
        Supplier<Predicate<Slice>> folders = Suppliers.memoize(() -> PartitionFolders.of(table));
        return new PlannedScan(
                transaction,
                session,
                table.getSchemaTableName(),
                () -> ColumnNames.SAME,
                path -> folders.get().test(path),
                HiveColumns.HANDLES);
    }

    /** Returns the first thousand splits that a scan would read, or all if there are fewer. */
    public FirstSplits first(ConnectorSession session, HiveTableHandle table) {
        // the map is not locked while a table is listed: others are at the same time
        return ofQuery(session)
                .computeIfAbsent(
                        Scan.of(table),
                        _ -> Suppliers.memoize(() -> tables.firstSplits(transaction, session, table, REMEMBERED)))
                .get();
    }

    private synchronized Map<Scan, Supplier<FirstSplits>> ofQuery(ConnectorSession session) {
        if (!listed.query().equals(session.getQueryId())) {
            listed = new OfQuery(session.getQueryId(), new ConcurrentHashMap<>());
        }
        return listed.first();
    }

    /**
     * Passes the splits that a scan would read to the consumer, batch by batch. Lists the table only as far as the
     * consumer wants, and not again if all of it is remembered.
     *
     * @param consumer returns whether it wants the next batch
     * @return whether the consumer accepted every batch
     */
    public boolean forEachBatch(ConnectorSession session, HiveTableHandle table, Predicate<List<HiveSplit>> consumer) {
        Map<Scan, Supplier<FirstSplits>> first = ofQuery(session);
        Scan scan = Scan.of(table);
        Optional<FirstSplits> remembered = Optional.ofNullable(first.get(scan)).map(Supplier::get);
        if (remembered.filter(FirstSplits::complete).isPresent()) {
            return consumer.test(remembered.get().splits());
        }
        List<HiveSplit> passed = new ArrayList<>();
        boolean accepted = tables.forEachBatch(transaction, session, table, splits -> {
            // of a larger table no more is kept than tells that it is larger
            splits.stream().limit(REMEMBERED + 1 - passed.size()).forEach(passed::add);
            return consumer.test(splits);
        });
        if (accepted && passed.size() <= REMEMBERED) {
            FirstSplits all = new FirstSplits(passed, true);
            first.put(scan, () -> all);
        }
        return accepted;
    }

    /** Returns a function that names the objects of listed splits as the index does. */
    public ObjectNames names(ConnectorSession session) {
        return tables.objectNames(transaction, session);
    }
}
