// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.snapshot.ObjectTable;
import io.skipping.index.value.BytesColumn;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.LongColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Converts the columns that every segment has to arrays, and finds where one object ends and the next begins. */
final class RangeColumns {
    private static final int MOST_PATH_BYTES = Integer.MAX_VALUE - (1 << 10);

    private final int rangeCount;
    private final BytesColumn path;
    private final LongColumn size;
    private final LongColumn modifiedMillis;
    private final BytesColumn profile;
    private final LongColumn start;
    private final LongColumn length;
    private final LongColumn rows;
    private final LongColumn tag;
    private final ObjectTable objects;

    /** Returns the size in bytes of the arrays for this many ranges while they are built. */
    static long bytes(long rangeCount) {
        return (5 * Long.BYTES + 3 * Integer.BYTES) * rangeCount;
    }

    /**
     * @param columns {@link SegmentSchema#OBJECT_COLUMNS}
     * @throws IOException with half a sentence that says what is wrong with the file
     */
    RangeColumns(List<KeyColumn> columns, int rangeCount) throws IOException {
        for (int column = 0; column < columns.size(); column++) {
            if (columns.get(column).size() != rangeCount) {
                throw new IOException("it has %s ranges instead of %s"
                        .formatted(columns.get(column).size(), rangeCount));
            }
            if (column != SegmentSchema.TAG && columns.get(column).hasNull()) {
                throw new IOException("a path, size or range is NULL");
            }
        }
        this.rangeCount = rangeCount;
        path = (BytesColumn) columns.get(SegmentSchema.PATH);
        size = (LongColumn) columns.get(SegmentSchema.SIZE);
        modifiedMillis = (LongColumn) columns.get(SegmentSchema.MODIFIED);
        profile = (BytesColumn) columns.get(SegmentSchema.PROFILE);
        start = (LongColumn) columns.get(SegmentSchema.RANGE_START);
        length = (LongColumn) columns.get(SegmentSchema.RANGE_LENGTH);
        rows = (LongColumn) columns.get(SegmentSchema.ROW_COUNT);
        tag = (LongColumn) columns.get(SegmentSchema.TAG);
        checkRanges();
        objects = objects(firstRanges());
    }

    private void checkRanges() throws IOException {
        long[] sizes = size.keys();
        long[] starts = start.keys();
        long[] lengths = length.keys();
        long[] rowCounts = rows.keys();
        for (int range = 0; range < rangeCount; range++) {
            if (starts[range] < 0
                    || lengths[range] < 0
                    || starts[range] > sizes[range] - lengths[range]
                    || rowCounts[range] < 0) {
                throw new IOException("an object of %s bytes cannot have the range [%s, +%s) of %s rows"
                        .formatted(sizes[range], starts[range], lengths[range], rowCounts[range]));
            }
        }
    }

    /** Returns the ranges that are each the first one of an object. */
    private BitSet firstRanges() {
        long[] sizes = size.keys();
        long[] modified = modifiedMillis.keys();
        BitSet first = new BitSet(rangeCount);
        for (int range = 0; range < rangeCount; range++) {
            if (range == 0
                    || sizes[range] != sizes[range - 1]
                    || modified[range] != modified[range - 1]
                    || tag(range) != tag(range - 1)
                    || !isAsBefore(profile, range)
                    || !isAsBefore(path, range)) {
                first.set(range);
            }
        }
        return first;
    }

    private long tag(int range) {
        return tag.isNull(range) ? 0 : tag.key(range);
    }

    /** Returns whether the text equals that of the position before. */
    private static boolean isAsBefore(BytesColumn texts, int position) {
        int length = texts.length(position);
        int offset = texts.offset(position);
        int before = texts.offset(position - 1);
        return length == texts.length(position - 1)
                && (offset == before || texts.buffer().equals(before, length, texts.buffer(), offset, length));
    }

    private ObjectTable objects(BitSet first) throws IOException {
        int count = first.cardinality();
        int[] firstRange = first.stream().toArray();
        int[] pathOffsets = new int[count + 1];
        long[] sizes = new long[count];
        long[] modified = new long[count];
        long[] tags = new long[count];
        int[] profiles = new int[count];
        List<String> profileNames = new ArrayList<>();
        Map<Slice, Integer> profileNumbers = new HashMap<>();
        for (int object = 0; object < count; object++) {
            int range = firstRange[object];
            int bytes = path.length(range);
            if (bytes > MOST_PATH_BYTES - pathOffsets[object]) {
                throw new IOException("its paths are too long");
            }
            pathOffsets[object + 1] = pathOffsets[object] + bytes;
            sizes[object] = size.key(range);
            modified[object] = modifiedMillis.key(range);
            tags[object] = tag(range);
            profiles[object] = object > 0 && isAsBefore(profile, range)
                    ? profiles[object - 1]
                    : profileNumbers.computeIfAbsent(profile.slice(range).copy(), name -> {
                        profileNames.add(name.toString(UTF_8));
                        return profileNames.size() - 1;
                    });
        }
        Slice paths = Slices.allocate(pathOffsets[count]);
        for (int object = 0; object < count; object++) {
            int range = firstRange[object];
            paths.setBytes(pathOffsets[object], path.buffer(), path.offset(range), path.length(range));
        }
        int[] bounds = Arrays.copyOf(firstRange, count + 1);
        bounds[count] = rangeCount;
        return new ObjectTable(paths, pathOffsets, sizes, modified, tags, profiles, profileNames, bounds);
    }

    long[] starts() {
        return start.keys();
    }

    long[] lengths() {
        return length.keys();
    }

    long[] rowCounts() {
        return rows.keys();
    }

    ObjectTable objects() {
        return objects;
    }
}
