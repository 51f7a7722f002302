// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.ObjectVerdict.Known;
import io.skipping.index.type.RangeBounds;
import io.skipping.index.type.RangeRanks;
import io.skipping.trino.core.value.TrinoKeys;
import io.skipping.trino.core.value.TrinoTypes;
import io.trino.spi.connector.SortOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Implements {@code ORDER BY column LIMIT k}. It prunes a range if the bounds show that all its rows come after {@code
 * k} other rows, which are read. Bounds decide most ranges; ranks are loaded only for ranges that bounds alone do not
 * decide.
 */
final class FirstRows implements RowSelection {
    private static final String REASON = "top";

    /** Number of ranges in the sample that shows what the index knows about the column. */
    private static final int SAMPLED_RANGES = 16;

    private final IndexSnapshot index;
    private final IndexedColumn column;
    private final SortOrder direction;

    /** uses bounds only */
    private final TopRows<Long> byBounds;
    /**
     * contains the ranges that bounds alone do not prune; no other range can matter, so it prunes at least as many
     * ranges as {@link #byBounds}
     */
    private final TopRows<Long> top;

    /** the number of an object whose rows are not counted: others come before them anyhow */
    private static final int UNCOUNTED = -1;

    // ensures that the rows of an object are not counted twice; without those that are not counted, of which there may
    // be millions
    private final Map<LiveObject, Integer> counted = new HashMap<>();

    public FirstRows(IndexSnapshot index, IndexedColumn column, SortOrder direction, boolean tiesAreEqual, long count) {
        this.index = requireNonNull(index, "index is null");
        this.column = requireNonNull(column, "column is null");
        this.direction = requireNonNull(direction, "direction is null");
        this.byBounds = new TopRows<>(column.type(), direction, count, false);
        this.top = new TopRows<>(column.type(), direction, count, tiesAreEqual);
    }

    /**
     * Holds what is known about an object.
     *
     * @param number number of the object, in the order in which the objects were seen, or {@link #UNCOUNTED}
     */
    private record KnownObject(int number, Known verdict, List<Optional<RangeBounds>> bounds) {
        int size() {
            return verdict.count();
        }

        long rowCount(int range) {
            return verdict.rowCount(range);
        }

        Long source(int range) {
            return (long) number << 32 | range;
        }

        /** Returns whether all rows of the range match and the range's bounds are known. */
        boolean isSure(int range) {
            return verdict.verdict(range) == Verdict.MUST_MATCH
                    && bounds.get(range).isPresent();
        }

        /** Returns whether rows of the object may be among the first, beside those that are known already. */
        boolean counts(TopRows<Long> top) {
            return IntStream.range(0, size()).anyMatch(range -> isSure(range) && !isNeedless(top, range));
        }

        KnownObject numbered(int another) {
            return new KnownObject(another, verdict, bounds);
        }

        /** Returns whether the first rows can be found without the range. */
        boolean isNeedless(TopRows<Long> top, int range) {
            return bounds.get(range).isPresent()
                    && top.isNeedless(
                            source(range), rowCount(range), bounds.get(range).get());
        }

        void addTo(TopRows<Long> top, int range, RangeRanks ranks) {
            top.add(source(range), rowCount(range), bounds.get(range).orElseThrow(), ranks);
        }
    }

    /**
     * Returns whether, in a sample of the index, the bounds of any range could prune that range. If they could not, the
     * rest of the index hardly helps either. For example, Parquet and ORC footers do not say whether there are NaNs,
     * which come first in descending order. Nor do they where the store is not asked for the bounds of an index of this size.
     */
    public boolean isPromising() {
        return index.sample(_ -> true, SAMPLED_RANGES)
                .bounds(column)
                .map(bounds -> bounds.stream().flatMap(Optional::stream).anyMatch(top::mayBeNeedless))
                // what may not be opened here may not be opened for any object
                .orElse(false);
    }

    @Override
    public List<Selected> select(List<LiveObject> objects, List<ObjectVerdict> verdicts) {
        List<Optional<KnownObject>> known = new ArrayList<>();
        Map<LiveObject, KnownObject> uncounted = new LinkedHashMap<>();
        for (int i = 0; i < objects.size(); i++) {
            LiveObject object = objects.get(i);
            Optional<KnownObject> found = verdicts.get(i) instanceof Known verdict
                    ? index.bounds(object, column)
                            .map(bounds -> new KnownObject(counted.getOrDefault(object, UNCOUNTED), verdict, bounds))
                    : Optional.empty();
            if (found.isPresent()
                    && found.get().number() == UNCOUNTED
                    && found.get().counts(byBounds)) {
                KnownObject counting = found.get().numbered(counted.size());
                counted.put(object, counting.number());
                addBounds(counting);
                uncounted.put(object, counting);
                found = Optional.of(counting);
            }
            known.add(found);
        }
        uncounted.forEach(this::addRanks);
        ImmutableList.Builder<Selected> selected = ImmutableList.builder();
        for (int i = 0; i < objects.size(); i++) {
            ObjectVerdict verdict = verdicts.get(i);
            selected.add(known.get(i).map(this::withoutNeedless).orElseGet(() -> Selected.all(verdict)));
        }
        return selected.build();
    }

    private void addBounds(KnownObject object) {
        for (int range = 0; range < object.size(); range++) {
            if (object.isSure(range)) {
                object.addTo(byBounds, range, RangeRanks.NONE);
            }
        }
    }

    private void addRanks(LiveObject live, KnownObject object) {
        List<Integer> counting = IntStream.range(0, object.size())
                .filter(range -> object.isSure(range) && !object.isNeedless(byBounds, range))
                .boxed()
                .toList();
        if (counting.isEmpty()) {
            return;
        }
        Optional<List<Optional<RangeRanks>>> ranks = index.ranks(live, column);
        for (int range : counting) {
            object.addTo(top, range, ranks.flatMap(all -> all.get(range)).orElse(RangeRanks.NONE));
        }
    }

    private Selected withoutNeedless(KnownObject object) {
        ImmutableList.Builder<Guarantee> guarantees = ImmutableList.builder();
        for (int range = 0; range < object.size(); range++) {
            ByteRange bytes = object.verdict().range(range);
            top.guaranteed(object.source(range)).stream()
                    .map(rows -> Guarantee.ofFirst(
                            bytes,
                            rows.rows(),
                            TrinoTypes.trino(column.type()),
                            direction,
                            TrinoKeys.nativeValue(column.type(), rows.notLaterThan())))
                    .forEach(guarantees::add);
        }
        return new Selected(
                object.verdict().leaveOut(range -> object.isNeedless(top, range), REASON), guarantees.build());
    }

    @Override
    public boolean isComplete() {
        return false;
    }
}
