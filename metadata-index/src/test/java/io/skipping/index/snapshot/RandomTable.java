// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.VARBINARY;
import static io.skipping.index.value.ScalarType.VARCHAR;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.predicate.RandomShapes;
import io.skipping.index.predicate.RandomValues;
import io.skipping.index.predicate.ValueSource;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.store.TableIndex;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.Summaries;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryField;
import io.skipping.index.type.SummaryWriter;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.PlainValues;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;
import io.skipping.index.value.Vectors;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/** Some objects of some ranges of some rows, and a snapshot of their summaries. */
public final class RandomTable {
    private static final int RANGE_BYTES = 100_000;

    /** Rows of one range, of {@link PlainValues}, and the indexes that it is summarised by. */
    record Range(LiveObject object, List<Map<IndexedColumn, Object>> rows, List<IndexDefinition> definitions) {}

    /** The types of indexes that random tables have. */
    public static IndexTypes indexTypes() {
        return new IndexTypes(Iterables.concat(
                IndexTypes.load(RandomTable.class.getClassLoader()).all(), List.of(new BucketIndexType())));
    }

    private final Random random;
    private final IndexTypes indexTypes;
    private final List<IndexedColumn> columns = new ArrayList<>();
    private final List<IndexedColumn> point = new ArrayList<>();
    /** of geometries, one among the columns */
    private Optional<IndexedColumn> shape = Optional.empty();
    /** those of arrays, which a row has as a list; conditions of their own ask for them */
    private final List<IndexedColumn> elements = new ArrayList<>();

    private final Map<IndexedColumn, ValueSource> values = new HashMap<>();
    private final Map<LiveObject, List<Range>> objects = new HashMap<>();
    private final List<LiveObject> replaced = new ArrayList<>();
    private final List<Segment> segments = new ArrayList<>();
    /** the one type of index that is used, with its default options, so that its effect can be measured */
    private final Optional<String> onlyType;

    public RandomTable(Random random, IndexTypes indexTypes) {
        this.random = random;
        this.indexTypes = indexTypes;
        List<String> names = List.of("nulls", "minmax", "values", "bloom");
        this.onlyType = random.nextInt(5) < 2 ? Optional.of(names.get(random.nextInt(names.size()))) : Optional.empty();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            ScalarType type = RandomValues.TYPES.get(random.nextInt(RandomValues.TYPES.size()));
            IndexedColumn column = new IndexedColumn("c" + i, type, "column " + i);
            columns.add(column);
            values.put(column, new RandomValues(type, random));
        }
        if (onlyType.isEmpty()) {
            addPlaces();
        }
        int segmentCount = 1 + random.nextInt(2);
        for (int i = 0; i < segmentCount; i++) {
            addSegment("segment-" + i, i);
        }
    }

    private void addPlaces() {
        switch (random.nextInt(5)) {
            case 0 -> {
                for (String name : List.of("x", "y")) {
                    IndexedColumn column = new IndexedColumn(name, DOUBLE, "coordinate " + name);
                    columns.add(column);
                    point.add(column);
                    values.put(column, new RandomValues(DOUBLE, random));
                }
            }
            case 1 -> {
                ScalarType type = random.nextBoolean() ? VARCHAR : VARBINARY;
                IndexedColumn column = new IndexedColumn("shape", type, "shape");
                columns.add(column);
                shape = Optional.of(column);
                values.put(column, new RandomShapes(type, random));
            }
            case 2 -> {
                ScalarType type = RandomValues.TYPES.get(random.nextInt(RandomValues.TYPES.size()));
                IndexedColumn column = new IndexedColumn("elements(a)", type, "array");
                elements.add(column);
                values.put(column, new RandomValues(type, random));
            }
            default -> {}
        }
    }

    List<IndexedColumn> columns() {
        return columns;
    }

    /** The columns that have the elements of arrays. */
    List<IndexedColumn> elements() {
        return elements;
    }

    /** The column of geometries, if there is one. */
    Optional<IndexedColumn> shape() {
        return shape;
    }

    RandomShapes shapes() {
        return (RandomShapes) values.get(shape.orElseThrow());
    }

    /** The columns of X and Y of a point, if there is one. */
    List<IndexedColumn> point() {
        return point;
    }

    ValueSource values(IndexedColumn column) {
        return values.get(column);
    }

    /** The objects that are alive, with their ranges in order. */
    Map<LiveObject, List<Range>> objects() {
        return objects;
    }

    /** Versions that a later segment replaced. */
    List<LiveObject> replaced() {
        return replaced;
    }

    Optional<String> onlyType() {
        return onlyType;
    }

    public HeapSnapshot snapshot() {
        return new HeapSnapshot("random", 0, segments, indexTypes);
    }

    /** Every object that lives. */
    public List<LiveObject> live() {
        return List.copyOf(objects.keySet());
    }

    /** Publishes the same in an index that has nothing yet, each segment by a build. */
    public void publish(TableIndex index) {
        Set<LiveObject> live = new LinkedHashSet<>();
        for (Segment segment : segments) {
            String build = index.beginBuild();
            try (SegmentSink sink = index.newSegment(build, segment.definitions())) {
                for (int object = 0; object < segment.objects().count(); object++) {
                    LiveObject liveObject = segment.objects().object(object);
                    live.removeIf(other ->
                            other.version().path().equals(liveObject.version().path()));
                    live.add(liveObject);
                    int[] firstRange = segment.objects().firstRange();
                    for (int range = firstRange[object]; range < firstRange[object + 1]; range++) {
                        sink.add(
                                liveObject,
                                new ByteRange(segment.rangeStarts()[range], segment.rangeLengths()[range]),
                                segment.rowCounts()[range],
                                summaries(segment, range));
                    }
                }
                sink.finish();
            }
            index.publish(build, List.copyOf(live));
        }
    }

    private static List<List<KeyColumn>> summaries(Segment segment, int range) {
        return segment.definitions().stream()
                .map(definition -> segment.summaries(definition).stream()
                        .map(column -> column.select(new int[] {range}))
                        .toList())
                .toList();
    }

    private void addSegment(String name, int generation) {
        List<IndexDefinition> definitions = randomDefinitions();
        MemorySegment.Builder segment = MemorySegment.builder(name, definitions, indexTypes);
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            // paths come again in the next segment, as another version
            int ranges = 1 + random.nextInt(4);
            LiveObject object = new LiveObject(
                    new ObjectVersion("memory:///t/" + i, (long) ranges * RANGE_BYTES, generation), "p" + i % 2);
            objects.keySet().stream()
                    .filter(other ->
                            other.version().path().equals(object.version().path()))
                    .toList()
                    .forEach(other -> {
                        objects.remove(other);
                        replaced.add(other);
                    });
            List<Range> list = new ArrayList<>();
            for (int range = 0; range < ranges; range++) {
                List<Map<IndexedColumn, Object>> rows = randomRows();
                list.add(new Range(object, rows, definitions));
                segment.add(
                        object,
                        new ByteRange((long) range * RANGE_BYTES, RANGE_BYTES),
                        rows.size(),
                        summarize(definitions, rows));
            }
            objects.put(object, list);
        }
        segments.add(segment.build());
    }

    private List<IndexDefinition> randomDefinitions() {
        List<IndexDefinition> definitions = new ArrayList<>();
        List<IndexedColumn> all = allColumns();
        for (IndexedColumn column : all) {
            if (onlyType.isPresent()) {
                definitions.add(new IndexDefinition(onlyType.get(), List.of(column), ImmutableMap.of()));
                continue;
            }
            if (random.nextInt(2) == 0) {
                definitions.add(new IndexDefinition("nulls", List.of(column), ImmutableMap.of()));
            }
            if (random.nextInt(4) > 0) {
                definitions.add(new IndexDefinition(
                        "minmax",
                        List.of(column),
                        random.nextBoolean()
                                ? ImmutableMap.of()
                                : ImmutableMap.of("truncate", Integer.toString(1 + random.nextInt(12)))));
            }
            if (random.nextInt(3) == 0) {
                definitions.add(new IndexDefinition(
                        "values",
                        List.of(column),
                        random.nextBoolean()
                                ? ImmutableMap.of()
                                : ImmutableMap.of(
                                        "limit",
                                        Integer.toString(1 + random.nextInt(20)),
                                        "budget_percent",
                                        random.nextBoolean() ? "0.1" : "50")));
            }
            if (random.nextInt(3) == 0) {
                definitions.add(new IndexDefinition(
                        BucketIndexType.NAME,
                        List.of(column),
                        random.nextBoolean()
                                ? ImmutableMap.of()
                                : ImmutableMap.of("limit", Integer.toString(1 + random.nextInt(10)))));
            }
            if (random.nextInt(3) == 0) {
                definitions.add(new IndexDefinition(
                        "bloom",
                        List.of(column),
                        random.nextBoolean()
                                ? ImmutableMap.of()
                                : ImmutableMap.of(
                                        "fpp",
                                        random.nextBoolean() ? "0.3" : "0.001",
                                        "above",
                                        Integer.toString(random.nextInt(8)),
                                        "max_bytes",
                                        Integer.toString(33 + random.nextInt(100)))));
            }
        }
        for (IndexedColumn column : all) {
            if (isOver("ranks", column.type()) && random.nextInt(3) == 0) {
                definitions.add(new IndexDefinition(
                        "ranks",
                        List.of(column),
                        random.nextBoolean() ? ImmutableMap.of() : ImmutableMap.of("ranks", "1, 2, 3, 5, 12")));
            }
            if (isOver("gaps", column.type()) && random.nextBoolean()) {
                definitions.add(new IndexDefinition(
                        "gaps",
                        List.of(column),
                        random.nextBoolean()
                                ? ImmutableMap.of()
                                : ImmutableMap.of("gaps", Integer.toString(1 + random.nextInt(40)))));
            }
            if (column.type().kind() == ScalarType.Kind.VARCHAR && random.nextBoolean()) {
                definitions.add(new IndexDefinition(
                        "ngram",
                        List.of(column),
                        random.nextBoolean()
                                ? ImmutableMap.of()
                                : ImmutableMap.of(
                                        "fpp", "0.3", "max_bytes", Integer.toString(33 + random.nextInt(100)))));
            }
        }
        for (IndexedColumn column : all) {
            if (column.type().kind() == ScalarType.Kind.VARCHAR && random.nextBoolean()) {
                definitions.add(new IndexDefinition(
                        "prefix",
                        List.of(column),
                        random.nextBoolean()
                                ? ImmutableMap.of()
                                : ImmutableMap.of(
                                        "length",
                                        Integer.toString(1 + random.nextInt(60)),
                                        "limit",
                                        Integer.toString(1 + random.nextInt(30)))));
            }
        }
        if (!point.isEmpty()) {
            definitions.add(boxes(random.nextInt(4) > 0 ? point : point.reversed()));
        }
        shape.ifPresent(column -> definitions.add(boxes(List.of(column))));
        Collections.shuffle(definitions, random);
        return definitions;
    }

    private List<IndexedColumn> allColumns() {
        return Stream.concat(columns.stream(), elements.stream()).toList();
    }

    private IndexDefinition boxes(List<IndexedColumn> place) {
        return new IndexDefinition(
                "bbox",
                place,
                random.nextBoolean()
                        ? ImmutableMap.of()
                        : ImmutableMap.of("boxes", Integer.toString(1 + random.nextInt(20))));
    }

    private boolean isOver(String indexType, ScalarType type) {
        try {
            indexTypes.get(indexType).check(List.of(type), ImmutableMap.of());
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private List<Map<IndexedColumn, Object>> randomRows() {
        int count = random.nextInt(12) == 0 ? random.nextInt(3) : random.nextInt(60) == 0 ? 1200 : random.nextInt(30);
        List<Map<IndexedColumn, Object>> rows = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            rows.add(new HashMap<>());
        }
        for (IndexedColumn column : elements) {
            long base = random.nextInt(120) - 60;
            for (Map<IndexedColumn, Object> row : rows) {
                row.put(column, random.nextInt(8) == 0 ? null : randomElements(values.get(column), base));
            }
        }
        for (IndexedColumn column : columns) {
            ValueSource columnValues = values.get(column);
            int nullPercent = new int[] {0, 0, 0, 10, 90, 100}[random.nextInt(6)];
            int flavour = random.nextInt(10);
            long base = random.nextInt(120) - 60;
            Object constant = columnValues.next();
            for (Map<IndexedColumn, Object> row : rows) {
                Object value;
                if (random.nextInt(100) < nullPercent) {
                    value = null;
                } else if (flavour == 0) {
                    value = constant;
                } else if (flavour < 6) {
                    value = columnValues.near(base + random.nextInt(8));
                } else if (flavour == 6) {
                    // many different ones
                    value = columnValues.near(random.nextInt(4000));
                } else {
                    value = columnValues.next();
                }
                row.put(column, value);
            }
        }
        return rows;
    }

    private List<Object> randomElements(ValueSource values, long base) {
        List<Object> list = new ArrayList<>();
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            list.add(random.nextInt(6) == 0 ? null : values.near(base + random.nextInt(8)));
        }
        return list;
    }

    private List<List<KeyColumn>> summarize(List<IndexDefinition> definitions, List<Map<IndexedColumn, Object>> rows) {
        List<List<KeyColumn>> summaries = new ArrayList<>();
        for (IndexDefinition definition : definitions) {
            // of some ranges of what is in a column, such as text read as numbers, the values are not known
            summaries.add(
                    onlyType.isEmpty() && random.nextInt(40) == 0 ? unknown(definition) : summarize(definition, rows));
        }
        return summaries;
    }

    /** In batches, whose vectors are filled anew for the next batch, as engines do. */
    private List<KeyColumn> summarize(IndexDefinition definition, List<Map<IndexedColumn, Object>> rows) {
        Summarizer summarizer =
                Summaries.summarizer(definition, indexTypes, List.of(), new IndexType.RangeContext(RANGE_BYTES));
        List<ValueVector> used = definition.columns().stream()
                .map(column -> ValueVector.of(column.type()))
                .toList();
        for (int start = 0; start < rows.size(); ) {
            int end = random.nextBoolean() ? rows.size() : start + 1 + random.nextInt(rows.size() - start);
            List<Map<IndexedColumn, Object>> batch = rows.subList(start, end);
            List<ValueVector> vectors = new ArrayList<>();
            for (int i = 0; i < used.size(); i++) {
                IndexedColumn column = definition.columns().get(i);
                vectors.add(encode(used.get(i), column.type(), values(batch, column)));
            }
            summarizer.add(vectors);
            start = end;
        }
        for (int i = 0; i < used.size(); i++) {
            fillWithUnused(used.get(i), definition.columns().get(i).type(), 30);
        }
        return Summaries.finish(summarizer, fields(definition));
    }

    /** As an index has them: all elements of all rows, without NULLs, in place of arrays. */
    private List<Object> values(List<Map<IndexedColumn, Object>> batch, IndexedColumn column) {
        Stream<Object> values = batch.stream().map(row -> row.get(column));
        return elements.contains(column)
                ? values.filter(Objects::nonNull)
                        .flatMap(list -> ((List<?>) list).stream())
                        .filter(Objects::nonNull)
                        .map(Object.class::cast)
                        .toList()
                : values.toList();
    }

    private List<KeyColumn> unknown(IndexDefinition definition) {
        SummaryWriter writer = new SummaryWriter(fields(definition));
        writer.appendNothing();
        return writer.build();
    }

    private List<SummaryField> fields(IndexDefinition definition) {
        return indexTypes.get(definition.type()).fields(IndexTypes.columnTypes(definition));
    }

    /**
     * The values in one of the shapes that a vector may have.
     *
     * @param used filled before, perhaps with more values, of which nothing must be seen
     */
    private ValueVector encode(ValueVector used, ScalarType type, List<Object> batch) {
        if (batch.stream().distinct().count() == 1 && random.nextBoolean()) {
            return Vectors.constant(type, batch.get(0), batch.size());
        }
        if (random.nextInt(3) == 0) {
            return Vectors.dictionary(type, batch);
        }
        if (random.nextInt(3) == 0) {
            fillWithUnused(used, type, batch.size() + 2);
        }
        Vectors.fill(used, type, batch);
        return used;
    }

    private void fillWithUnused(ValueVector vector, ScalarType type, int count) {
        RandomValues unused = new RandomValues(type, random);
        Vectors.fill(
                vector,
                type,
                Stream.generate(() -> unused.near(5000)).limit(count).toList());
    }
}
