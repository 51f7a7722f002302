// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import io.airlift.slice.Slice;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.RangeBounds;
import io.skipping.index.type.RangeRanks;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** One immutable, published state of a table's index. A query pins one and uses it to its end. Thread-safe. */
public interface IndexSnapshot {
    /** Name of this state, for logs and for the user. */
    String id();

    /** When it was published, milliseconds since the epoch. */
    long publishedMillis();

    /** All indexes that some object has a summary of. */
    List<IndexDefinition> definitions();

    long objectCount();

    long rangeCount();

    /** Bytes that the index takes in its store. */
    long storedBytes();

    /** Whether an answer may have to be waited for, and may fail, because not all of this state is in memory. */
    default boolean mayWait() {
        return false;
    }

    /**
     * Makes ready to ask about objects. The predicate is evaluated with the first question; plans of equal predicates, of one query or of
     * many, share what is evaluated, and so do those of conjunctions their common conjuncts, as long as it is remembered.
     */
    ScanPlan plan(Predicate predicate);

    /**
     * Bounds of a column in each range of an object.
     *
     * @return one element for each range, in the order in which {@link ScanPlan#lookup} has them; empty if the
     *     object is not indexed in this version, or the column's bounds are not
     */
    Optional<List<Optional<RangeBounds>>> bounds(LiveObject object, IndexedColumn column);

    /**
     * Values of a column in each range of an object by their ranks, as
     * {@link io.skipping.index.type.SummaryReader#ranks} gives them.
     *
     * @return as of {@link #bounds}
     */
    Optional<List<Optional<RangeRanks>>> ranks(LiveObject object, IndexedColumn column);

    /**
     * All values of a column in each range of an object, as {@link io.skipping.index.type.SummaryReader#values} gives them.
     *
     * @return as of {@link #bounds}
     */
    Optional<List<Optional<List<Object>>>> values(LiveObject object, IndexedColumn column);

    /**
     * Some objects of this state, for estimates; which ones has nothing to do with what is in them. The same question gives the
     * same ones.
     *
     * @param folders which objects are meant, by the bytes of their paths up to the last slash, with it
     * @param mostRanges when this many ranges have been picked, the sample is large enough
     */
    ObjectSample sample(java.util.function.Predicate<Slice> folders, int mostRanges);

    /** What it is made of, for stores to copy: no object is in two of them. */
    List<Segment> segments();

    /** All ranges of all objects, objects in order of path. */
    void forEachRange(Consumer<RangeDescription> consumer);
}
