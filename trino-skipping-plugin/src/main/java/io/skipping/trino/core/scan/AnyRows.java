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
import java.util.stream.Stream;

/**
 * {@code LIMIT k} without an order: as soon as ranges that hold {@code k} rows that surely match are known, only these are
 * read. Until then everything is.
 */
public final class AnyRows implements RowSelection {
    private static final String REASON = "limit";

    /** Rows that are yet to be found. */
    private long missing;

    // rows of an object must not be counted twice
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
        long found = verdicts.stream().mapToLong(AnyRows::matchingRows).sum();
        if (found < missing) {
            missing -= found;
            return verdicts;
        }
        // few objects rather than many: each costs a request at least
        List<Integer> largestFirst = IntStream.range(0, objects.size())
                .boxed()
                .sorted(Comparator.comparing((Integer i) -> matchingRows(verdicts.get(i)))
                        .reversed())
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

    /** Rows of an object that surely match. */
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
