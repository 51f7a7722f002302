// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import static com.google.common.base.Preconditions.checkArgument;
import static io.skipping.index.value.ScalarType.BIGINT;
import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.snapshot.LargeSummariesException;
import io.skipping.index.snapshot.ObjectTable;
import io.skipping.index.snapshot.Segment;
import io.skipping.index.store.segment.SegmentFile;
import io.skipping.index.store.segment.SegmentView;
import io.skipping.index.store.segment.StoredDefinition;
import io.skipping.index.store.segment.StoredField;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.SummaryField;
import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.LongColumn;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Reads a segment whose summaries are documents. The segment file refers to these. Thread-safe. */
final class DocumentSegment implements Segment {
    /** the columns of the file in addition to objects and ranges; no index type has this name */
    static final StoredDefinition DOCUMENTS = new StoredDefinition(
            new IndexDefinition("#documents", List.of(), Map.of()),
            1,
            List.of(
                    new StoredField(new SummaryField("slot", BIGINT), "document.slot"),
                    // number of documents in the batch of this one, to detect lost documents
                    new StoredField(new SummaryField("batch_size", BIGINT), "document.batch_size")));

    private final SegmentView view;
    private final TableDocuments documents;
    /** of the usable indexes */
    private final Map<IndexDefinition, DefinitionFields> fields = new HashMap<>();

    private final String layout;
    private final long[] slots;
    private final Map<Long, Long> batchSizes = new HashMap<>();

    DocumentSegment(
            SegmentFile file,
            BitSet live,
            Predicate<StoredDefinition> usable,
            TableDocuments documents,
            IndexTypes indexTypes) {
        this.view = new SegmentView(file, live, usable);
        this.documents = requireNonNull(documents, "documents is null");
        for (StoredDefinition stored : file.metadata().definitions()) {
            if (usable.test(stored)) {
                IndexDefinition definition = stored.definition();
                fields.putIfAbsent(definition, DefinitionFields.of(stored, indexTypes.get(definition.type())));
            }
        }
        this.layout = layout(file.metadata().definitions());
        List<KeyColumn> ofDocuments = view.summaries(DOCUMENTS.definition());
        LongColumn slotColumn = (LongColumn) ofDocuments.get(0);
        LongColumn batchSizeColumn = (LongColumn) ofDocuments.get(1);
        this.slots = new long[rowCounts().length];
        for (int range = 0; range < slots.length; range++) {
            slots[range] = slotColumn.key(range);
            long batchSize = batchSizeColumn.key(range);
            checkArgument(
                    batchSize <= Slots.MOST_IN_BATCH && Slots.position(slots[range]) < batchSize,
                    "segment %s has document %s in a batch of %s",
                    file.name(),
                    slots[range],
                    batchSize);
            batchSizes.put(Slots.batch(slots[range]), batchSize);
        }
    }

    private static String layout(List<StoredDefinition> definitions) {
        return RangeDocument.layout(definitions.stream()
                .filter(stored -> !stored.equals(DOCUMENTS))
                .map(DefinitionFields::key)
                .toList());
    }

    /**
     * Returns the batches that a file refers to, whether or not their ranges count, with the number of documents in each.
     *
     * @param file of this store
     */
    static Map<Long, Long> batchSizes(SegmentFile file) {
        List<KeyColumn> ofDocuments = file.summaries(DOCUMENTS.definition());
        Map<Long, Long> batchSizes = new HashMap<>();
        for (int range = 0; range < file.rangeCount(); range++) {
            batchSizes.put(
                    Slots.batch(((LongColumn) ofDocuments.get(0)).key(range)),
                    ((LongColumn) ofDocuments.get(1)).key(range));
        }
        return batchSizes;
    }

    /** Returns the documents of batches that have summaries of these indexes. */
    static SegmentDocuments documents(
            List<StoredDefinition> definitions, Predicate<StoredDefinition> usable, Map<Long, Long> batchSizes) {
        return new SegmentDocuments(
                layout(definitions),
                definitions.stream()
                        .filter(usable)
                        .map(stored -> DefinitionFields.summaryPath(DefinitionFields.key(stored)))
                        .collect(Collectors.toSet()),
                batchSizes);
    }

    /** Returns the documents of the ranges that count. */
    SegmentDocuments documents() {
        return new SegmentDocuments(
                layout,
                definitionFields().stream().map(DefinitionFields::summaryPath).collect(Collectors.toSet()),
                batchSizes);
    }

    /** Returns the layout of documents with these definitions, see {@link RangeDocument#layout}. */
    String layout() {
        return layout;
    }

    /** Returns the slot of each range's document. */
    long[] slots() {
        return slots;
    }

    /** Returns the batches of the documents, with the number of documents in each. */
    Map<Long, Long> batchSizes() {
        return batchSizes;
    }

    /** Returns the usable indexes. */
    List<DefinitionFields> definitionFields() {
        return definitions().stream().map(fields::get).toList();
    }

    @Override
    public String name() {
        return view.name();
    }

    @Override
    public List<IndexDefinition> definitions() {
        return view.definitions();
    }

    @Override
    public int version(IndexDefinition definition) {
        return view.version(definition);
    }

    @Override
    public long storedBytes() {
        // counted for all segments together, see DocumentSearch
        return 0;
    }

    @Override
    public ObjectTable objects() {
        return view.objects();
    }

    @Override
    public long[] rangeStarts() {
        return view.rangeStarts();
    }

    @Override
    public long[] rangeLengths() {
        return view.rangeLengths();
    }

    @Override
    public long[] rowCounts() {
        return view.rowCounts();
    }

    @Override
    public List<KeyColumn> summaries(IndexDefinition definition) {
        return summaries(definition, IntStream.range(0, slots.length).toArray());
    }

    @Override
    public List<KeyColumn> summaries(IndexDefinition definition, int[] ranges) {
        return summaries(List.of(definition), ranges, Long.MAX_VALUE).get(definition);
    }

    @Override
    public Map<IndexDefinition, List<KeyColumn>> summaries(
            Collection<IndexDefinition> definitions, int[] ranges, long limit) {
        Map<String, DefinitionFields> wanted = new HashMap<>();
        for (IndexDefinition definition : definitions) {
            wanted.put(fields.get(definition).summaryPath(), fields.get(definition));
        }
        Map<String, Map<Long, Slice>> summaries = new HashMap<>();
        wanted.keySet().forEach(path -> summaries.put(path, new HashMap<>()));
        LongAdder bytes = new LongAdder();
        documents.fetch(
                Arrays.stream(ranges).mapToLong(range -> slots[range]).toArray(),
                wanted.keySet(),
                (slot, path, summary) -> {
                    bytes.add(summary.length());
                    if (bytes.sum() > limit) {
                        throw new LargeSummariesException(name(), limit);
                    }
                    summaries.get(path).put(slot, summary);
                });
        Map<IndexDefinition, List<KeyColumn>> columns = new HashMap<>();
        wanted.forEach((path, ofDefinition) ->
                columns.put(ofDefinition.definition(), decode(ofDefinition, ranges, summaries.get(path))));
        return columns;
    }

    private List<KeyColumn> decode(DefinitionFields definition, int[] ranges, Map<Long, Slice> summaries) {
        List<ColumnBuilder> builders = definition.summaryFields().stream()
                .map(field -> ColumnBuilder.of(field.type(), field.isList()))
                .toList();
        for (int range : ranges) {
            try {
                SummaryCodec.decode(definition.summaryFields(), summaries.get(slots[range]), builders);
            } catch (RuntimeException e) {
                throw new IndexUnavailableException(
                        "Index %s is damaged: document %s has for %s %s; delete this document, then run index-builder build"
                                .formatted(
                                        documents.index(),
                                        slots[range],
                                        definition.definition().name(),
                                        e.getMessage()),
                        e);
            }
        }
        return builders.stream().map(ColumnBuilder::build).toList();
    }
}
