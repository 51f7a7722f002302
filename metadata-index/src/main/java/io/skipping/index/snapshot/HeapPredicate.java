// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.airlift.slice.Slice;
import io.skipping.index.ByteRange;
import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.ObjectFinder.At;
import io.skipping.index.snapshot.ObjectFinder.Nowhere;
import io.skipping.index.snapshot.ObjectVerdict.Known;
import io.skipping.index.snapshot.ObjectVerdict.RangeVerdict;
import io.skipping.index.snapshot.SegmentEvaluator.Result;
import java.util.List;

/** A predicate over a {@link HeapSnapshot}; each segment is evaluated when an object of it is first asked about. */
final class HeapPredicate implements PreparedPredicate {
    private final ObjectFinder finder;
    private final PathTable paths;
    private final List<OpenSegment> segments;
    private final List<Lazy<Result>> results;

    HeapPredicate(ObjectFinder finder, PathTable paths, List<OpenSegment> segments, Predicate predicate) {
        this.finder = finder;
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

    @Override
    public RowCounts count(java.util.function.Predicate<Slice> wanted) {
        RowCounts.Builder counts = new RowCounts.Builder();
        paths.forEach((segmentIndex, object) -> {
            OpenSegment segment = segments.get(segmentIndex);
            if (wanted.test(segment.objects().path(object))) {
                RangeVerdicts verdicts = results.get(segmentIndex).get().verdicts();
                int first = segment.objects().firstRange()[object];
                for (int range = first; range < first + segment.rangesOf(object); range++) {
                    counts.add(verdicts.verdict(range), segment.rowCount(range));
                }
            }
        });
        return counts.build();
    }

    private ObjectVerdict lookup(LiveObject live) {
        return switch (finder.find(live)) {
            case Nowhere nowhere ->
                switch (nowhere) {
                    case UNINDEXED -> ObjectVerdict.UNINDEXED;
                    case STALE -> ObjectVerdict.STALE;
                };
            case At at ->
                lookup(
                        segments.get(at.segment()),
                        at.object(),
                        results.get(at.segment()).get());
        };
    }

    private static ObjectVerdict lookup(OpenSegment segment, int object, Result result) {
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
}
