// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.store.TableIndex.PublishResult;
import io.skipping.index.type.SummaryField;
import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes summaries that are labels, and reads a state back as text. */
public final class Labels {
    public static final LabelIndexType LABEL = new LabelIndexType("label", List.of(new SummaryField("label", VARCHAR)));
    static final IndexedColumn COLUMN = new IndexedColumn("city", VARCHAR, "0:string");
    public static final IndexDefinition BY_LABEL = new IndexDefinition("label", List.of(COLUMN), Map.of());

    private Labels() {}

    /** Summaries of ranges of 10 bytes. */
    public static void write(TableIndex index, String build, String label, LiveObject... objects) {
        try (SegmentSink sink = index.newSegment(build, List.of(BY_LABEL))) {
            for (LiveObject object : objects) {
                for (long start = 0; start < object.version().size(); start += 10) {
                    add(
                            sink,
                            label,
                            object,
                            start,
                            Math.min(10, object.version().size() - start));
                }
            }
            assertThat(sink.finish()).isPositive();
        }
    }

    public static void add(SegmentSink sink, String label, LiveObject object, long start, long length) {
        sink.add(object, new ByteRange(start, length), 1, List.of(List.of(text(label + start))));
    }

    public static PublishResult publish(TableIndex index, String label, List<LiveObject> objects) {
        return publish(index, label, objects, objects);
    }

    public static PublishResult publish(
            TableIndex index, String label, List<LiveObject> summarised, List<LiveObject> live) {
        String build = index.beginBuild();
        write(index, build, label, summarised.toArray(LiveObject[]::new));
        return index.publish(build, live);
    }

    /** Returns a column of one text. */
    public static KeyColumn text(String value) {
        return column(VARCHAR, Key.of(value));
    }

    /** Returns a column of one number. */
    public static KeyColumn number(long value) {
        return column(BIGINT, Key.of(value));
    }

    private static KeyColumn column(ScalarType type, Key value) {
        ColumnBuilder builder = ColumnBuilder.of(type, false);
        builder.append(value);
        return builder.build();
    }

    /** What {@link #write} makes of objects. */
    public static Map<String, String> contents(String label, LiveObject... objects) {
        Map<String, String> contents = new TreeMap<>();
        for (LiveObject object : objects) {
            for (long start = 0; start < object.version().size(); start += 10) {
                contents.put(
                        "%s@%s+%s"
                                .formatted(
                                        object.version().path(),
                                        start,
                                        Math.min(10, object.version().size() - start)),
                        "1 rows {label(city)=<%s%s>}".formatted(label, start));
            }
        }
        return contents;
    }

    public static Map<String, String> contents(IndexSnapshot snapshot) {
        Map<String, String> contents = new TreeMap<>();
        snapshot.forEachRange(range -> assertThat(contents.put(
                        "%s@%s+%s"
                                .formatted(
                                        range.object().version().path(),
                                        range.range().start(),
                                        range.range().length()),
                        "%s rows %s".formatted(range.rowCount(), byName(range.summaries()))))
                .as("range twice")
                .isNull());
        return contents;
    }

    private static Map<String, String> byName(Map<IndexDefinition, String> summaries) {
        return summaries.entrySet().stream()
                .collect(toMap(
                        summary -> summary.getKey().name(), Map.Entry::getValue, (left, _) -> left, TreeMap::new));
    }
}
