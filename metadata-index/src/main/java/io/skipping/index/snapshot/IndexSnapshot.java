// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import io.airlift.slice.Slice;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.RangeBounds;
import io.skipping.index.type.RangeRanks;
import io.skipping.index.value.Key;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** One immutable, published state of a table's index. A query pins one and uses it to its end. Thread-safe. */
public interface IndexSnapshot {
    /** Returns the name of this state, for logs and for the user. */
    String id();

    /** Returns when this state was published, in milliseconds since the epoch. */
    long publishedMillis();

    /** Returns all indexes that some object has a summary of, also those that are not usable here. */
    List<IndexDefinition> definitions();

    long objectCount();

    long rangeCount();

    /** Returns how many bytes the index takes in its store. */
    long storedBytes();

    /** Returns whether an answer may take time, and may fail, because not all of this state is in memory. */
    default boolean mayWait() {
        return false;
    }

    /**
     * Returns a plan that answers about objects. It evaluates the predicate with the first question. Plans of equal predicates, of one
     * query or of many, share the verdicts while these are cached; plans of conjunctions share those of their common conjuncts.
     */
    ScanPlan plan(Predicate predicate);

    /**
     * Returns the bounds of a column in each range of an object.
     *
     * @return one element for each range, in the order in which {@link ScanPlan#lookup} has them; empty if the
     *     object is not indexed in this version, or the column's bounds are not
     */
    Optional<List<Optional<RangeBounds>>> bounds(LiveObject object, IndexedColumn column);

    /**
     * Returns values of a column in each range of an object by their ranks, as
     * {@link io.skipping.index.type.SummaryReader#ranks} gives them.
     *
     * @return as of {@link #bounds}
     */
    Optional<List<Optional<RangeRanks>>> ranks(LiveObject object, IndexedColumn column);

    /**
     * Returns all values of a column in each range of an object, as {@link io.skipping.index.type.SummaryReader#values} gives them.
     *
     * @return as of {@link #bounds}
     */
    Optional<List<Optional<List<Key>>>> values(LiveObject object, IndexedColumn column);

    /**
     * Returns some objects of this state, for estimates. Which ones are picked does not depend on what is in them; the same question
     * gets the same ones.
     *
     * @param folders which objects are meant, by the bytes of their paths up to the last slash, with it
     * @param mostRanges when this many ranges have been picked, the sample is large enough
     */
    ObjectSample sample(java.util.function.Predicate<Slice> folders, int mostRanges);

    /** Returns the segments of this state, for stores to copy; no object is in two of them. */
    List<Segment> segments();

    /** Gives all ranges of all objects to the consumer, objects in order of their paths. */
    void forEachRange(Consumer<RangeDescription> consumer);
}
