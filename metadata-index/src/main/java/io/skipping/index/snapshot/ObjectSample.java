// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import io.skipping.index.IndexedColumn;
import io.skipping.index.type.RangeBounds;
import java.util.List;
import java.util.Optional;

/** Some of many objects, each with all of its ranges. Thread-safe. */
public interface ObjectSample {
    /** Returns how many bytes all objects have that were meant, picked or not. */
    long allBytes();

    /** Returns how many bytes the picked objects have. */
    long bytes();

    /** Returns how many rows each range of the picked objects has. */
    List<Long> rowCounts();

    /**
     * Returns the bounds of a column in each range, in the same order.
     *
     * @return empty if they are not known of any
     */
    Optional<List<Optional<RangeBounds>>> bounds(IndexedColumn column);
}
