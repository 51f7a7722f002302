// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import io.airlift.slice.Slice;
import io.airlift.slice.XxHash64;
import java.util.BitSet;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Finds objects of several segments by path. It is a hash table with open addressing in one array: the upper half of a
 * slot holds part of the path's hash, the lower half the number of the object plus one. Immutable.
 */
final class PathTable {
    private static final long OBJECT_MASK = 0xFFFF_FFFFL;
    private static final long ABSENT = -1;

    private final List<ObjectTable> segments;
    /** number of the first object of each segment, with one more entry at the end */
    private final int[] firstObjects;

    private final long[] slots;
    private final int size;

    /** Receives the number of a segment and the number of an object in it. */
    interface ObjectConsumer {
        void accept(int segment, int object);
    }

    /** @param segments oldest first; a later object replaces an earlier one with the same path */
    PathTable(List<ObjectTable> segments) {
        this.segments = ImmutableList.copyOf(segments);
        this.firstObjects = new int[segments.size() + 1];
        long objects = 0;
        for (int i = 0; i < segments.size(); i++) {
            objects += segments.get(i).count();
            checkArgument(objects < 1 << 29, "more objects than fit in memory: %s", objects);
            firstObjects[i + 1] = (int) objects;
        }
        this.slots = new long[Integer.highestOneBit(Math.max(8, (int) objects)) * 4];
        int inserted = 0;
        for (int segment = 0; segment < segments.size(); segment++) {
            ObjectTable table = segments.get(segment);
            for (int object = 0; object < table.count(); object++) {
                inserted += insert(table, firstObjects[segment], object);
            }
        }
        this.size = inserted;
    }

    /** Returns the number of distinct paths. */
    int size() {
        return size;
    }

    /** Returns a location for {@link #segment} and {@link #object}; negative if the path is unknown. */
    long find(Slice path) {
        int slot = slot(XxHash64.hash(path), path, 0, path.length());
        return slots[slot] == 0 ? ABSENT : (slots[slot] & OBJECT_MASK) - 1;
    }

    int segment(long location) {
        int segment = 0;
        while (firstObjects[segment + 1] <= location) {
            segment++;
        }
        return segment;
    }

    int object(long location) {
        return (int) location - firstObjects[segment(location)];
    }

    /** Returns the locations of all objects that no object with the same path has replaced. */
    BitSet live() {
        BitSet live = new BitSet(firstObjects[segments.size()]);
        locations().forEach(location -> live.set((int) location));
        return live;
    }

    void forEach(ObjectConsumer consumer) {
        locations().forEach(location -> consumer.accept(segment(location), object(location)));
    }

    /** Visits the objects in the order of their paths' bytes. */
    void forEachInOrder(ObjectConsumer consumer) {
        locations()
                .boxed()
                .sorted((left, right) -> path(left).compareTo(path(right)))
                .forEach(location -> consumer.accept(segment(location), object(location)));
    }

    long retainedBytes() {
        return 8L * slots.length;
    }

    private LongStream locations() {
        return LongStream.of(slots).filter(slot -> slot != 0).map(slot -> (slot & OBJECT_MASK) - 1);
    }

    private Slice path(long location) {
        return segments.get(segment(location)).path(object(location));
    }

    /** Inserts an object. Returns 1 if its path is new, 0 otherwise. */
    private int insert(ObjectTable table, int firstObject, int object) {
        int offset = table.pathOffsets()[object];
        int length = table.pathOffsets()[object + 1] - offset;
        long hash = XxHash64.hash(table.paths(), offset, length);
        int slot = slot(hash, table.paths(), offset, length);
        int added = slots[slot] == 0 ? 1 : 0;
        slots[slot] = (hash & ~OBJECT_MASK) | (firstObject + object + 1L);
        return added;
    }

    /** Returns the slot of the path, or the free slot where it belongs. */
    private int slot(long hash, Slice paths, int offset, int length) {
        int mask = slots.length - 1;
        int slot = (int) hash & mask;
        while (slots[slot] != 0 && !isAt(slots[slot], hash, paths, offset, length)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private boolean isAt(long slot, long hash, Slice paths, int offset, int length) {
        if (((slot ^ hash) & ~OBJECT_MASK) != 0) {
            return false;
        }
        long location = (slot & OBJECT_MASK) - 1;
        ObjectTable table = segments.get(segment(location));
        int object = object(location);
        int start = table.pathOffsets()[object];
        return table.paths().equals(start, table.pathOffsets()[object + 1] - start, paths, offset, length);
    }
}
