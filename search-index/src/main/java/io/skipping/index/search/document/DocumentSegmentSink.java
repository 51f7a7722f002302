// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import static com.google.common.base.Preconditions.checkState;
import static java.lang.System.Logger.Level.WARNING;
import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
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
import java.util.function.LongFunction;

/**
 * Writes ranges as documents as they arrive, and finally the segment file that refers to them. Documents without a
 * segment file are ignored.
 */
final class DocumentSegmentSink implements SegmentSink {
    private static final System.Logger log = System.getLogger(DocumentSegmentSink.class.getName());
    private static final int BATCH_RANGES = 100_000;
    /** Ends the search for a free number if something else is wrong: even the second is hardly ever taken. */
    private static final int MOST_DRAWN = 10;

    private final TableDocuments documents;
    private final RangeDocument document;
    private final SegmentWriter segments;
    private final int definitions;
    private final List<Row> batch = new ArrayList<>();
    private long batchNumber;
    private Optional<BulkWriter> bulk = Optional.empty();
    private boolean sent;
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
        if (batch.isEmpty()) {
            beginBatch(slot -> document(slot, object, range, rowCount, summaries));
        } else {
            if (bulk.isEmpty()) {
                bulk = Optional.of(documents.create());
            }
            long slot = Slots.slot(batchNumber, batch.size());
            bulk.get().create(Long.toString(slot), document(slot, object, range, rowCount, summaries));
        }
        batch.add(new Row(object, range, rowCount));
        if (batch.size() == BATCH_RANGES) {
            flush();
        }
    }

    private Slice document(
            long slot, LiveObject object, ByteRange range, long rowCount, List<List<KeyColumn>> summaries) {
        return document.of(slot, System.currentTimeMillis(), object, range, rowCount, summaries);
    }

    /**
     * Draws the number of the next batch, and creates its first document alone. Only its success shows that the number is
     * free. If the other documents were sent with it, those without a counterpart in an older batch of this number would
     * become part of that batch, which would then never again have the size that searches expect.
     *
     * <p>The first document may exist because it is this one, created by a request whose answer was lost. It then stays
     * alone under a number that no segment file refers to, so nothing counts it, and a vacuum deletes it.
     */
    private void beginBatch(LongFunction<Slice> first) {
        for (int drawn = 0; drawn < MOST_DRAWN; drawn++) {
            batchNumber = Slots.newBatch();
            long slot = Slots.slot(batchNumber, 0);
            sent = true;
            if (documents.create(Long.toString(slot), first.apply(slot))) {
                return;
            }
        }
        throw new IndexUnavailableException(
                "Cannot write to index %s: the numbers of %s batches in a row are already in use; build again"
                        .formatted(documents.index(), MOST_DRAWN));
    }

    private void flush() {
        if (batch.isEmpty()) {
            return;
        }
        if (bulk.isPresent()) {
            BulkResult result = bulk.get().finish();
            bulk = Optional.empty();
            if (!result.conflicts().isEmpty()) {
                throw new IndexUnavailableException(
                        "Cannot write to index %s: %s documents have numbers that are already in use; build again"
                                .formatted(documents.index(), result.conflicts().size()));
            }
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
    }

    private static KeyColumn number(long value) {
        return new LongColumn(new long[] {value}, Optional.empty());
    }

    @Override
    public long finish() {
        checkState(!closed, "already closed");
        flush();
        if (segments.isEmpty()) {
            closed = true;
            return 0;
        }
        // a state must not refer to documents that a search cannot find
        documents.refresh();
        long bytes = segments.finish();
        closed = true;
        return bytes;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            bulk.ifPresent(BulkWriter::close);
            segments.close();
            if (sent) {
                tryToDeleteLateDocuments();
            }
        }
    }

    /** The index may have been deleted with its table, and made again by the engine when the next documents came. */
    private void tryToDeleteLateDocuments() {
        try {
            documents.deleteLateOrRefusedDocuments();
        } catch (RuntimeException e) {
            log.log(WARNING, "Cannot look at index %s: %s".formatted(documents.index(), e.getMessage()));
        }
    }
}
