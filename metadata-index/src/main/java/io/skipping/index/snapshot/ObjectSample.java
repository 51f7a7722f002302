// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import io.skipping.index.IndexedColumn;
import io.skipping.index.type.RangeBounds;
import java.util.List;
import java.util.Optional;

/** Some of many objects, each with all its ranges. Thread-safe. */
public interface ObjectSample {
    /** Bytes of all objects that were meant, picked or not. */
    long allBytes();

    /** Bytes of those picked. */
    long bytes();

    /** Rows in each range of those picked. */
    List<Long> rowCounts();

    /**
     * Bounds of a column in each range, in the same order.
     *
     * @return empty if they are not known of any
     */
    Optional<List<Optional<RangeBounds>>> bounds(IndexedColumn column);
}
