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
 * {@code ORDER BY column LIMIT k}: ranges are not read whose bounds say that all their rows come behind {@code k} others, which
 * are read. Bounds tell that of most ranges; ranks are looked at for those of which bounds alone do not.
 */
public final class FirstRows implements RowSelection {
    private static final String REASON = "top";

    /** Ranges that show what is known of all. */
    private static final int SAMPLED_RANGES = 16;

    private final IndexSnapshot index;
    private final IndexedColumn column;
    private final SortOrder direction;

    /** by bounds alone */
    private final TopRows<Long> byBounds;
    /** of those ranges that are not behind by bounds alone, which are all that matter, and so never worse */
    private final TopRows<Long> top;

    // rows of an object must not be counted twice
    private final Map<LiveObject, Integer> seen = new HashMap<>();

    public FirstRows(IndexSnapshot index, IndexedColumn column, SortOrder direction, boolean tiesAreEqual, long count) {
        this.index = requireNonNull(index, "index is null");
        this.column = requireNonNull(column, "column is null");
        this.direction = requireNonNull(direction, "direction is null");
        this.byBounds = new TopRows<>(column.type(), direction, count, false);
        this.top = new TopRows<>(column.type(), direction, count, tiesAreEqual);
    }

    /**
     * What is known of an object.
     *
     * @param number of the object, in the order in which they were seen
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

        /** Whether all rows of the range are in the scan, and bounds of them are known. */
        boolean isSure(int range) {
            return verdict.verdict(range) == Verdict.MUST_MATCH
                    && bounds.get(range).isPresent();
        }

        /** Whether the first rows can be had without the range. */
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
     * Whether some of the index tells enough of the column to leave out a range; if it doesn't, the rest will hardly do.
     * Footers of Parquet and ORC don't tell of NaN, which is the first of the descending numbers.
     */
    public boolean isPromising() {
        return index.sample(_ -> true, SAMPLED_RANGES)
                .bounds(column)
                .map(bounds -> bounds.stream().flatMap(Optional::stream).anyMatch(top::mayBeNeedless))
                // only where a look has to be waited for
                .orElse(true);
    }

    @Override
    public List<Selected> select(List<LiveObject> objects, List<ObjectVerdict> verdicts) {
        List<Optional<KnownObject>> known = new ArrayList<>();
        Map<LiveObject, KnownObject> unseen = new LinkedHashMap<>();
        for (int i = 0; i < objects.size(); i++) {
            LiveObject object = objects.get(i);
            boolean isNew = !seen.containsKey(object);
            int number = seen.computeIfAbsent(object, _ -> seen.size());
            Optional<KnownObject> found = verdicts.get(i) instanceof Known verdict
                    ? index.bounds(object, column).map(bounds -> new KnownObject(number, verdict, bounds))
                    : Optional.empty();
            known.add(found);
            if (isNew) {
                found.ifPresent(newOne -> unseen.put(object, newOne));
            }
        }
        unseen.values().forEach(this::addBounds);
        unseen.forEach(this::addRanks);
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
