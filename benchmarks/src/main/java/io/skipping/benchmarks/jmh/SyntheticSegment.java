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
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeUtils;
import io.trino.spi.type.VarcharType;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Bounds of one column over many ranges, ten to an object, in memory. The ranges are clustered, as those of data that
 * arrived over time: range {@code i} holds values from about {@code 100 i} to {@code 100 i + 1000}.
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
    private final List<Block> summaries;

    SyntheticSegment(Type type, int ranges, IndexTypes indexTypes) {
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

    /** A value among those that the ranges hold, in native representation. */
    static Object value(Type type, long position) {
        return switch (type) {
            case DoubleType _ -> position / 8.0;
            case VarcharType _ -> Slices.utf8Slice("station-%012d".formatted(position));
            default -> position;
        };
    }

    LiveObject object(int index) {
        return new LiveObject(new ObjectVersion(path(index), RANGES_PER_OBJECT * RANGE_BYTES, index), PROFILE);
    }

    private static List<Block> summaries(Type type, int ranges, IndexType minmax) {
        Random random = new Random(1);
        List<BlockBuilder> builders = minmax.fields(List.of(type)).stream()
                .map(field -> field.type().createBlockBuilder(null, ranges))
                .toList();
        for (int range = 0; range < ranges; range++) {
            long from = 100L * range + random.nextInt(500);
            TypeUtils.writeNativeValue(type, builders.get(0), value(type, from));
            TypeUtils.writeNativeValue(type, builders.get(1), value(type, from + 500));
            for (int field = 2; field < builders.size(); field++) {
                Type fieldType = minmax.fields(List.of(type)).get(field).type();
                TypeUtils.writeNativeValue(
                        fieldType, builders.get(field), fieldType.getJavaType() == boolean.class ? (Object) false : 0L);
            }
        }
        return builders.stream().map(BlockBuilder::build).toList();
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
    public List<Block> summaries(IndexDefinition wanted) {
        return summaries;
    }
}
