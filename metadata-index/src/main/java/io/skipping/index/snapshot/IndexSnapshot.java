// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.RangeBounds;
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

    /** Makes ready to ask about objects; the work of evaluating may be done now or with the first question. */
    PreparedPredicate prepare(Predicate predicate);

    /**
     * Bounds of a column in each range of an object.
     *
     * @return one element for each range, in the order in which {@link PreparedPredicate#lookup} has them; empty if the
     *     object is not indexed in this version, or the column's bounds are not
     */
    Optional<List<Optional<RangeBounds>>> bounds(LiveObject object, IndexedColumn column);

    /** All ranges of all objects, objects in order of path. */
    void forEachRange(Consumer<RangeDescription> consumer);
}
