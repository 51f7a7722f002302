// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.snapshot.ObjectTable;
import io.skipping.index.store.segment.SegmentFormat.SegmentColumn;
import io.skipping.index.type.SummaryField;
import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ScalarType;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds a segment file in memory: objects and ranges as arrays, summaries encoded as they were fetched. Summaries are
 * decoded on request. Thread-safe.
 */
public final class SegmentFile {
    private final String location;
    private final SegmentFormat.Reader columns;
    private final SegmentHead head;

    /**
     * Reads the objects and ranges of a segment file.
     *
     * @param name of the file
     * @param location for messages
     * @param file the whole file, whose checksum has been verified
     * @param memory limit from which everything is taken that the file and its columns may need, before they are
     *     decoded
     * @throws MemoryLimit.ExceededException if the limit does not suffice
     * @throws IOException with half a sentence that says what is wrong with the file
     */
    public SegmentFile(String name, String location, Slice file, SegmentFormat format, MemoryLimit memory)
            throws IOException {
        Instant fetched = Instant.now();
        this.location = requireNonNull(location, "location is null");
        this.columns = format.open(location, file, memory.maximum());
        memory.take(mostBytes(file.length()));
        SegmentMetadata metadata = SegmentMetadata.parse(columns.metadata());
        RangeColumns ranges =
                new RangeColumns(columns.read(SegmentSchema.OBJECT_COLUMNS), Math.toIntExact(columns.rows()));
        this.head = new SegmentHead(
                name,
                metadata,
                file.length(),
                columns.typicalBytes(),
                fetched,
                ranges.objects(),
                ranges.starts(),
                ranges.lengths(),
                ranges.rowCounts());
    }

    /** Returns what the file says of objects and ranges. */
    public SegmentHead head() {
        return head;
    }

    public String name() {
        return head.name();
    }

    public SegmentMetadata metadata() {
        return head.metadata();
    }

    /** Returns the size of the file in the store, in bytes. */
    public long bytes() {
        return head.bytes();
    }

    /** Returns the size of all decoded columns, in bytes. */
    public long heapBytes() {
        return head.heapBytes();
    }

    /** Returns the maximum size in bytes of the file, its objects and ranges, and all decoded columns. */
    public long mostBytes() {
        return mostBytes(head.bytes());
    }

    private long mostBytes(long fileBytes) {
        return fileBytes + rangeBytes(columns.rows()) + columns.mostBytes();
    }

    /**
     * Returns the size in bytes of the objects and ranges of a file with this many ranges, while they are being read.
     */
    public static long rangeBytes(long rangeCount) {
        return RangeColumns.bytes(rangeCount);
    }

    public ObjectTable objects() {
        return head.objects();
    }

    public int rangeCount() {
        return head.rangeCount();
    }

    public long[] rangeStarts() {
        return head.rangeStarts();
    }

    public long[] rangeLengths() {
        return head.rangeLengths();
    }

    public long[] rowCounts() {
        return head.rowCounts();
    }

    /** Decodes the summaries of one index: a column for each field, with one position for each range. */
    public List<KeyColumn> summaries(IndexDefinition definition) {
        return summaries(head.metadata()
                .find(definition)
                .orElseThrow(
                        () -> new IllegalArgumentException("%s has no %s".formatted(location, definition.name()))));
    }

    /** Decodes the summaries of one of the file's definitions. */
    List<KeyColumn> summaries(StoredDefinition stored) {
        return read(List.of(), stored.fields());
    }

    /**
     * Decodes all columns that a new file can take over from this file, in the order of {@link SegmentSchema#columns}.
     *
     * @param definitions of the new file; this file has summaries with the same
     *     {@linkplain SegmentMetadata#content() content}
     */
    public List<KeyColumn> rows(List<StoredDefinition> definitions) {
        List<StoredField> wanted = new ArrayList<>();
        for (StoredDefinition definition : definitions) {
            StoredDefinition here = head.metadata().definitions().stream()
                    .filter(candidate -> candidate.content().equals(definition.content()))
                    .findFirst()
                    .orElseThrow(
                            () -> new IllegalArgumentException("%s has no such %s".formatted(location, definition)));
            for (int field = 0; field < definition.fields().size(); field++) {
                if (definition.fields().get(field).isReadable()) {
                    wanted.add(here.fields().get(field));
                }
            }
        }
        return read(SegmentSchema.OBJECT_COLUMNS, wanted);
    }

    private List<KeyColumn> read(List<SegmentColumn> first, List<StoredField> fields) {
        List<SegmentColumn> wanted = new ArrayList<>(first);
        fields.stream()
                .filter(StoredField::isReadable)
                .map(StoredField::segmentColumn)
                .forEach(wanted::add);
        List<KeyColumn> found;
        try {
            found = wanted.isEmpty() ? List.of() : columns.read(wanted);
        } catch (IOException | RuntimeException e) {
            throw new IndexUnavailableException(
                    "Cannot decode index segment %s: %s".formatted(location, e.getMessage()), e);
        }
        List<KeyColumn> all = new ArrayList<>(found.subList(0, first.size()));
        int next = first.size();
        for (StoredField field : fields) {
            all.add(field.isReadable() ? found.get(next++) : unknown(field.field()));
        }
        return all;
    }

    /** Returns a column of NULLs, for a field without readable values in the file. */
    private KeyColumn unknown(SummaryField field) {
        ColumnBuilder nulls =
                ColumnBuilder.of(field.type().hasKeys() ? field.type() : ScalarType.BIGINT, field.isList());
        for (int range = 0; range < head.rangeCount(); range++) {
            nulls.appendNull();
        }
        return nulls.build();
    }
}
