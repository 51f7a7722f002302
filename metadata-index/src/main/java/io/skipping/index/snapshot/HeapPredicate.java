// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import com.google.common.collect.ImmutableList;
import io.airlift.slice.Slice;
import io.skipping.index.ByteRange;
import io.skipping.index.LiveObject;
import io.skipping.index.snapshot.ObjectFinder.At;
import io.skipping.index.snapshot.ObjectFinder.Nowhere;
import io.skipping.index.snapshot.ObjectVerdict.Known;
import io.skipping.index.snapshot.ObjectVerdict.RangeVerdict;
import io.skipping.index.snapshot.SegmentEvaluator.Result;
import java.util.List;

/** A predicate over a {@link HeapSnapshot}, with verdicts that are made when an object is first asked about. */
final class HeapPredicate implements PreparedPredicate {
    private final ObjectFinder finder;
    private final Lazy<FolderTable> folders;
    private final List<OpenSegment> segments;
    private final List<Lazy<Result>> results;

    /** @param results for each segment */
    HeapPredicate(
            ObjectFinder finder, Lazy<FolderTable> folders, List<OpenSegment> segments, List<Lazy<Result>> results) {
        this.finder = finder;
        this.folders = folders;
        this.segments = segments;
        this.results = ImmutableList.copyOf(results);
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
        folders.get().select(wanted).forEach((segmentIndex, object) -> {
            OpenSegment segment = segments.get(segmentIndex);
            RangeVerdicts verdicts = results.get(segmentIndex).get().verdicts();
            int first = segment.objects().firstRange()[object];
            for (int range = first; range < first + segment.rangesOf(object); range++) {
                counts.add(verdicts.verdict(range), segment.rowCount(range));
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
