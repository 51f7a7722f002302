// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

import io.skipping.index.ByteRange;
import io.skipping.index.LiveObject;
import io.skipping.index.value.KeyColumn;
import java.io.Closeable;
import java.util.List;

/** Stores the summaries of ranges for a build. Not thread-safe. */
public interface SegmentSink extends Closeable {
    /**
     * Adds the summaries of a range.
     *
     * @param summaries for each definition of this segment, in order, one column with one position for each field of
     *     its index type
     */
    void add(LiveObject object, ByteRange range, long rowCount, List<List<KeyColumn>> summaries);

    /**
     * Makes the added summaries durable and visible to {@link TableIndex#publish}.
     *
     * @return bytes written
     */
    long finish();

    /** Discards the summaries if {@link #finish} was not called; otherwise does nothing. */
    @Override
    void close();
}
