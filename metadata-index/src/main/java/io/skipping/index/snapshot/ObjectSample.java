// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import io.skipping.index.IndexedColumn;
import io.skipping.index.type.RangeBounds;
import java.util.List;
import java.util.Optional;

/** Provides a sample of objects, each with all of its ranges. Thread-safe. */
public interface ObjectSample {
    /** Returns the total size in bytes of all objects that were selected, picked or not. */
    long allBytes();

    /** Returns the total size in bytes of the picked objects. */
    long bytes();

    /** Returns the number of rows in each range of the picked objects. */
    List<Long> rowCounts();

    /**
     * Returns the bounds of a column in each range, in the order of {@link #rowCounts}.
     *
     * @return empty if the summaries may not be opened
     */
    Optional<List<Optional<RangeBounds>>> bounds(IndexedColumn column);
}
