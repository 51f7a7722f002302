// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import io.airlift.slice.Slice;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.RangeBounds;
import io.skipping.index.type.RangeRanks;
import io.skipping.index.value.Key;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Represents one immutable, published state of a table's index. A query pins one snapshot and uses it until it ends. Thread-safe.
 */
public interface IndexSnapshot {
    /** Returns the name of this state, for logs and for users. */
    String id();

    /** Returns when this state was published, in milliseconds since the epoch. */
    long publishedMillis();

    /** Returns all indexes for which at least one object has a summary, including those that cannot be used here. */
    List<IndexDefinition> definitions();

    /** Returns the installed types of indexes. Indexes of other types cannot be used here. */
    IndexTypes indexTypes();

    long objectCount();

    long rangeCount();

    /** Returns the size of the index in its store, in bytes; empty if the store does not say. */
    OptionalLong storedBytes();

    /** Returns whether calls may take time and may fail, because part of this state is not in memory. */
    default boolean mayWait() {
        return false;
    }

    /**
     * Returns a plan that looks up verdicts on objects. The predicate is evaluated when the plan is first used. Plans
     * of equal predicates share their verdicts while these are cached, within a query and across queries; plans of
     * conjunctions share the verdicts on common conjuncts.
     */
    ScanPlan plan(Predicate predicate);

    /**
     * Returns the indexes that can tell something of a condition for some range, whatever they tell. Where summaries would
     * have to be fetched for it, these are all indexes over its columns.
     */
    List<IndexDefinition> deciding(Predicate.Leaf condition);

    /**
     * Returns whether an index has a summary of some range. A range has none where values are too many for the room of the
     * index, or cannot be summarised. Looks at some thousands of ranges only.
     */
    boolean hasSummaries(IndexDefinition definition);

    /**
     * Returns the bounds of a column in each range of an object.
     *
     * @return one element for each range, in the order of {@link ScanPlan#lookup}, empty where the range has no bounds;
     *     empty as a whole if the object is not indexed in this version, or if no bounds of the column are available
     */
    Optional<List<Optional<RangeBounds>>> bounds(LiveObject object, IndexedColumn column);

    /**
     * Returns values of a column by rank in each range of an object, see
     * {@link io.skipping.index.type.SummaryReader#ranks}.
     *
     * @return as for {@link #bounds}
     */
    Optional<List<Optional<RangeRanks>>> ranks(LiveObject object, IndexedColumn column);

    /**
     * Returns all values of a column in each range of an object, see
     * {@link io.skipping.index.type.SummaryReader#values}.
     *
     * @return as for {@link #bounds}
     */
    Optional<List<Optional<List<Key>>>> values(LiveObject object, IndexedColumn column);

    /**
     * Returns a sample of the objects of this state, for estimates. The choice does not depend on the contents of the
     * objects, and is the same for equal arguments.
     *
     * @param folders selects folders by the bytes of their paths, up to and including the last slash
     * @param mostRanges no more objects are picked once the sample has this many ranges
     */
    ObjectSample sample(java.util.function.Predicate<Slice> folders, int mostRanges);

    /** Returns the segments of this state, for stores to copy. No object is in two of them. */
    List<Segment> segments();

    /** Returns an index of a segment as {@link #definitions} has it, which may have other names for its columns. */
    default IndexDefinition shown(IndexDefinition ofSegment) {
        return ofSegment;
    }

    /** Passes all ranges of all objects to the consumer, ordered by path. */
    void forEachRange(Consumer<RangeDescription> consumer);
}
