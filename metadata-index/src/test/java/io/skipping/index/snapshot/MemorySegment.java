// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static com.google.common.base.Preconditions.checkState;

import com.google.common.collect.ImmutableList;
import io.airlift.slice.DynamicSliceOutput;
import io.airlift.slice.Slices;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.LiveObject;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.SummaryField;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A segment in memory, for tests; what is added comes back as it was given. */
public final class MemorySegment implements Segment {
    private final String name;
    private final List<IndexDefinition> definitions;
    private final ObjectTable objects;
    private final long[] rangeStarts;
    private final long[] rangeLengths;
    private final long[] rowCounts;
    private final Map<IndexDefinition, List<Block>> summaries;

    private MemorySegment(Builder builder) {
        this.name = builder.name;
        this.definitions = builder.definitions;
        this.objects = builder.objects();
        this.rangeStarts = builder.ranges.stream().mapToLong(ByteRange::start).toArray();
        this.rangeLengths = builder.ranges.stream().mapToLong(ByteRange::length).toArray();
        this.rowCounts = builder.rowCounts.stream().mapToLong(Long::longValue).toArray();
        this.summaries = new HashMap<>();
        for (int i = 0; i < definitions.size(); i++) {
            summaries.put(
                    definitions.get(i),
                    builder.summaries.get(i).stream()
                            .map(BlockBuilder::build)
                            .collect(ImmutableList.toImmutableList()));
        }
    }

    public static Builder builder(String name, List<IndexDefinition> definitions, IndexTypes indexTypes) {
        return new Builder(name, definitions, indexTypes);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<IndexDefinition> definitions() {
        return definitions;
    }

    @Override
    public long storedBytes() {
        return summaries.values().stream()
                .flatMap(List::stream)
                .mapToLong(Block::getSizeInBytes)
                .sum();
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
    public List<Block> summaries(IndexDefinition definition) {
        return summaries.get(definition);
    }

    /** Takes what a {@link io.skipping.index.store.SegmentSink} takes; the ranges of an object in a row. */
    public static final class Builder {
        private final String name;
        private final List<IndexDefinition> definitions;
        private final List<List<BlockBuilder>> summaries = new ArrayList<>();
        private final List<LiveObject> objects = new ArrayList<>();
        private final List<Integer> firstRanges = new ArrayList<>();
        private final List<ByteRange> ranges = new ArrayList<>();
        private final List<Long> rowCounts = new ArrayList<>();

        private Builder(String name, List<IndexDefinition> definitions, IndexTypes indexTypes) {
            this.name = name;
            this.definitions = ImmutableList.copyOf(definitions);
            for (IndexDefinition definition : definitions) {
                List<SummaryField> fields =
                        indexTypes.get(definition.type()).fields(IndexTypes.columnTypes(definition));
                summaries.add(fields.stream()
                        .map(field -> field.type().createBlockBuilder(null, 16))
                        .collect(ImmutableList.toImmutableList()));
            }
        }

        /** An object without ranges. */
        public Builder addObject(LiveObject object) {
            objects.add(object);
            firstRanges.add(ranges.size());
            return this;
        }

        public Builder add(LiveObject object, ByteRange range, long rowCount, List<List<Block>> rangeSummaries) {
            checkState(rangeSummaries.size() == definitions.size(), "one list of blocks per definition is wanted");
            if (objects.isEmpty() || !objects.getLast().equals(object)) {
                addObject(object);
            }
            ranges.add(range);
            rowCounts.add(rowCount);
            for (int i = 0; i < definitions.size(); i++) {
                List<BlockBuilder> builders = summaries.get(i);
                for (int field = 0; field < builders.size(); field++) {
                    Block block = rangeSummaries.get(i).get(field);
                    checkState(block.getPositionCount() == 1, "one position per field is wanted");
                    if (block.isNull(0)) {
                        builders.get(field).appendNull();
                    } else {
                        builders.get(field)
                                .append(block.getUnderlyingValueBlock(), block.getUnderlyingValuePosition(0));
                    }
                }
            }
            return this;
        }

        public MemorySegment build() {
            return new MemorySegment(this);
        }

        private ObjectTable objects() {
            List<String> profiles =
                    objects.stream().map(LiveObject::profile).distinct().toList();
            DynamicSliceOutput paths = new DynamicSliceOutput(64);
            int[] offsets = new int[objects.size() + 1];
            for (int i = 0; i < objects.size(); i++) {
                paths.writeBytes(Slices.utf8Slice(objects.get(i).version().path()));
                offsets[i + 1] = paths.size();
            }
            return new ObjectTable(
                    paths.slice(),
                    offsets,
                    objects.stream()
                            .mapToLong(object -> object.version().size())
                            .toArray(),
                    objects.stream()
                            .mapToLong(object -> object.version().modifiedMillis())
                            .toArray(),
                    objects.stream()
                            .mapToLong(object -> object.version().tag().orElse(0))
                            .toArray(),
                    objects.stream()
                            .mapToInt(object -> profiles.indexOf(object.profile()))
                            .toArray(),
                    profiles,
                    IntStream.concat(firstRanges.stream().mapToInt(Integer::intValue), IntStream.of(ranges.size()))
                            .toArray());
        }
    }
}
