// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import com.google.common.collect.ImmutableList;
import io.airlift.slice.Slice;
import io.skipping.index.ByteRange;
import io.skipping.index.LiveObject;
import io.skipping.index.plan.RangeVerdicts;
import io.skipping.index.snapshot.ObjectFinder.At;
import io.skipping.index.snapshot.ObjectFinder.Nowhere;
import io.skipping.index.snapshot.ObjectVerdict.Known;
import io.skipping.index.snapshot.ObjectVerdict.RangeVerdict;
import java.util.List;

/** A predicate over a {@link HeapSnapshot}, with verdicts that are made when an object is first asked about. */
final class HeapScanPlan implements ScanPlan {
    private final ObjectFinder finder;
    private final Lazy<FolderTable> folders;
    private final List<OpenSegment> segments;
    private final List<Lazy<SegmentVerdicts>> results;

    /** @param results for each segment */
    HeapScanPlan(
            ObjectFinder finder,
            Lazy<FolderTable> folders,
            List<OpenSegment> segments,
            List<Lazy<SegmentVerdicts>> results) {
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
            RangeVerdicts verdicts = results.get(segmentIndex).get().ranges();
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

    private static ObjectVerdict lookup(OpenSegment segment, int object, SegmentVerdicts verdicts) {
        ImmutableList.Builder<RangeVerdict> ranges = ImmutableList.builderWithExpectedSize(segment.rangesOf(object));
        int first = segment.objects().firstRange()[object];
        for (int range = first; range < first + segment.rangesOf(object); range++) {
            ranges.add(new RangeVerdict(
                    new ByteRange(segment.rangeStart(range), segment.rangeLength(range)),
                    segment.rowCount(range),
                    verdicts.ranges().verdict(range),
                    verdicts.reasons().name(verdicts.ranges().reason(range))));
        }
        return new Known(ranges.build());
    }
}
