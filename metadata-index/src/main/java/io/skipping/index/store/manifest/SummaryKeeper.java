// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.Segment;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.store.TableIndex.VacuumResult;
import io.skipping.index.store.segment.SegmentFile;
import io.skipping.index.store.segment.SegmentMetadata;
import io.skipping.index.store.segment.StoredDefinition;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Keeps the summaries of the ranges of one table; which objects and ranges there are is in the segment files. */
public interface SummaryKeeper {
    /** A place for summaries, which ends as segment files. */
    SegmentSink newSegment(SegmentMetadata metadata);

    /**
     * A segment as a state sees it.
     *
     * @param live objects that are part of the state, by their order in the file
     * @param usable whether the installed index types can read a definition of the file
     */
    Segment view(SegmentFile file, BitSet live, Predicate<StoredDefinition> usable);

    /** @param segments as {@link #view} gives them, oldest first */
    IndexSnapshot snapshot(String id, long publishedMillis, List<Segment> segments);

    /**
     * Deletes summaries outside of segment files that were written before some moment and that no segment file has.
     *
     * @param kept the segment files that there are
     * @param underWay builds whose segment files may not be there yet
     */
    VacuumResult vacuum(Supplier<List<SegmentFile>> kept, Set<String> underWay, Instant olderThan, boolean dryRun);
}
