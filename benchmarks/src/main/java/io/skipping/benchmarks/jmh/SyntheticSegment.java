// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jmh;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.snapshot.ObjectTable;
import io.skipping.index.snapshot.Segment;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ScalarType;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Holds bounds of one column over many ranges, ten per object, in memory. The ranges are clustered like those of data
 * that arrived over time: range {@code i} holds values from about {@code 100 i} to {@code 100 i + 1000}.
 */
final class SyntheticSegment implements Segment {
    private static final int RANGES_PER_OBJECT = 10;
    private static final long RANGE_BYTES = 8 << 20;
    private static final long ROWS = 80_000;
    private static final String PROFILE = "synthetic";

    private final IndexDefinition definition;
    private final ObjectTable objects;
    private final long[] rangeStarts;
    private final long[] rangeLengths;
    private final long[] rowCounts;
    private final List<KeyColumn> summaries;

    SyntheticSegment(ScalarType type, int ranges, IndexTypes indexTypes) {
        IndexedColumn column = new IndexedColumn("reading", type, "0");
        this.definition = new IndexDefinition("minmax", ImmutableList.of(column), ImmutableMap.of());
        this.objects = objects(ranges / RANGES_PER_OBJECT);
        this.rangeStarts = new long[ranges];
        this.rangeLengths = new long[ranges];
        this.rowCounts = new long[ranges];
        for (int range = 0; range < ranges; range++) {
            rangeStarts[range] = range % RANGES_PER_OBJECT * RANGE_BYTES;
        }
        Arrays.fill(rangeLengths, RANGE_BYTES);
        Arrays.fill(rowCounts, ROWS);
        this.summaries = summaries(type, ranges, indexTypes.get("minmax"));
    }

    IndexedColumn column() {
        return definition.columns().getFirst();
    }

    /** Returns one of the values that the ranges hold. */
    static Key value(ScalarType type, long position) {
        return switch (type.kind()) {
            case DOUBLE -> Key.ofDouble(position / 8.0);
            case VARCHAR -> Key.of("station-%012d".formatted(position));
            default -> Key.of(position);
        };
    }

    LiveObject object(int index) {
        return new LiveObject(new ObjectVersion(path(index), RANGES_PER_OBJECT * RANGE_BYTES, index), PROFILE);
    }

    private static List<KeyColumn> summaries(ScalarType type, int ranges, IndexType minmax) {
        Random random = new Random(1);
        List<ColumnBuilder> builders = minmax.fields(List.of(type)).stream()
                .map(field -> ColumnBuilder.of(field.type(), field.isList()))
                .toList();
        for (int range = 0; range < ranges; range++) {
            long from = 100L * range + random.nextInt(500);
            builders.get(0).append(value(type, from));
            builders.get(1).append(value(type, from + 500));
            for (ColumnBuilder builder : builders.subList(2, builders.size())) {
                builder.append(0L);
            }
        }
        return builders.stream().map(ColumnBuilder::build).toList();
    }

    private static ObjectTable objects(int count) {
        int pathBytes = path(0).length();
        Slice paths = Slices.allocate(count * pathBytes);
        int[] offsets = new int[count + 1];
        long[] modified = new long[count];
        int[] firstRange = new int[count + 1];
        for (int object = 0; object < count; object++) {
            paths.setBytes(object * pathBytes, Slices.utf8Slice(path(object)));
            offsets[object + 1] = (object + 1) * pathBytes;
            modified[object] = object;
            firstRange[object + 1] = (object + 1) * RANGES_PER_OBJECT;
        }
        long[] sizes = new long[count];
        Arrays.fill(sizes, RANGES_PER_OBJECT * RANGE_BYTES);
        return new ObjectTable(
                paths,
                offsets,
                sizes,
                modified,
                new long[count],
                new int[count],
                ImmutableList.of(PROFILE),
                firstRange);
    }

    private static String path(int object) {
        return "s3://readings/grid/meters/day=2026-01-01/part-%08d-0000.csv".formatted(object);
    }

    @Override
    public String name() {
        return "synthetic";
    }

    @Override
    public List<IndexDefinition> definitions() {
        return ImmutableList.of(definition);
    }

    @Override
    public int version(IndexDefinition wanted) {
        return 1;
    }

    @Override
    public long storedBytes() {
        return 0;
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
    public List<KeyColumn> summaries(IndexDefinition wanted) {
        return summaries;
    }
}
