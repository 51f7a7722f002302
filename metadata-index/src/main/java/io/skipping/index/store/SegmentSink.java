// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

import io.skipping.index.ByteRange;
import io.skipping.index.LiveObject;
import io.skipping.index.value.KeyColumn;
import java.io.Closeable;
import java.util.List;

/** Takes the summaries of ranges and keeps them under a build's name. Not thread-safe. */
public interface SegmentSink extends Closeable {
    /**
     * @param summaries for each definition of this segment, in order, one column of one position for each field of its
     *     index type
     */
    void add(LiveObject object, ByteRange range, long rowCount, List<List<KeyColumn>> summaries);

    /**
     * Makes what was added durable and visible to {@link TableIndex#publish}.
     *
     * @return bytes written
     */
    long finish();

    /** Gives up what was not finished; does nothing after {@link #finish}. */
    @Override
    void close();
}
