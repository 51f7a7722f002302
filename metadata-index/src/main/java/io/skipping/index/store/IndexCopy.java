// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.LargeSummariesException;
import io.skipping.index.snapshot.ObjectTable;
import io.skipping.index.snapshot.Segment;
import io.skipping.index.store.TableIndex.Coverage;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.value.KeyColumn;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Copies summaries from one store to another without reading the data. */
public final class IndexCopy {
    /** Number of ranges whose summaries are in memory at the same time. */
    private static final int CHUNK_RANGES = 10_000;

    /** Number of bytes that they may have, unless they are of one object. */
    private static final long CHUNK_BYTES = 64 << 20;

    private IndexCopy() {}

    /**
     * Writes the summaries of a snapshot for a build, which must be published afterwards. Summaries of index types that
     * are not installed are left out, and those of another version than the installed one, which a new segment would have. So are
     * objects of which the target has all this already: it may have more, which younger summaries would replace.
     *
     * @param installed the index types of the target
     */
    public static void write(IndexSnapshot from, TableIndex to, String build, IndexTypes installed) {
        Coverage there = to.coverage();
        for (Segment segment : from.segments()) {
            List<IndexDefinition> copied = segment.definitions().stream()
                    .filter(definition -> installed
                            .find(definition.type())
                            .filter(type -> type.version() == segment.version(definition))
                            .isPresent())
                    .toList();
            ObjectTable objects = segment.objects();
            BitSet missing = new BitSet();
            for (int object = 0; object < objects.count(); object++) {
                missing.set(object, !there.covers(objects.object(object), copied));
            }
            if (!missing.isEmpty()) {
                try (SegmentSink sink = to.newSegment(build, copied)) {
                    write(segment, copied, missing, sink);
                    sink.finish();
                }
            }
        }
    }

    /**
     * Copies the user's requests. If both sides request an index, the target's request remains. If the builder must not
     * choose indexes at the source, it must not do so at the target.
     */
    public static void request(TableIndex from, TableIndex to) {
        List<IndexDefinition> there = from.requested();
        if (!from.isAutomatic()) {
            to.setAutomatic(false);
        }
        to.request(here -> {
            List<IndexDefinition> both = new ArrayList<>(here);
            List<String> names = here.stream().map(IndexDefinition::name).toList();
            there.stream()
                    .filter(definition -> !names.contains(definition.name()))
                    .forEach(both::add);
            return both;
        });
    }

    /** @param wanted positions in the segment's table of objects */
    private static void write(Segment segment, List<IndexDefinition> copied, BitSet wanted, SegmentSink sink) {
        ObjectTable objects = segment.objects();
        int[] firstRange = objects.firstRange();
        int most = CHUNK_RANGES;
        for (int first = wanted.nextSetBit(0); first >= 0; ) {
            int end = first + 1;
            while (wanted.get(end) && firstRange[end + 1] - firstRange[first] <= most) {
                end++;
            }
            int[] ranges = IntStream.range(firstRange[first], firstRange[end]).toArray();
            List<List<KeyColumn>> summaries;
            try {
                Map<IndexDefinition, List<KeyColumn>> fetched =
                        segment.summaries(copied, ranges, end == first + 1 ? Long.MAX_VALUE : CHUNK_BYTES);
                summaries = copied.stream().map(fetched::get).toList();
            } catch (LargeSummariesException e) {
                most = ranges.length / 2;
                continue;
            }
            for (int object = first; object < end; object++) {
                for (int range = firstRange[object]; range < firstRange[object + 1]; range++) {
                    int position = range - firstRange[first];
                    sink.add(
                            objects.object(object),
                            new ByteRange(segment.rangeStarts()[range], segment.rangeLengths()[range]),
                            segment.rowCounts()[range],
                            summaries.stream()
                                    .map(fields -> fields.stream()
                                            .map(field -> field.select(new int[] {position}))
                                            .toList())
                                    .toList());
                }
            }
            first = wanted.nextSetBit(end);
        }
    }
}
