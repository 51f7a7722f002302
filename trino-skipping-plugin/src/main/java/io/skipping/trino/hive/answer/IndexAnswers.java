// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.answer;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Maps;
import com.google.inject.Inject;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.PreparedPredicate;
import io.skipping.index.type.RangeBounds;
import io.skipping.trino.SkippingStats;
import io.skipping.trino.hive.HiveColumns;
import io.skipping.trino.hive.table.HiveTables;
import io.skipping.trino.hive.table.IndexLookup;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveSplit;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTransactionHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Aggregates over all rows of a scan, from the index alone. Right only if every object that the scan would read is there,
 * fresh, with row counts and exact bounds in every range; so the table is listed for it, as the scan would do.
 */
public class IndexAnswers {
    private final HiveTables tables;
    private final IndexLookup lookup;
    private final SkippingStats stats;

    @Inject
    public IndexAnswers(HiveTables tables, IndexLookup lookup, SkippingStats stats) {
        this.tables = requireNonNull(tables, "tables is null");
        this.lookup = requireNonNull(lookup, "lookup is null");
        this.stats = requireNonNull(stats, "stats is null");
    }

    /** Answers the queries of a transaction. */
    public interface Source {
        /** @return empty if the scan must read the objects */
        Optional<Answer> find(ConnectorSession session, HiveTableHandle table, List<Aggregate> aggregates);
    }

    public Source in(ConnectorTransactionHandle transaction) {
        return (session, table, aggregates) -> find(transaction, session, table, aggregates);
    }

    private Optional<Answer> find(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            HiveTableHandle table,
            List<Aggregate> aggregates) {
        Set<HiveColumnHandle> columns = aggregates.stream()
                .flatMap(aggregate -> aggregate.column().stream())
                .collect(toImmutableSet());
        Optional<IndexSnapshot> index = lookup.find(
                        transaction, session, table.getSchemaTableName(), stats::addLookupFailure)
                .join();
        if (index.isEmpty() || !mayKnow(index.get(), columns)) {
            return Optional.empty();
        }
        List<HiveSplit> splits = tables.splitsOf(transaction, session, table);
        return answer(index.get(), splits, tables.objectNames(session), aggregates, columns);
    }

    /** A look that costs nothing, before the table is listed. */
    private static boolean mayKnow(IndexSnapshot index, Set<HiveColumnHandle> columns) {
        Set<IndexedColumn> indexed = index.definitions().stream()
                .filter(definition -> definition.columns().size() == 1)
                .map(definition -> definition.columns().getFirst())
                .collect(toImmutableSet());
        return index.objectCount() > 0
                && columns.stream().map(HiveColumns::indexed).allMatch(indexed::contains);
    }

    private static Optional<Answer> answer(
            IndexSnapshot index,
            List<HiveSplit> splits,
            HiveTables.ObjectNames names,
            List<Aggregate> aggregates,
            Set<HiveColumnHandle> columns) {
        List<LiveObject> objects = new ArrayList<>();
        for (HiveSplit split : splits) {
            if (HiveTables.mayLeaveOutRows(split)
                    || columns.stream()
                            .anyMatch(column ->
                                    split.getHiveColumnCoercions().containsKey(column.getBaseHiveColumnIndex()))) {
                return Optional.empty();
            }
            if (split.getStart() == 0) {
                objects.add(names.of(split));
            }
        }
        List<RunningAggregate> running =
                aggregates.stream().map(RunningAggregate::new).collect(toImmutableList());
        PreparedPredicate everything = index.prepare(Predicate.ALWAYS);
        for (LiveObject object : objects) {
            if (object.version().size() == 0) {
                continue;
            }
            if (!(everything.lookup(ImmutableList.of(object)).getFirst() instanceof ObjectVerdict.Known known)) {
                return Optional.empty();
            }
            Map<HiveColumnHandle, Optional<List<Optional<RangeBounds>>>> bounds =
                    Maps.toMap(columns, column -> index.bounds(object, HiveColumns.indexed(column)));
            for (int range = 0; range < known.ranges().size(); range++) {
                long rowCount = known.ranges().get(range).rowCount();
                for (int i = 0; i < aggregates.size(); i++) {
                    int position = range;
                    Optional<RangeBounds> ofColumn = aggregates
                            .get(i)
                            .column()
                            .flatMap(column -> bounds.get(column).flatMap(ranges -> ranges.get(position)));
                    if (!running.get(i).add(rowCount, ofColumn)) {
                        return Optional.empty();
                    }
                }
            }
        }
        return Optional.of(
                new Answer(running.stream().map(RunningAggregate::result).collect(toImmutableList())));
    }
}
