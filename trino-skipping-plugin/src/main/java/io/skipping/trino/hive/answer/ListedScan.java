// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.answer;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.trino.core.answer.AnswerableScan;
import io.skipping.trino.core.index.PlannedScan;
import io.skipping.trino.hive.handle.HiveColumns;
import io.skipping.trino.hive.handle.SkippingTableHandle;
import io.skipping.trino.hive.table.HiveTables;
import io.skipping.trino.hive.table.HiveTables.ObjectNames;
import io.skipping.trino.hive.table.Listings;
import io.trino.plugin.hive.HiveSplit;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Lists the objects of a scan of a Hive table, of which the index may know aggregates. */
public final class ListedScan implements AnswerableScan {
    private final Listings listings;
    private final ConnectorSession session;
    private final HiveTableHandle table;

    /** @param listings of the transaction */
    public ListedScan(Listings listings, ConnectorSession session, HiveTableHandle table) {
        this.listings = requireNonNull(listings, "listings is null");
        this.session = requireNonNull(session, "session is null");
        this.table = requireNonNull(table, "table is null");
    }

    @Override
    public PlannedScan planned() {
        return listings.planned(session, table);
    }

    @Override
    public TupleDomain<ColumnHandle> filter() {
        return SkippingTableHandle.demandOf(table).rowFilter();
    }

    @Override
    public boolean forEachBatch(Set<IndexedColumn> used, Predicate<List<LiveObject>> consumer) {
        Set<Integer> positions = used.stream().map(HiveColumns::position).collect(toImmutableSet());
        ObjectNames names = listings.names(session);
        return listings.forEachBatch(
                session,
                table,
                splits -> splits.stream()
                                .noneMatch(split -> HiveTables.mayLeaveOutRows(split) || converts(split, positions))
                        && consumer.test(names.beginningIn(splits)));
    }

    /** Returns whether the reader derives the values of one of these columns by conversion. */
    private static boolean converts(HiveSplit split, Set<Integer> columns) {
        return columns.stream().anyMatch(split.getHiveColumnCoercions()::containsKey);
    }
}
