// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.math.IntMath;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.snapshot.FolderTable.Selection;
import io.skipping.index.type.IndexType.Purpose;
import io.skipping.index.type.RangeBounds;
import io.skipping.index.type.SummaryReader;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Holds a sample of the objects of a {@link HeapSnapshot}, as the numbers of their ranges. Immutable. */
final class HeapSample implements ObjectSample {
    /** The golden section. Multiples of it, modulo one, spread evenly, no matter how many there are. */
    private static final double GOLDEN_SECTION = (Math.sqrt(5) - 1) / 2;

    private final List<OpenSegment> segments;
    private final boolean opens;
    private final long allBytes;
    private final long bytes;
    /** the segment of each range */
    private final int[] segmentOf;

    private final int[] ranges;

    /**
     * Picks objects at evenly spread positions, so that no other objects are visited.
     *
     * @param opens whether summaries may be opened
     */
    HeapSample(List<OpenSegment> segments, PathTable paths, Selection meant, int mostRanges, boolean opens) {
        this.segments = ImmutableList.copyOf(segments);
        this.opens = opens;
        this.allBytes = meant.bytes();
        IntStream.Builder pickedSegments = IntStream.builder();
        IntStream.Builder picked = IntStream.builder();
        long pickedBytes = 0;
        int pickedRanges = 0;
        int count = meant.count();
        int step = step(count);
        long position = 0;
        for (int number = 0; number < count && pickedRanges < mostRanges; number++) {
            int location = meant.location((int) position);
            position = (position + step) % count;
            int segmentNumber = paths.segment(location);
            OpenSegment segment = segments.get(segmentNumber);
            int object = paths.object(location);
            if (segment.isTiled(object)) {
                int first = segment.objects().firstRange()[object];
                for (int range = first; range < first + segment.rangesOf(object); range++) {
                    pickedSegments.add(segmentNumber);
                    picked.add(range);
                }
                pickedRanges += segment.rangesOf(object);
                pickedBytes += segment.objects().sizes()[object];
            }
        }
        this.bytes = pickedBytes;
        this.segmentOf = pickedSegments.build().toArray();
        this.ranges = picked.build().toArray();
    }

    /** Returns a step that visits each of {@code count} positions exactly once. */
    private static int step(int count) {
        int step = (int) (count * GOLDEN_SECTION);
        while (IntMath.gcd(step, count) > 1) {
            step++;
        }
        return step;
    }

    @Override
    public long allBytes() {
        return allBytes;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public List<Long> rowCounts() {
        return IntStream.range(0, ranges.length)
                .mapToObj(number -> segments.get(segmentOf[number]).rowCount(ranges[number]))
                .collect(toImmutableList());
    }

    @Override
    public Optional<List<Optional<RangeBounds>>> bounds(IndexedColumn column) {
        if (!opens) {
            return Optional.empty();
        }
        List<Lazy<List<SummaryReader>>> summaries = segments.stream()
                .map(segment -> new Lazy<>(() -> summaries(segment, column)))
                .collect(toImmutableList());
        return Optional.of(IntStream.range(0, ranges.length)
                .mapToObj(number -> bounds(summaries.get(segmentOf[number]).get(), ranges[number]))
                .collect(toImmutableList()));
    }

    private static List<SummaryReader> summaries(OpenSegment segment, IndexedColumn column) {
        List<IndexDefinition> definitions = segment.definitionsOf(column, Purpose.BOUNDS);
        return definitions.stream()
                .flatMap(definition -> segment.readerOfFew(definition).stream())
                .collect(toImmutableList());
    }

    private static Optional<RangeBounds> bounds(List<SummaryReader> summaries, int range) {
        for (SummaryReader summary : summaries) {
            Optional<RangeBounds> bounds = summary.bounds(range);
            if (bounds.isPresent()) {
                return bounds;
            }
        }
        return Optional.empty();
    }
}
