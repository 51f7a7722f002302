// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.airlift.slice.Slices;
import io.skipping.index.LiveObject;
import java.util.List;

/**
 * Finds the summaries of objects that live. An object is unindexed if no segment has it, or if its ranges do not {@linkplain
 * ObjectTable#isTiled cover it once}; it is stale if what a segment has is {@linkplain ObjectTable#isVersion another version} of it; and
 * it is known otherwise. Thread-safe.
 */
final class ObjectFinder {
    private final PathTable paths;
    private final List<OpenSegment> segments;

    ObjectFinder(PathTable paths, List<OpenSegment> segments) {
        this.paths = requireNonNull(paths, "paths is null");
        this.segments = ImmutableList.copyOf(segments);
    }

    /** Gives what is asked of an object that is known. */
    interface OfKnown<T> {
        /**
         * @param segment number of the segment that has the object's summaries
         * @param object number of the object in it
         */
        T get(int segment, int object);
    }

    /** Returns what is asked of an object, by which of the three it is. */
    <T> T find(LiveObject live, T unindexed, T stale, OfKnown<T> known) {
        long location = paths.find(Slices.utf8Slice(live.version().path()));
        if (location < 0) {
            return unindexed;
        }
        int number = paths.segment(location);
        int object = paths.object(location);
        OpenSegment segment = segments.get(number);
        if (!segment.objects().isVersion(object, live)) {
            return stale;
        }
        return segment.isTiled(object) ? known.get(number, object) : unindexed;
    }
}
