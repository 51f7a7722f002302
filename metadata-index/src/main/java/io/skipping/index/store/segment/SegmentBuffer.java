// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

import static com.google.common.base.Preconditions.checkArgument;
import static io.airlift.slice.Slices.utf8Slice;
import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.skipping.index.ByteRange;
import io.skipping.index.LiveObject;
import io.skipping.index.store.segment.SegmentFormat.SegmentColumn;
import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.KeyColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects the rows of one segment in any order, and sorts them into the order of the file. Not thread-safe. */
final class SegmentBuffer {
    private static final Comparator<Row> ORDER = Comparator.comparing(Row::path)
            .thenComparingLong(Row::size)
            .thenComparingLong(Row::modified)
            .thenComparing(Row::profile)
            .thenComparingLong(Row::tag)
            .thenComparingLong(Row::start)
            // if a range was summarised twice, the later row comes first and is kept
            .thenComparing(Comparator.comparingInt(Row::position).reversed());

    private final SegmentMetadata metadata;
    private final List<Row> rows = new ArrayList<>();
    private final Map<String, Slice> profiles = new HashMap<>();
    private final SegmentFormat format;
    private final List<SegmentColumn> columns;
    /** builders of the columns after those that every segment has */
    private final List<ColumnBuilder> builders;

    private Slice lastPath = utf8Slice("");
    private String lastPathText = "";

    SegmentBuffer(SegmentMetadata metadata, SegmentFormat format) {
        this.metadata = requireNonNull(metadata, "metadata is null");
        this.format = requireNonNull(format, "format is null");
        columns = SegmentSchema.columns(metadata.definitions());
        builders = columns.stream()
                .skip(SegmentSchema.OBJECT_COLUMNS.size())
                .map(column -> ColumnBuilder.of(column.type(), column.isList()))
                .toList();
    }

    private record Row(
            Slice path,
            long size,
            long modified,
            Slice profile,
            long start,
            long length,
            long rowCount,
            long tag,
            int position) {}

    void add(LiveObject object, ByteRange range, long rowCount, List<List<KeyColumn>> summaries) {
        checkArgument(
                summaries.size() == metadata.definitions().size(),
                "expected summaries of %s indexes, not %s",
                metadata.definitions().size(),
                summaries.size());
        int builder = 0;
        for (int index = 0; index < summaries.size(); index++) {
            List<KeyColumn> fields = summaries.get(index);
            checkArgument(
                    fields.size() == metadata.definitions().get(index).columns().count(),
                    "expected as many fields as %s has",
                    metadata.definitions().get(index).definition());
            for (KeyColumn field : fields) {
                checkArgument(field.size() == 1, "expected one position, not %s", field.size());
                builders.get(builder++).append(field, 0);
            }
        }
        if (!lastPathText.equals(object.version().path())) {
            lastPathText = object.version().path();
            lastPath = utf8Slice(lastPathText);
        }
        rows.add(new Row(
                lastPath,
                object.version().size(),
                object.version().modifiedMillis(),
                profiles.computeIfAbsent(object.profile().text(), profile -> utf8Slice(profile)),
                range.start(),
                range.length(),
                rowCount,
                object.version().tag().orElse(0),
                rows.size()));
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Returns the approximate heap size of the rows in bytes. */
    long bytes() {
        return rows.size() * 200L
                + builders.stream().mapToLong(ColumnBuilder::retainedBytes).sum();
    }

    /** Encodes the whole file. */
    Slice encode() throws IOException {
        List<Row> ordered = distinct(rows.stream().sorted(ORDER).toList());
        int count = ordered.size();
        ColumnBuilder[] objects = SegmentSchema.OBJECT_COLUMNS.stream()
                .map(column -> ColumnBuilder.of(column.type(), column.isList()))
                .toArray(ColumnBuilder[]::new);
        int[] positions = new int[count];
        for (int index = 0; index < count; index++) {
            Row row = ordered.get(index);
            objects[SegmentSchema.PATH].append(row.path());
            objects[SegmentSchema.SIZE].append(row.size());
            objects[SegmentSchema.MODIFIED].append(row.modified());
            objects[SegmentSchema.PROFILE].append(row.profile());
            objects[SegmentSchema.RANGE_START].append(row.start());
            objects[SegmentSchema.RANGE_LENGTH].append(row.length());
            objects[SegmentSchema.ROW_COUNT].append(row.rowCount());
            if (row.tag() == 0) {
                objects[SegmentSchema.TAG].appendNull();
            } else {
                objects[SegmentSchema.TAG].append(row.tag());
            }
            positions[index] = row.position();
        }
        List<KeyColumn> values = new ArrayList<>();
        for (ColumnBuilder builder : objects) {
            values.add(builder.build());
        }
        for (ColumnBuilder summaries : builders) {
            values.add(summaries.build().select(positions));
        }
        SegmentFormat.Writer writer = format.writer(columns);
        writer.write(values);
        return writer.finish(metadata.toMap());
    }

    private static List<Row> distinct(List<Row> ordered) {
        List<Row> distinct = new ArrayList<>(ordered.size());
        for (Row row : ordered) {
            if (distinct.isEmpty() || !sameRange(distinct.get(distinct.size() - 1), row)) {
                distinct.add(row);
            }
        }
        return distinct;
    }

    private static boolean sameRange(Row left, Row right) {
        return left.start == right.start
                && left.size == right.size
                && left.modified == right.modified
                && left.tag == right.tag
                && left.path.equals(right.path)
                && left.profile.equals(right.profile);
    }
}
