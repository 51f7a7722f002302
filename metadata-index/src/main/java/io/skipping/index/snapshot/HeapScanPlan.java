// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import com.google.common.collect.ImmutableList;
import io.airlift.slice.Slice;
import io.skipping.index.LiveObject;
import io.skipping.index.plan.RangeVerdicts;
import io.skipping.index.predicate.Verdict;
import java.util.List;

/** Evaluates a predicate over a {@link HeapSnapshot}. Verdicts are computed when the first object is looked up. */
final class HeapScanPlan implements ScanPlan {
    private final ObjectFinder finder;
    private final Lazy<FolderTable> folders;
    private final List<OpenSegment> segments;
    private final List<Lazy<SegmentVerdicts>> results;

    /** @param results verdicts for each segment */
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
            verdicts.add(finder.find(object, ObjectVerdict.UNINDEXED, stale -> stale, this::known));
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

    @Override
    public Leftover left(java.util.function.Predicate<Slice> wanted) {
        Leftover.Builder leftover = new Leftover.Builder();
        folders.get().select(wanted).forEach((segmentIndex, object) -> {
            OpenSegment segment = segments.get(segmentIndex);
            SegmentVerdicts verdicts = results.get(segmentIndex).get();
            int first = segment.objects().firstRange()[object];
            boolean isLeft = false;
            for (int range = first; range < first + segment.rangesOf(object); range++) {
                if (verdicts.ranges().verdict(range) == Verdict.CANNOT_MATCH) {
                    leftover.addExcluded(
                            segment.rangeLength(range),
                            verdicts.reasons().name(verdicts.ranges().reason(range)));
                } else {
                    isLeft = true;
                    leftover.addLeft(segment.rangeLength(range));
                }
            }
            leftover.addObject(isLeft);
        });
        return leftover.build();
    }

    private ObjectVerdict known(int segment, int object) {
        return segments.get(segment).known(object, results.get(segment).get());
    }
}
