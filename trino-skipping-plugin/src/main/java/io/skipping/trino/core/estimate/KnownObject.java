// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.estimate;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.ObjectVerdict;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Describes an object whose current version the index knows.
 *
 * @param rowCounts number of rows in each range
 */
public record KnownObject(LiveObject object, List<Long> rowCounts) {
    public KnownObject {
        rowCounts = ImmutableList.copyOf(rowCounts);
    }

    public long rowCount() {
        return rowCounts.stream().mapToLong(Long::longValue).sum();
    }

    public long bytes() {
        return object.version().size();
    }

    /** Returns those of the objects that the index knows in their current version. */
    public static List<KnownObject> of(IndexSnapshot index, List<LiveObject> objects) {
        List<ObjectVerdict> verdicts = index.plan(Predicate.ALWAYS).lookup(objects);
        ImmutableList.Builder<KnownObject> known = ImmutableList.builder();
        for (int i = 0; i < objects.size(); i++) {
            if (verdicts.get(i) instanceof ObjectVerdict.Known ranges) {
                known.add(new KnownObject(
                        objects.get(i),
                        IntStream.range(0, ranges.count())
                                .mapToObj(ranges::rowCount)
                                .collect(toImmutableList())));
            }
        }
        return known.build();
    }
}
