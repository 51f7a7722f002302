// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import static io.trino.spi.type.BigintType.BIGINT;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.airlift.slice.DynamicSliceOutput;
import io.airlift.slice.Slice;
import io.skipping.index.snapshot.ObjectTable;
import io.trino.spi.block.Block;
import io.trino.spi.block.LongArrayBlock;
import io.trino.spi.block.VariableWidthBlock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes arrays of the columns that every segment has, and finds where one object ends and the next begins. */
final class RangeColumns implements ParquetColumns.PageConsumer {
    /** the one column that may be NULL */
    private static final int TAG = SegmentSchema.OBJECT_COLUMNS.indexOf(SegmentSchema.TAG);

    private final long[] starts;
    private final long[] lengths;
    private final long[] rowCounts;
    private int ranges;

    private final DynamicSliceOutput paths = new DynamicSliceOutput(1 << 16);
    private int[] pathOffsets;
    private long[] sizes;
    private long[] modified;
    private long[] tags;
    private int[] profiles;
    private int[] firstRange;
    private int objects;

    private final List<String> profileNames = new ArrayList<>();
    private final Map<Slice, Integer> profileNumbers = new HashMap<>();
    private Slice lastPath;
    private Slice lastProfile;
    private int lastProfileNumber;

    /** Bytes of the arrays for so many ranges, while they are being made. */
    static long bytes(long rangeCount) {
        return (5 * Long.BYTES + 3 * Integer.BYTES) * rangeCount;
    }

    RangeColumns(int rangeCount) {
        starts = new long[rangeCount];
        lengths = new long[rangeCount];
        rowCounts = new long[rangeCount];
        pathOffsets = new int[rangeCount + 1];
        sizes = new long[rangeCount];
        modified = new long[rangeCount];
        tags = new long[rangeCount];
        profiles = new int[rangeCount];
        firstRange = new int[rangeCount + 1];
    }

    @Override
    public void accept(int positions, Block[] columns) throws IOException {
        for (int column = 0; column < TAG; column++) {
            if (columns[column].hasNull()) {
                throw new IOException("a path, size or range is NULL");
            }
        }
        VariableWidthBlock path = (VariableWidthBlock) Blocks.flatten(columns[0]);
        LongArrayBlock size = (LongArrayBlock) Blocks.flatten(columns[1]);
        LongArrayBlock modifiedMillis = (LongArrayBlock) Blocks.flatten(columns[2]);
        LongArrayBlock start = (LongArrayBlock) Blocks.flatten(columns[4]);
        LongArrayBlock length = (LongArrayBlock) Blocks.flatten(columns[5]);
        LongArrayBlock rows = (LongArrayBlock) Blocks.flatten(columns[6]);
        Block tagged = columns[TAG];
        Slice raw = path.getRawSlice();
        for (int position = 0; position < positions; position++) {
            int from = path.getRawSliceOffset(position);
            int bytes = path.getSliceLength(position);
            int profile = profile(columns[3], position);
            long tag = tagged.isNull(position) ? 0 : BIGINT.getLong(tagged, position);
            boolean same = objects > 0
                    && sizes[objects - 1] == size.getLong(position)
                    && modified[objects - 1] == modifiedMillis.getLong(position)
                    && tags[objects - 1] == tag
                    && profiles[objects - 1] == profile
                    && lastPath.equals(0, lastPath.length(), raw, from, bytes);
            if (!same) {
                pathOffsets[objects] = paths.size();
                sizes[objects] = size.getLong(position);
                modified[objects] = modifiedMillis.getLong(position);
                tags[objects] = tag;
                profiles[objects] = profile;
                firstRange[objects] = ranges;
                if (bytes > Integer.MAX_VALUE - (1 << 10) - paths.size()) {
                    throw new IOException("its paths are too long");
                }
                paths.writeBytes(raw, from, bytes);
                lastPath = raw.slice(from, bytes);
                objects++;
            }
            check(size.getLong(position), start.getLong(position), length.getLong(position), rows.getLong(position));
            starts[ranges] = start.getLong(position);
            lengths[ranges] = length.getLong(position);
            rowCounts[ranges] = rows.getLong(position);
            ranges++;
        }
    }

    private static void check(long size, long start, long length, long rows) throws IOException {
        if (start < 0 || length < 0 || start > size - length || rows < 0) {
            throw new IOException("an object of %s bytes cannot have the range [%s, +%s) of %s rows"
                    .formatted(size, start, length, rows));
        }
    }

    private int profile(Block column, int position) {
        VariableWidthBlock values = (VariableWidthBlock) column.getUnderlyingValueBlock();
        int value = column.getUnderlyingValuePosition(position);
        // nearly always the one before
        if (lastProfile != null
                && lastProfile.equals(
                        0,
                        lastProfile.length(),
                        values.getRawSlice(),
                        values.getRawSliceOffset(value),
                        values.getSliceLength(value))) {
            return lastProfileNumber;
        }
        lastProfile = values.getSlice(value).copy();
        lastProfileNumber = profileNumbers.computeIfAbsent(lastProfile, name -> {
            profileNames.add(name.toString(UTF_8));
            return profileNames.size() - 1;
        });
        return lastProfileNumber;
    }

    long[] starts() {
        return starts;
    }

    long[] lengths() {
        return lengths;
    }

    long[] rowCounts() {
        return rowCounts;
    }

    ObjectTable objects() throws IOException {
        if (ranges != starts.length) {
            throw new IOException("it has %s ranges instead of %s".formatted(ranges, starts.length));
        }
        pathOffsets[objects] = paths.size();
        firstRange[objects] = ranges;
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
