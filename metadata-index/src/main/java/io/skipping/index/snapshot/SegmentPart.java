// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slices;
import io.skipping.index.IndexDefinition;
import io.skipping.index.value.KeyColumn;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A selection of a segment's ranges to evaluate a predicate on. It does not know the objects of the ranges. */
final class SegmentPart implements Segment {
    private static final ObjectTable NO_OBJECTS = new ObjectTable(
            Slices.EMPTY_SLICE, new int[1], new long[0], new long[0], new long[0], new int[0], List.of(), new int[1]);

    private final Segment segment;
    private final int[] ranges;
    /** summaries of the wanted indexes, fetched together when one of them is requested */
    private final Lazy<Map<IndexDefinition, List<KeyColumn>>> wanted;

    /**
     * @param ranges in ascending order
     * @param wanted indexes that will most likely be used
     * @param limit how many bytes their summaries may have
     */
    SegmentPart(Segment segment, int[] ranges, List<IndexDefinition> wanted, long limit) {
        this.segment = requireNonNull(segment, "segment is null");
        this.ranges = requireNonNull(ranges, "ranges is null");
        this.wanted = new Lazy<>(() -> segment.summaries(wanted, ranges, limit));
    }

    @Override
    public String name() {
        return segment.name();
    }

    @Override
    public List<IndexDefinition> definitions() {
        return segment.definitions();
    }

    @Override
    public int version(IndexDefinition definition) {
        return segment.version(definition);
    }

    @Override
    public long storedBytes() {
        return 0;
    }

    @Override
    public ObjectTable objects() {
        return NO_OBJECTS;
    }

    @Override
    public long[] rangeStarts() {
        return select(segment.rangeStarts());
    }

    @Override
    public long[] rangeLengths() {
        return select(segment.rangeLengths());
    }

    @Override
    public long[] rowCounts() {
        return select(segment.rowCounts());
    }

    @Override
    public List<KeyColumn> summaries(IndexDefinition definition) {
        List<KeyColumn> summaries = wanted.get().get(definition);
        return summaries == null ? segment.summaries(definition, ranges) : summaries;
    }

    private long[] select(long[] values) {
        return Arrays.stream(ranges).mapToLong(range -> values[range]).toArray();
    }
}
