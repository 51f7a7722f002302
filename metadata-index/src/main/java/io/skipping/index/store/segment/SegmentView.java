// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableMap;
import io.airlift.slice.DynamicSliceOutput;
import io.airlift.slice.Slice;
import io.skipping.index.IndexDefinition;
import io.skipping.index.snapshot.ObjectTable;
import io.skipping.index.snapshot.Segment;
import io.skipping.index.value.KeyColumn;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Shows the part of a segment file that belongs to a state: without dead objects, and with only the usable indexes. */
public final class SegmentView implements Segment {
    private final SegmentFile file;
    /** the usable definitions */
    private final ImmutableMap<IndexDefinition, StoredDefinition> stored;

    private final boolean whole;
    private final ObjectTable objects;
    private final int[] liveRanges;
    private final long[] rangeStarts;
    private final long[] rangeLengths;
    private final long[] rowCounts;

    /**
     * Creates the view.
     *
     * @param live objects that are part of the state, by their order in the file
     * @param usable whether the installed index types can read a definition of the file
     */
    public SegmentView(SegmentFile file, BitSet live, Predicate<StoredDefinition> usable) {
        this.file = requireNonNull(file, "file is null");
        Map<IndexDefinition, StoredDefinition> found = new LinkedHashMap<>();
        file.metadata().definitions().stream()
                .filter(usable)
                .forEach(definition -> found.putIfAbsent(definition.definition(), definition));
        this.stored = ImmutableMap.copyOf(found);
        this.whole = live.cardinality() == file.objects().count();
        if (whole) {
            objects = file.objects();
            liveRanges = new int[0];
            rangeStarts = file.rangeStarts();
            rangeLengths = file.rangeLengths();
            rowCounts = file.rowCounts();
        } else {
            objects = select(file.objects(), live);
            liveRanges = ranges(file.objects(), live);
            rangeStarts = select(file.rangeStarts(), liveRanges);
            rangeLengths = select(file.rangeLengths(), liveRanges);
            rowCounts = select(file.rowCounts(), liveRanges);
        }
    }

    @Override
    public String name() {
        return file.name();
    }

    @Override
    public List<IndexDefinition> definitions() {
        return stored.keySet().asList();
    }

    @Override
    public int version(IndexDefinition definition) {
        return stored(definition).version();
    }

    private StoredDefinition stored(IndexDefinition definition) {
        StoredDefinition usable = stored.get(definition);
        return usable != null
                ? usable
                // for example a store's own definition, which has no index type
                : file.metadata()
                        .find(definition)
                        .orElseThrow(() ->
                                new IllegalArgumentException("%s has no %s".formatted(file.name(), definition.name())));
    }

    @Override
    public long storedBytes() {
        return file.bytes();
    }

    @Override
    public ObjectTable objects() {
        return objects;
    }

    @Override
    public long[] rangeStarts() {
        return rangeStarts;
    }

    @Override
    public long[] rangeLengths() {
        return rangeLengths;
    }

    @Override
    public long[] rowCounts() {
        return rowCounts;
    }

    @Override
    public List<KeyColumn> summaries(IndexDefinition definition) {
        List<KeyColumn> summaries = file.summaries(stored(definition));
        return whole
                ? summaries
                : summaries.stream().map(column -> column.select(liveRanges)).toList();
    }

    private static int[] ranges(ObjectTable objects, BitSet live) {
        int[] firstRange = objects.firstRange();
        int count = live.stream()
                .map(object -> firstRange[object + 1] - firstRange[object])
                .sum();
        int[] ranges = new int[count];
        int next = 0;
        for (int object = live.nextSetBit(0); object >= 0; object = live.nextSetBit(object + 1)) {
            for (int range = firstRange[object]; range < firstRange[object + 1]; range++) {
                ranges[next++] = range;
            }
        }
        return ranges;
    }

    private static ObjectTable select(ObjectTable all, BitSet live) {
        int count = live.cardinality();
        int[] pathOffsets = new int[count + 1];
        long[] sizes = new long[count];
        long[] modified = new long[count];
        long[] tags = new long[count];
        int[] profiles = new int[count];
        int[] firstRange = new int[count + 1];
        DynamicSliceOutput paths =
                new DynamicSliceOutput(Math.max(16, all.paths().length()));
        int next = 0;
        for (int object = live.nextSetBit(0); object >= 0; object = live.nextSetBit(object + 1)) {
            Slice path = all.path(object);
            paths.writeBytes(path);
            pathOffsets[next + 1] = pathOffsets[next] + path.length();
            sizes[next] = all.sizes()[object];
            modified[next] = all.modifiedMillis()[object];
            tags[next] = all.tags()[object];
            profiles[next] = all.profiles()[object];
            firstRange[next + 1] = firstRange[next] + all.firstRange()[object + 1] - all.firstRange()[object];
            next++;
        }
        return new ObjectTable(
                paths.slice(), pathOffsets, sizes, modified, tags, profiles, all.profileNames(), firstRange);
    }

    private static long[] select(long[] values, int[] positions) {
        long[] selected = new long[positions.length];
        for (int index = 0; index < positions.length; index++) {
            selected[index] = values[positions[index]];
        }
        return selected;
    }
}
