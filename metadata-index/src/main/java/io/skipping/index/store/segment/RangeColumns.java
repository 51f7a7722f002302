// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.airlift.slice.DynamicSliceOutput;
import io.airlift.slice.Slice;
import io.skipping.index.snapshot.ObjectTable;
import io.skipping.index.value.BytesColumn;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.LongColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Converts the columns that every segment has to arrays, and finds where one object ends and the next begins. */
final class RangeColumns {
    private final BytesColumn path;
    private final LongColumn size;
    private final LongColumn modifiedMillis;
    private final BytesColumn profile;
    private final LongColumn start;
    private final LongColumn length;
    private final LongColumn rows;
    private final LongColumn tag;

    private final DynamicSliceOutput paths = new DynamicSliceOutput(1 << 16);
    private final int[] pathOffsets;
    private final long[] sizes;
    private final long[] modified;
    private final long[] tags;
    private final int[] profiles;
    private final int[] firstRange;
    private int objects;

    private final List<String> profileNames = new ArrayList<>();
    private final Map<Slice, Integer> profileNumbers = new HashMap<>();
    private int lastProfileNumber;

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
        path = (BytesColumn) columns.get(SegmentSchema.PATH);
        size = (LongColumn) columns.get(SegmentSchema.SIZE);
        modifiedMillis = (LongColumn) columns.get(SegmentSchema.MODIFIED);
        profile = (BytesColumn) columns.get(SegmentSchema.PROFILE);
        start = (LongColumn) columns.get(SegmentSchema.RANGE_START);
        length = (LongColumn) columns.get(SegmentSchema.RANGE_LENGTH);
        rows = (LongColumn) columns.get(SegmentSchema.ROW_COUNT);
        tag = (LongColumn) columns.get(SegmentSchema.TAG);
        pathOffsets = new int[rangeCount + 1];
        sizes = new long[rangeCount];
        modified = new long[rangeCount];
        tags = new long[rangeCount];
        profiles = new int[rangeCount];
        firstRange = new int[rangeCount + 1];
        for (int range = 0; range < rangeCount; range++) {
            add(range);
        }
        pathOffsets[objects] = paths.size();
        firstRange[objects] = rangeCount;
    }

    private void add(int range) throws IOException {
        int profileNumber = profile(range);
        long tagged = tag.isNull(range) ? 0 : tag.key(range);
        boolean same = objects > 0
                && sizes[objects - 1] == size.key(range)
                && modified[objects - 1] == modifiedMillis.key(range)
                && tags[objects - 1] == tagged
                && profiles[objects - 1] == profileNumber
                && isAsBefore(path, range);
        if (!same) {
            int bytes = path.length(range);
            if (bytes > Integer.MAX_VALUE - (1 << 10) - paths.size()) {
                throw new IOException("its paths are too long");
            }
            pathOffsets[objects] = paths.size();
            sizes[objects] = size.key(range);
            modified[objects] = modifiedMillis.key(range);
            tags[objects] = tagged;
            profiles[objects] = profileNumber;
            firstRange[objects] = range;
            paths.writeBytes(path.buffer(), path.offset(range), bytes);
            objects++;
        }
        check(size.key(range), start.key(range), length.key(range), rows.key(range));
    }

    private static void check(long size, long start, long length, long rows) throws IOException {
        if (start < 0 || length < 0 || start > size - length || rows < 0) {
            throw new IOException("an object of %s bytes cannot have the range [%s, +%s) of %s rows"
                    .formatted(size, start, length, rows));
        }
    }

    private int profile(int range) {
        // nearly always the same as before
        if (range == 0 || !isAsBefore(profile, range)) {
            lastProfileNumber =
                    profileNumbers.computeIfAbsent(profile.slice(range).copy(), name -> {
                        profileNames.add(name.toString(UTF_8));
                        return profileNames.size() - 1;
                    });
        }
        return lastProfileNumber;
    }

    /** Returns whether the text equals that of the position before. */
    private static boolean isAsBefore(BytesColumn texts, int position) {
        int length = texts.length(position);
        int offset = texts.offset(position);
        int before = texts.offset(position - 1);
        return length == texts.length(position - 1)
                && (offset == before || texts.buffer().equals(before, length, texts.buffer(), offset, length));
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
        return new ObjectTable(
                paths.slice().copy(),
                Arrays.copyOf(pathOffsets, objects + 1),
                Arrays.copyOf(sizes, objects),
                Arrays.copyOf(modified, objects),
                Arrays.copyOf(tags, objects),
                Arrays.copyOf(profiles, objects),
                profileNames,
                Arrays.copyOf(firstRange, objects + 1));
    }
}
