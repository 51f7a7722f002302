// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.answer;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.ScanPlan;
import io.skipping.trino.core.SkippingStats;
import io.skipping.trino.core.answer.Aggregate;
import io.skipping.trino.core.answer.Answer;
import io.skipping.trino.core.answer.RunningAnswer;
import io.skipping.trino.core.index.IndexLookup;
import io.skipping.trino.core.path.ColumnPredicates;
import io.skipping.trino.hive.handle.HiveColumns;
import io.skipping.trino.hive.handle.SkippingTableHandle;
import io.skipping.trino.hive.table.HiveTables;
import io.skipping.trino.hive.table.HiveTables.ObjectNames;
import io.skipping.trino.hive.table.Listings;
import io.skipping.trino.hive.table.PartitionFolders;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveSplit;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Computes aggregates from the index alone, over all rows of a scan or over those that satisfy the filter it has taken
 * over. The answer is correct only if every object that the scan would read is in the index and fresh, every range has
 * a row count and exact bounds, and the filter is decided for every range. The table is therefore listed, exactly as
 * the scan would list it.
 */
public class IndexAnswers {
    private final IndexLookup lookup;
    private final SkippingStats stats;

    @Inject
    public IndexAnswers(IndexLookup lookup, SkippingStats stats) {
        this.lookup = requireNonNull(lookup, "lookup is null");
        this.stats = requireNonNull(stats, "stats is null");
    }

    /**
     * Returns the values of the aggregates.
     *
     * @param listings of the transaction
     * @return empty if the scan must read the objects
     */
    public Optional<Answer> find(
            Listings listings, ConnectorSession session, HiveTableHandle table, List<Aggregate> aggregates) {
        try {
            return findInIndex(listings, session, table, aggregates);
        } catch (IndexUnavailableException _) {
            // the lookup has already logged a warning
            stats.addLookupFailure();
            return Optional.empty();
        }
    }

    private Optional<Answer> findInIndex(
            Listings listings, ConnectorSession session, HiveTableHandle table, List<Aggregate> aggregates) {
        Set<IndexedColumn> columns = aggregates.stream()
                .flatMap(aggregate -> aggregate.column().stream())
                .collect(toImmutableSet());
        TupleDomain<HiveColumnHandle> filter = SkippingTableHandle.rowFilterOf(table);
        Optional<IndexSnapshot> atHand = lookup.findForPlan(
                listings.transaction(), session, table.getSchemaTableName(), stats::addLookupFailure);
        Optional<ScanPlan> predicate = atHand.flatMap(index -> promising(index, table, filter, columns, aggregates));
        if (predicate.isEmpty()) {
            return Optional.empty();
        }
        // waiting is worthwhile: an older snapshot does not know the newest objects and so cannot answer
        Optional<IndexSnapshot> newest = lookup.find(
                        listings.transaction(), session, table.getSchemaTableName(), stats::addLookupFailure)
                .join();
        if (!newest.equals(atHand)) {
            predicate = newest.flatMap(index -> promising(index, table, filter, columns, aggregates));
            if (predicate.isEmpty()) {
                return Optional.empty();
            }
        }
        Set<Integer> used = Stream.concat(
                        columns.stream().map(HiveColumns::position),
                        filter.getDomains().orElseThrow().keySet().stream()
                                .map(HiveColumnHandle::getBaseHiveColumnIndex))
                .collect(toImmutableSet());
        ObjectNames names = listings.names(session);
        RunningAnswer answer = new RunningAnswer(newest.get(), predicate.get(), aggregates);
        boolean known = listings.forEachBatch(
                session,
                table,
                splits -> splits.stream().noneMatch(split -> HiveTables.mayLeaveOutRows(split) || converts(split, used))
                        && answer.add(names.beginningIn(splits)));
        return known ? Optional.of(answer.result()) : Optional.empty();
    }

    /**
     * Checks, before the table is listed, whether the index may know enough to answer.
     *
     * @return the plan of the filter; empty if the index cannot answer
     */
    private static Optional<ScanPlan> promising(
            IndexSnapshot index,
            HiveTableHandle table,
            TupleDomain<HiveColumnHandle> filter,
            Set<IndexedColumn> columns,
            List<Aggregate> aggregates) {
        if (!mayKnow(index, columns)) {
            return Optional.empty();
        }
        ScanPlan predicate = index.plan(ColumnPredicates.of(filter, Predicate.ALWAYS, Set.of(), HiveColumns.HANDLES));
        boolean may = filter.isAll()
                // if the index lacks something for one object, it probably lacks it for all
                ? RunningAnswer.suffices(index.sample(PartitionFolders.of(table), 1), aggregates)
                : predicate.count(PartitionFolders.of(table)).may() == 0;
        return may ? Optional.of(predicate) : Optional.empty();
    }

    /** Returns whether the reader derives the values of one of these columns by conversion. */
    private static boolean converts(HiveSplit split, Set<Integer> columns) {
        return columns.stream().anyMatch(split.getHiveColumnCoercions()::containsKey);
    }

    /** Returns whether the index covers the columns at all. This check is cheap and needs no listing. */
    private static boolean mayKnow(IndexSnapshot index, Set<IndexedColumn> columns) {
        Set<IndexedColumn> indexed = index.definitions().stream()
                .filter(definition -> definition.columns().size() == 1)
                .map(definition -> definition.columns().getFirst())
                .collect(toImmutableSet());
        return index.objectCount() > 0 && indexed.containsAll(columns);
    }
}
