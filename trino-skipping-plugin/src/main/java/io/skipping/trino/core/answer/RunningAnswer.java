// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.answer;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Maps;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.ObjectSample;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.ScanPlan;
import io.skipping.index.type.RangeBounds;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Accumulates several aggregates over the objects seen so far. Not thread-safe. */
public final class RunningAnswer {
    private final IndexSnapshot index;
    private final ScanPlan predicate;
    private final Set<IndexedColumn> columns;
    private final List<Aggregate> aggregates;
    private final List<RunningAggregate> running;

    /**
     * Creates an answer without objects.
     *
     * @param predicate selects the rows to aggregate
     */
    public RunningAnswer(IndexSnapshot index, ScanPlan predicate, List<Aggregate> aggregates) {
        this.index = requireNonNull(index, "index is null");
        this.predicate = requireNonNull(predicate, "predicate is null");
        this.aggregates = requireNonNull(aggregates, "aggregates is null");
        this.columns = aggregates.stream()
                .flatMap(aggregate -> aggregate.column().stream())
                .collect(ImmutableSet.toImmutableSet());
        this.running = aggregates.stream().map(RunningAggregate::new).collect(toImmutableList());
    }

    /**
     * Adds some objects.
     *
     * @return false if the index does not know enough about one of the objects; there is no answer then
     */
    public boolean add(List<LiveObject> live) {
        // an empty object has no rows, so it does not matter whether it is indexed
        List<LiveObject> objects =
                live.stream().filter(object -> object.version().size() > 0).collect(toImmutableList());
        List<ObjectVerdict> verdicts = predicate.lookup(objects);
        for (int number = 0; number < objects.size(); number++) {
            if (!(verdicts.get(number) instanceof ObjectVerdict.Known known) || !add(objects.get(number), known)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether the index would know enough about the sampled objects to compute the aggregates over all their
     * rows. Returns true if the sampled summaries may not be opened.
     */
    public static boolean suffices(ObjectSample sample, List<Aggregate> aggregates) {
        return aggregates.stream().allMatch(aggregate -> {
            List<Long> rowCounts = sample.rowCounts();
            Optional<List<Optional<RangeBounds>>> bounds = aggregate.column().flatMap(column -> sample.bounds(column));
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
        Map<IndexedColumn, Optional<List<Optional<RangeBounds>>>> bounds =
                Maps.toMap(columns, column -> index.bounds(object, column));
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

    public Answer result() {
        return new Answer(running.stream().map(RunningAggregate::result).collect(toImmutableList()));
    }
}
