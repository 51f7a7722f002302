// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import static com.google.common.base.Preconditions.checkState;
import static java.util.Objects.requireNonNull;

import io.skipping.index.ByteRange;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.LiveObject;
import io.skipping.index.search.client.BulkResult;
import io.skipping.index.search.client.BulkWriter;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.store.segment.SegmentWriter;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.LongColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes ranges as documents as they arrive, and finally the segment file that refers to them. Documents without a
 * segment file are ignored.
 */
final class DocumentSegmentSink implements SegmentSink {
    private static final int BATCH_RANGES = 100_000;

    private final TableDocuments documents;
    private final RangeDocument document;
    private final SegmentWriter segments;
    private final int definitions;
    private final List<Row> batch = new ArrayList<>();
    private long batchNumber = Slots.newBatch();
    private Optional<BulkWriter> bulk = Optional.empty();
    private boolean closed;

    /** @param definitions of the summaries, in order */
    DocumentSegmentSink(
            TableDocuments documents, List<DefinitionFields> definitions, String build, SegmentWriter segments) {
        this.documents = requireNonNull(documents, "documents is null");
        this.document = new RangeDocument(definitions, build);
        this.definitions = definitions.size();
        this.segments = requireNonNull(segments, "segments is null");
    }

    private record Row(LiveObject object, ByteRange range, long rowCount) {}

    @Override
    public void add(LiveObject object, ByteRange range, long rowCount, List<List<KeyColumn>> summaries) {
        checkState(!closed, "already closed");
        if (bulk.isEmpty()) {
            bulk = Optional.of(documents.create());
        }
        long slot = Slots.slot(batchNumber, batch.size());
        bulk.get()
                .create(
                        Long.toString(slot),
                        document.of(slot, System.currentTimeMillis(), object, range, rowCount, summaries));
        batch.add(new Row(object, range, rowCount));
        if (batch.size() == BATCH_RANGES) {
            flush();
        }
    }

    private void flush() {
        if (bulk.isEmpty()) {
            return;
        }
        BulkResult result = bulk.get().finish();
        bulk = Optional.empty();
        if (!result.conflicts().isEmpty()) {
            throw new IndexUnavailableException(
                    "Cannot write to index %s: %s documents have numbers that are already in use; build again"
                            .formatted(documents.index(), result.conflicts().size()));
        }
        for (int position = 0; position < batch.size(); position++) {
            Row row = batch.get(position);
            List<List<KeyColumn>> columns = new ArrayList<>();
            for (int definition = 0; definition < definitions; definition++) {
                columns.add(List.of());
            }
            columns.add(List.of(number(Slots.slot(batchNumber, position)), number(batch.size())));
            segments.add(row.object(), row.range(), row.rowCount(), columns);
        }
        batch.clear();
        batchNumber = Slots.newBatch();
    }

    private static KeyColumn number(long value) {
        return new LongColumn(new long[] {value}, Optional.empty());
    }

    @Override
    public long finish() {
        checkState(!closed, "already closed");
        flush();
        closed = true;
        if (segments.isEmpty()) {
            return 0;
        }
        // a state must not refer to documents that a search cannot find
        documents.refresh();
        return segments.finish();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            bulk.ifPresent(BulkWriter::close);
            segments.close();
        }
    }
}
