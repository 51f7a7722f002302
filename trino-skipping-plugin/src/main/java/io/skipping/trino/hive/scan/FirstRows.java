// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.scan;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.ObjectVerdict.Known;
import io.skipping.index.snapshot.ObjectVerdict.RangeVerdict;
import io.skipping.index.type.RangeBounds;
import io.trino.spi.connector.SortOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code ORDER BY column LIMIT k}: ranges whose bounds say that all their rows come behind {@code k} others are not read. */
final class FirstRows implements RowSelection {
    private static final String REASON = "top";

    private final IndexSnapshot index;
    private final IndexedColumn column;
    private final TopRows top;

    // rows of an object must not be counted twice
    private final Set<LiveObject> seen = new HashSet<>();

    FirstRows(IndexSnapshot index, IndexedColumn column, SortOrder direction, long count) {
        this.index = requireNonNull(index, "index is null");
        this.column = requireNonNull(column, "column is null");
        this.top = new TopRows(column.type(), direction, count);
    }

    @Override
    public List<ObjectVerdict> select(List<LiveObject> objects, List<ObjectVerdict> verdicts) {
        List<Optional<List<Optional<RangeBounds>>>> bounds = new ArrayList<>();
        for (int i = 0; i < objects.size(); i++) {
            bounds.add(verdicts.get(i) instanceof Known ? index.bounds(objects.get(i), column) : Optional.empty());
            if (bounds.get(i).isPresent() && seen.add(objects.get(i))) {
                add(((Known) verdicts.get(i)).ranges(), bounds.get(i).get());
            }
        }
        ImmutableList.Builder<ObjectVerdict> selected = ImmutableList.builder();
        for (int i = 0; i < objects.size(); i++) {
            selected.add(
                    bounds.get(i).isPresent()
                            ? withoutBehind(
                                    ((Known) verdicts.get(i)).ranges(),
                                    bounds.get(i).get())
                            : verdicts.get(i));
        }
        return selected.build();
    }

    private void add(List<RangeVerdict> ranges, List<Optional<RangeBounds>> bounds) {
        for (int i = 0; i < ranges.size(); i++) {
            if (ranges.get(i).verdict() == Verdict.MUST_MATCH && bounds.get(i).isPresent()) {
                top.add(ranges.get(i).rowCount(), bounds.get(i).get());
            }
        }
    }

    private ObjectVerdict withoutBehind(List<RangeVerdict> ranges, List<Optional<RangeBounds>> bounds) {
        ImmutableList.Builder<RangeVerdict> selected = ImmutableList.builder();
        for (int i = 0; i < ranges.size(); i++) {
            RangeVerdict range = ranges.get(i);
            boolean behind = bounds.get(i).isPresent()
                    && top.isBehind(range.rowCount(), bounds.get(i).get());
            selected.add(behind ? RowSelection.leaveOut(range, REASON) : range);
        }
        return new Known(selected.build());
    }

    @Override
    public boolean isComplete() {
        return false;
    }
}
