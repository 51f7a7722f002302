// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.snapshot.HeapSnapshot;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.Segment;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexGoneException;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.store.TableIndex.VacuumResult;
import io.skipping.index.store.manifest.SummaryKeeper;
import io.skipping.index.store.segment.SegmentFile;
import io.skipping.index.store.segment.SegmentFormat;
import io.skipping.index.store.segment.SegmentMetadata;
import io.skipping.index.store.segment.SegmentWriter;
import io.skipping.index.store.segment.StoredDefinition;
import io.skipping.index.type.IndexTypes;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Stores summaries as documents of a search engine. */
final class DocumentSummaries implements SummaryKeeper {
    private final TableDocuments documents;
    private final FileStore files;
    private final IndexLayout layout;
    private final SegmentFormat format;
    private final IndexTypes indexTypes;
    private final Duration grace;

    /**
     * @param grace how long to keep documents that no state needs any more, for queries that still use an older state
     */
    DocumentSummaries(
            TableDocuments documents,
            FileStore files,
            IndexLayout layout,
            SegmentFormat format,
            IndexTypes indexTypes,
            Duration grace) {
        this.documents = requireNonNull(documents, "documents is null");
        this.files = requireNonNull(files, "files is null");
        this.layout = requireNonNull(layout, "layout is null");
        this.format = requireNonNull(format, "format is null");
        this.indexTypes = requireNonNull(indexTypes, "indexTypes is null");
        this.grace = requireNonNull(grace, "grace is null");
    }

    @Override
    public SegmentSink newSegment(SegmentMetadata metadata) {
        List<DefinitionFields> definitions = metadata.definitions().stream()
                .map(stored -> DefinitionFields.of(
                        stored, indexTypes.get(stored.definition().type())))
                .toList();
        try {
            documents.addFields(definitions);
        } catch (IndexGoneException e) {
            throw IndexUnavailableException.buildEnded(metadata.build(), metadata.table());
        }
        ImmutableList.Builder<StoredDefinition> stored = ImmutableList.builder();
        metadata.definitions().forEach(definition -> stored.add(definition.notInFile()));
        stored.add(DocumentSegment.DOCUMENTS);
        return new DocumentSegmentSink(
                documents,
                definitions,
                metadata.build(),
                new SegmentWriter(
                        format,
                        files,
                        layout,
                        new SegmentMetadata(metadata.table(), metadata.build(), stored.build())));
    }

    @Override
    public Segment view(SegmentFile file, BitSet live, Predicate<StoredDefinition> usable) {
        return new DocumentSegment(file, live, usable, documents, indexTypes);
    }

    @Override
    public IndexSnapshot snapshot(String id, long publishedMillis, List<Segment> segments) {
        // once for each state, so that documents of a newer release are not misread
        documents.isThere();
        List<DocumentSegment> ours =
                segments.stream().map(DocumentSegment.class::cast).toList();
        return new HeapSnapshot(
                id, publishedMillis, segments, indexTypes, Optional.of(new DocumentSearch(documents, ours)));
    }

    @Override
    public Optional<String> problem(Supplier<List<Segment>> segments) {
        return SegmentDocuments.wrong(
                        documents,
                        segments.get().stream()
                                .map(segment -> ((DocumentSegment) segment).documents())
                                .toList())
                .map(census ->
                        "Index %s has %s documents with all summaries instead of %s, so queries read everything: run index-builder build to repair it"
                                .formatted(documents.index(), census.there(), census.written()));
    }

    /** @param batchSizes the batches that a segment file refers to, with the number of documents in each */
    private record Batches(Map<Long, Long> batchSizes) implements Outside {}

    @Override
    public Outside outside(SegmentFile file) {
        return new Batches(DocumentSegment.batchSizes(file));
    }

    @Override
    public Set<String> incomplete(List<Known> segments, Predicate<StoredDefinition> usable) {
        // most segments share one list of definitions
        Map<List<StoredDefinition>, SegmentDocuments> withoutBatches = new IdentityHashMap<>();
        List<SegmentDocuments> written = segments.stream()
                .map(segment -> withoutBatches
                        .computeIfAbsent(
                                segment.head().metadata().definitions(),
                                definitions -> DocumentSegment.documents(definitions, usable, Map.of()))
                        .with(((Batches) segment.outside()).batchSizes()))
                .toList();
        Set<Long> wrong = SegmentDocuments.wrongBatches(documents, written);
        return IntStream.range(0, segments.size())
                .filter(number ->
                        !Collections.disjoint(written.get(number).batchSizes().keySet(), wrong))
                .mapToObj(number -> segments.get(number).head().name())
                .collect(Collectors.toSet());
    }

    @Override
    public VacuumResult vacuum(
            Supplier<Stream<SegmentFile>> kept, Set<String> underWay, Instant olderThan, boolean dryRun) {
        if (!documents.isThere()) {
            return new VacuumResult(List.of(), 0);
        }
        VacuumResult batches = new BatchVacuum(documents, grace).run(batches(kept.get()), underWay, olderThan, dryRun);
        List<String> pieces = new PieceVacuum(documents).run(underWay, olderThan, dryRun);
        return new VacuumResult(
                Stream.concat(batches.files().stream(), pieces.stream()).toList(), batches.bytes());
    }

    /** Returns the batches that segment files refer to, live or not. */
    private Set<Long> batches(Stream<SegmentFile> files) {
        return files.flatMap(file -> DocumentSegment.batchSizes(file).keySet().stream())
                .collect(Collectors.toSet());
    }
}
