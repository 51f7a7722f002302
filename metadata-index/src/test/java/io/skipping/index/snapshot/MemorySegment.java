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
import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.KeyColumn;
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
    private final Map<IndexDefinition, List<KeyColumn>> summaries;
    private final IndexTypes indexTypes;

    private MemorySegment(Builder builder) {
        this.name = builder.name;
        this.definitions = builder.definitions;
        this.objects = builder.objects();
        this.rangeStarts = builder.ranges.stream().mapToLong(ByteRange::start).toArray();
        this.rangeLengths = builder.ranges.stream().mapToLong(ByteRange::length).toArray();
        this.rowCounts = builder.rowCounts.stream().mapToLong(Long::longValue).toArray();
        this.indexTypes = builder.indexTypes;
        this.summaries = new HashMap<>();
        for (int i = 0; i < definitions.size(); i++) {
            summaries.put(
                    definitions.get(i),
                    builder.summaries.get(i).stream()
                            .map(ColumnBuilder::build)
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
    public int version(IndexDefinition definition) {
        return indexTypes.get(definition.type()).version();
    }

    @Override
    public long storedBytes() {
        return summaries.values().stream()
                .flatMap(List::stream)
                .mapToLong(KeyColumn::retainedBytes)
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
    public List<KeyColumn> summaries(IndexDefinition definition) {
        return summaries.get(definition);
    }

    /** Takes what a {@link io.skipping.index.store.SegmentSink} takes; the ranges of an object in a row. */
    public static final class Builder {
        private final String name;
        private final List<IndexDefinition> definitions;
        private final IndexTypes indexTypes;
        private final List<List<ColumnBuilder>> summaries = new ArrayList<>();
        private final List<LiveObject> objects = new ArrayList<>();
        private final List<Integer> firstRanges = new ArrayList<>();
        private final List<ByteRange> ranges = new ArrayList<>();
        private final List<Long> rowCounts = new ArrayList<>();

        private Builder(String name, List<IndexDefinition> definitions, IndexTypes indexTypes) {
            this.name = name;
            this.definitions = ImmutableList.copyOf(definitions);
            this.indexTypes = indexTypes;
            for (IndexDefinition definition : definitions) {
                List<SummaryField> fields =
                        indexTypes.get(definition.type()).fields(IndexTypes.columnTypes(definition));
                summaries.add(fields.stream()
                        .map(field -> ColumnBuilder.of(field.type(), field.isList()))
                        .collect(ImmutableList.toImmutableList()));
            }
        }

        /** An object without ranges. */
        public Builder addObject(LiveObject object) {
            objects.add(object);
            firstRanges.add(ranges.size());
            return this;
        }

        public Builder add(LiveObject object, ByteRange range, long rowCount, List<List<KeyColumn>> rangeSummaries) {
            checkState(rangeSummaries.size() == definitions.size(), "one list of columns per definition is wanted");
            if (objects.isEmpty() || !objects.getLast().equals(object)) {
                addObject(object);
            }
            ranges.add(range);
            rowCounts.add(rowCount);
            for (int i = 0; i < definitions.size(); i++) {
                List<ColumnBuilder> builders = summaries.get(i);
                for (int field = 0; field < builders.size(); field++) {
                    KeyColumn column = rangeSummaries.get(i).get(field);
                    checkState(column.size() == 1, "one position per field is wanted");
                    builders.get(field).append(column, 0);
                }
            }
            return this;
        }

        public MemorySegment build() {
            return new MemorySegment(this);
        }

        private ObjectTable objects() {
            List<String> profiles = objects.stream()
                    .map(object -> object.profile().text())
                    .distinct()
                    .toList();
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
                            .mapToInt(
                                    object -> profiles.indexOf(object.profile().text()))
                            .toArray(),
                    profiles,
                    IntStream.concat(firstRanges.stream().mapToInt(Integer::intValue), IntStream.of(ranges.size()))
                            .toArray());
        }
    }
}
