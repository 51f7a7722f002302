// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.answer;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Maps;
import io.skipping.index.LiveObject;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.ObjectSample;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.PreparedPredicate;
import io.skipping.index.type.RangeBounds;
import io.skipping.trino.hive.HiveColumns;
import io.skipping.trino.hive.table.HiveTables.ObjectNames;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveSplit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Aggregates of the objects seen so far. Not thread-safe. */
final class RunningAnswer {
    private final IndexSnapshot index;
    private final PreparedPredicate predicate;
    private final ObjectNames names;
    private final Set<HiveColumnHandle> columns;
    private final List<Aggregate> aggregates;
    private final List<RunningAggregate> running;

    /** @param predicate which rows count */
    RunningAnswer(IndexSnapshot index, PreparedPredicate predicate, ObjectNames names, List<Aggregate> aggregates) {
        this.index = requireNonNull(index, "index is null");
        this.predicate = requireNonNull(predicate, "predicate is null");
        this.names = requireNonNull(names, "names is null");
        this.aggregates = requireNonNull(aggregates, "aggregates is null");
        this.columns = aggregates.stream()
                .flatMap(aggregate -> aggregate.column().stream())
                .collect(ImmutableSet.toImmutableSet());
        this.running = aggregates.stream().map(RunningAggregate::new).collect(toImmutableList());
    }

    /**
     * Takes in the objects that splits are the first ones of.
     *
     * @return whether the index knows what it takes; if not, there is no answer
     */
    boolean add(List<HiveSplit> splits) {
        List<LiveObject> objects = splits.stream()
                .filter(split -> split.getStart() == 0)
                .map(names::of)
                .filter(object -> object.version().size() > 0)
                .collect(toImmutableList());
        List<ObjectVerdict> verdicts = predicate.lookup(objects);
        for (int number = 0; number < objects.size(); number++) {
            if (!(verdicts.get(number) instanceof ObjectVerdict.Known known) || !add(objects.get(number), known)) {
                return false;
            }
        }
        return true;
    }

    /** Whether what is known of some objects would suffice, if all their rows counted. */
    static boolean suffices(ObjectSample sample, List<Aggregate> aggregates) {
        return aggregates.stream().allMatch(aggregate -> {
            List<Long> rowCounts = sample.rowCounts();
            Optional<List<Optional<RangeBounds>>> bounds =
                    aggregate.column().flatMap(column -> sample.bounds(HiveColumns.indexed(column)));
            if (bounds.isEmpty()) {
                return true;
            }
            RunningAggregate trial = new RunningAggregate(aggregate);
            return IntStream.range(0, rowCounts.size())
                    .allMatch(range ->
                            trial.add(rowCounts.get(range), bounds.get().get(range)));
        });
    }

    private boolean add(LiveObject object, ObjectVerdict.Known known) {
        Map<HiveColumnHandle, Optional<List<Optional<RangeBounds>>>> bounds =
                Maps.toMap(columns, column -> index.bounds(object, HiveColumns.indexed(column)));
        for (int range = 0; range < known.ranges().size(); range++) {
            long rowCount = known.ranges().get(range).rowCount();
            switch (known.ranges().get(range).verdict()) {
                case CANNOT_MATCH -> {
                    continue;
                }
                case MAY_MATCH -> {
                    if (rowCount > 0) {
                        return false;
                    }
                }
                case MUST_MATCH -> {}
            }
            for (int i = 0; i < aggregates.size(); i++) {
                int position = range;
                Optional<RangeBounds> ofColumn = aggregates
                        .get(i)
                        .column()
                        .flatMap(column -> bounds.get(column).flatMap(ranges -> ranges.get(position)));
                if (!running.get(i).add(rowCount, ofColumn)) {
                    return false;
                }
            }
        }
        return true;
    }

    Answer result() {
        return new Answer(running.stream().map(RunningAggregate::result).collect(toImmutableList()));
    }
}
