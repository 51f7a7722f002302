// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.Segment;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.store.TableIndex.VacuumResult;
import io.skipping.index.store.segment.SegmentFile;
import io.skipping.index.store.segment.SegmentHead;
import io.skipping.index.store.segment.SegmentMetadata;
import io.skipping.index.store.segment.StoredDefinition;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Stores the summaries of the ranges of one table. The segment files say which objects and ranges there are. */
public interface SummaryKeeper {
    /** Creates a place for summaries. Finishing it writes segment files. */
    SegmentSink newSegment(SegmentMetadata metadata);

    /**
     * Returns the part of a segment that belongs to a state.
     *
     * @param live objects that are part of the state, by their order in the file
     * @param usable whether the installed index types can read a definition of the file
     */
    Segment view(SegmentFile file, BitSet live, Predicate<StoredDefinition> usable);

    /**
     * Returns a snapshot of a state.
     *
     * @param segments from {@link #view}, oldest first
     */
    IndexSnapshot snapshot(String id, long publishedMillis, List<Segment> segments);

    /**
     * Returns what is wrong with summaries outside of segment files, so that queries cannot use them, and the remedy; empty
     * if nothing is.
     *
     * @param segments returns those of the newest state, from {@link #view}; called only if there are such summaries
     */
    Optional<String> problem(Supplier<List<Segment>> segments);

    /** Says which summaries outside of a segment file belong to it. Takes little memory. */
    interface Outside {}

    /** Holds a segment, and which summaries outside of its file belong to it. */
    record Known(SegmentHead head, Outside outside) {}

    /** Returns which summaries outside of a segment file belong to it. */
    Outside outside(SegmentFile file);

    /**
     * Returns the names of segments with summaries outside of the file that are not as they were written, so that no query
     * can use them. A build treats them as lost.
     *
     * @param usable whether the installed index types can read a definition of a segment; others are not looked at
     * @throws io.skipping.index.IndexUnavailableException if the store does not tell
     */
    Set<String> incomplete(List<Known> segments, Predicate<StoredDefinition> usable);

    /**
     * Deletes summaries outside of segment files that were written before a moment and belong to no segment file.
     *
     * @param kept all existing segment files, which are read one by one
     * @param underWay builds whose segment files may not exist yet
     */
    VacuumResult vacuum(Supplier<Stream<SegmentFile>> kept, Set<String> underWay, Instant olderThan, boolean dryRun);
}
