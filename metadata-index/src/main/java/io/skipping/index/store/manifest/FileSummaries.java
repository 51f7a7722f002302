// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static java.util.Objects.requireNonNull;

import io.skipping.index.snapshot.HeapSnapshot;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.Segment;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.store.TableIndex.VacuumResult;
import io.skipping.index.store.segment.SegmentFile;
import io.skipping.index.store.segment.SegmentFormat;
import io.skipping.index.store.segment.SegmentMetadata;
import io.skipping.index.store.segment.SegmentView;
import io.skipping.index.store.segment.SegmentWriter;
import io.skipping.index.store.segment.StoredDefinition;
import io.skipping.index.type.IndexTypes;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Stores summaries in the segment files themselves. */
final class FileSummaries implements SummaryKeeper {
    private static final Outside NOTHING = new Outside() {};

    private final SegmentFormat format;
    private final FileStore files;
    private final IndexLayout layout;
    private final IndexTypes indexTypes;

    FileSummaries(SegmentFormat format, FileStore files, IndexLayout layout, IndexTypes indexTypes) {
        this.format = requireNonNull(format, "format is null");
        this.files = requireNonNull(files, "files is null");
        this.layout = requireNonNull(layout, "layout is null");
        this.indexTypes = requireNonNull(indexTypes, "indexTypes is null");
    }

    @Override
    public SegmentSink newSegment(SegmentMetadata metadata) {
        return new SegmentWriter(format, files, layout, metadata);
    }

    @Override
    public Segment view(SegmentFile file, BitSet live, Predicate<StoredDefinition> usable) {
        return new SegmentView(file, live, usable);
    }

    @Override
    public IndexSnapshot snapshot(String id, long publishedMillis, List<Segment> segments) {
        return new HeapSnapshot(id, publishedMillis, segments, indexTypes);
    }

    @Override
    public Optional<String> problem(Supplier<List<Segment>> segments) {
        return Optional.empty();
    }

    @Override
    public Outside outside(SegmentFile file) {
        return NOTHING;
    }

    @Override
    public Set<String> incomplete(List<Known> segments, Predicate<StoredDefinition> usable) {
        return Set.of();
    }

    @Override
    public VacuumResult vacuum(
            Supplier<Stream<SegmentFile>> kept, Set<String> underWay, Instant olderThan, boolean dryRun) {
        return new VacuumResult(List.of(), 0);
    }
}
