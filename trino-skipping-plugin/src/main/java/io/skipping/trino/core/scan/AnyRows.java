// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static com.google.common.collect.ImmutableList.toImmutableList;

import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.ObjectVerdict.Known;
import io.skipping.index.snapshot.ObjectVerdict.RangeVerdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Implements {@code LIMIT k} without an order. As soon as ranges are known in which {@code k} rows must match, the scan
 * reads only those. Until then it reads everything.
 */
final class AnyRows implements RowSelection {
    private static final String REASON = "limit";

    /** The number of rows that have not been found yet. */
    private long missing;

    // ensures that the rows of an object are not counted twice
    private final Set<LiveObject> seen = new HashSet<>();

    public AnyRows(long count) {
        this.missing = count;
    }

    @Override
    public List<Selected> select(List<LiveObject> objects, List<ObjectVerdict> verdicts) {
        if (objects.stream().filter(seen::add).count() == objects.size()) {
            return choose(objects, verdicts).stream().map(AnyRows::counted).collect(toImmutableList());
        }
        return verdicts.stream().map(AnyRows::counted).collect(toImmutableList());
    }

    private static Selected counted(ObjectVerdict verdict) {
        return new Selected(verdict, matching(verdict).map(Guarantee::ofAll).collect(toImmutableList()));
    }

    private List<ObjectVerdict> choose(List<LiveObject> objects, List<ObjectVerdict> verdicts) {
        long[] rows = verdicts.stream().mapToLong(AnyRows::matchingRows).toArray();
        long found = LongStream.of(rows).sum();
        if (found < missing) {
            missing -= found;
            return verdicts;
        }
        // as few objects as possible, because each costs at least one request
        List<Integer> largestFirst = IntStream.range(0, objects.size())
                .boxed()
                .sorted(Comparator.comparing((Integer i) -> rows[i]).reversed())
                .toList();
        List<ObjectVerdict> selected = new ArrayList<>(Collections.nCopies(objects.size(), null));
        for (int i : largestFirst) {
            selected.set(
                    i,
                    verdicts.get(i) instanceof Known known
                            ? takeFrom(known)
                            : RowSelection.leaveOut(objects.get(i), REASON));
        }
        return selected;
    }

    private ObjectVerdict takeFrom(Known object) {
        return object.leaveOut(
                range -> {
                    if (missing > 0 && object.verdict(range) == Verdict.MUST_MATCH) {
                        missing -= object.rowCount(range);
                        return false;
                    }
                    return true;
                },
                REASON);
    }

    /** Returns the number of rows in those ranges of an object in which all rows match. */
    static long matchingRows(ObjectVerdict verdict) {
        return matching(verdict).mapToLong(RangeVerdict::rowCount).sum();
    }

    private static Stream<RangeVerdict> matching(ObjectVerdict verdict) {
        return verdict instanceof Known known
                ? known.ranges().stream().filter(range -> range.verdict() == Verdict.MUST_MATCH)
                : Stream.empty();
    }

    @Override
    public boolean isComplete() {
        return missing <= 0;
    }
}
