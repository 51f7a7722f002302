// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.airlift.slice.Slices;
import io.skipping.index.LiveObject;
import java.util.List;

/** Finds the summaries of objects that live, if they are of the very version that lives. Thread-safe. */
final class ObjectFinder {
    private final PathTable paths;
    private final List<OpenSegment> segments;

    ObjectFinder(PathTable paths, List<OpenSegment> segments) {
        this.paths = requireNonNull(paths, "paths is null");
        this.segments = ImmutableList.copyOf(segments);
    }

    /** Where an object's summaries are. */
    sealed interface Place {}

    /**
     * @param segment number of the segment
     * @param object number of the object in it
     */
    record At(int segment, int object) implements Place {}

    enum Nowhere implements Place {
        UNINDEXED,
        STALE
    }

    Place find(LiveObject live) {
        long location = paths.find(Slices.utf8Slice(live.version().path()));
        if (location < 0) {
            return Nowhere.UNINDEXED;
        }
        At place = new At(paths.segment(location), paths.object(location));
        OpenSegment segment = segments.get(place.segment());
        if (!segment.objects().isVersion(place.object(), live)) {
            return Nowhere.STALE;
        }
        return segment.isTiled(place.object()) ? place : Nowhere.UNINDEXED;
    }
}
