// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexDefinition;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.segment.SegmentHead;
import java.util.BitSet;
import java.util.List;

/**
 * Describes a segment in a manifest.
 *
 * @param name file name
 * @param bytes size of the file
 * @param checksum of the whole file
 * @param heapBytes bytes of its columns when decoded
 * @param ranges rows in the file, including dead ones
 * @param objects objects in the file, including dead ones
 * @param builtMillis when the (youngest) build that made it began, milliseconds since the epoch by the store's clock
 * @param dead runs of objects, by their order in the file, that are not part of this state
 */
record SegmentEntry(
        String name,
        long bytes,
        String checksum,
        long heapBytes,
        long ranges,
        long objects,
        long builtMillis,
        List<IndexDefinition> definitions,
        List<Run> dead) {
    SegmentEntry {
        requireNonNull(name, "name is null");
        requireNonNull(checksum, "checksum is null");
        definitions = ImmutableList.copyOf(definitions);
        dead = ImmutableList.copyOf(dead);
        checkArgument(
                IndexLayout.segmentName(name)
                        .filter(parts -> parts.checksum().equals(checksum))
                        .isPresent(),
                "segment '%s' is no segment of checksum %s",
                name,
                checksum);
        checkArgument(
                bytes >= 0 && heapBytes >= 0 && objects >= 0 && objects <= ranges && ranges <= Integer.MAX_VALUE,
                "segment %s has %s bytes, %s in memory, %s objects, %s ranges",
                name,
                bytes,
                heapBytes,
                objects,
                ranges);
        long end = 0;
        for (Run run : dead) {
            checkArgument(
                    run.first() >= end && run.count() > 0 && (long) run.first() + run.count() <= objects,
                    "segment %s has no %s objects from object %s on",
                    name,
                    run.count(),
                    run.first());
            end = (long) run.first() + run.count();
        }
    }

    /** Describes the objects {@code [first, first + count)}. */
    record Run(int first, int count) {}

    BitSet live() {
        BitSet live = new BitSet();
        live.set(0, Math.toIntExact(objects));
        dead.forEach(run -> live.clear(run.first(), run.first() + run.count()));
        return live;
    }

    static List<Run> deadRuns(BitSet live, int objects) {
        ImmutableList.Builder<Run> runs = ImmutableList.builder();
        for (int first = live.nextClearBit(0); first < objects; ) {
            int next = live.nextSetBit(first);
            int end = next < 0 ? objects : next;
            runs.add(new Run(first, end - first));
            first = live.nextClearBit(end);
        }
        return runs.build();
    }

    static SegmentEntry of(SegmentHead head, String checksum, long builtMillis, BitSet live) {
        return new SegmentEntry(
                head.name(),
                head.bytes(),
                checksum,
                head.heapBytes(),
                head.rangeCount(),
                head.objects().count(),
                builtMillis,
                head.metadata().indexes(),
                deadRuns(live, head.objects().count()));
    }
}
