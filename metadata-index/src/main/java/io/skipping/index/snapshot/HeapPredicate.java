// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.airlift.slice.Slices;
import io.skipping.index.ByteRange;
import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.ObjectVerdict.Known;
import io.skipping.index.snapshot.ObjectVerdict.RangeVerdict;
import io.skipping.index.snapshot.SegmentEvaluator.Result;
import java.util.List;

/** A predicate over a {@link HeapSnapshot}; each segment is evaluated when an object of it is first asked about. */
final class HeapPredicate implements PreparedPredicate {
    private final PathTable paths;
    private final List<OpenSegment> segments;
    private final List<Lazy<Result>> results;

    HeapPredicate(PathTable paths, List<OpenSegment> segments, Predicate predicate) {
        this.paths = paths;
        this.segments = segments;
        this.results = segments.stream()
                .map(segment -> new Lazy<>(() -> new SegmentEvaluator(segment).evaluate(predicate)))
                .collect(toImmutableList());
    }

    @Override
    public List<ObjectVerdict> lookup(List<LiveObject> objects) {
        ImmutableList.Builder<ObjectVerdict> verdicts = ImmutableList.builderWithExpectedSize(objects.size());
        for (LiveObject object : objects) {
            verdicts.add(lookup(object));
        }
        return verdicts.build();
    }

    private ObjectVerdict lookup(LiveObject live) {
        long location = paths.find(Slices.utf8Slice(live.version().path()));
        if (location < 0) {
            return ObjectVerdict.UNINDEXED;
        }
        int segmentIndex = paths.segment(location);
        int object = paths.object(location);
        OpenSegment segment = segments.get(segmentIndex);
        if (!isVersion(segment.objects(), object, live)) {
            return ObjectVerdict.STALE;
        }
        if (!segment.isTiled(object)) {
            return ObjectVerdict.UNINDEXED;
        }
        Result result = results.get(segmentIndex).get();
        ImmutableList.Builder<RangeVerdict> ranges = ImmutableList.builderWithExpectedSize(segment.rangesOf(object));
        int first = segment.objects().firstRange()[object];
        for (int range = first; range < first + segment.rangesOf(object); range++) {
            ranges.add(new RangeVerdict(
                    new ByteRange(segment.rangeStart(range), segment.rangeLength(range)),
                    segment.rowCount(range),
                    result.verdicts().verdict(range),
                    result.verdicts().reason(range, result.reasons())));
        }
        return new Known(ranges.build());
    }

    private static boolean isVersion(ObjectTable objects, int object, LiveObject live) {
        return objects.sizes()[object] == live.version().size()
                && objects.modifiedMillis()[object] == live.version().modifiedMillis()
                && objects.profileNames().get(objects.profiles()[object]).equals(live.profile());
    }
}
