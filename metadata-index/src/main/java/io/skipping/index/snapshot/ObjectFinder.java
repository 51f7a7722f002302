// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.airlift.slice.Slices;
import io.skipping.index.LiveObject;
import io.skipping.index.snapshot.ObjectVerdict.Stale.Change;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds the summaries of live objects. An object is unindexed if no segment has it, or if its ranges do not
 * {@linkplain ObjectTable#isTiled cover it exactly once}. It is stale if the segment has
 * {@linkplain ObjectTable#isVersion another version} of it. Otherwise it is known. Thread-safe.
 */
final class ObjectFinder {
    private final PathTable paths;
    private final List<OpenSegment> segments;

    ObjectFinder(PathTable paths, List<OpenSegment> segments) {
        this.paths = requireNonNull(paths, "paths is null");
        this.segments = ImmutableList.copyOf(segments);
    }

    /** Computes a result for an object that is known. */
    interface OfKnown<T> {
        /**
         * Returns the result for a known object.
         *
         * @param segment number of the segment that has the object's summaries
         * @param object number of the object in that segment
         */
        T get(int segment, int object);
    }

    /** Returns {@code unindexed}, or the result of {@code stale} or {@code known}, depending on the object's state. */
    <T> T find(LiveObject live, T unindexed, Function<ObjectVerdict.Stale, T> stale, OfKnown<T> known) {
        long location = paths.find(Slices.utf8Slice(live.version().path()));
        if (location < 0) {
            return unindexed;
        }
        int number = paths.segment(location);
        int object = paths.object(location);
        OpenSegment segment = segments.get(number);
        Optional<Change> change = segment.objects().change(object, live);
        if (change.isPresent()) {
            return stale.apply(
                    new ObjectVerdict.Stale(change.get(), segment.objects().profile(object)));
        }
        return segment.isTiled(object) ? known.get(number, object) : unindexed;
    }
}
