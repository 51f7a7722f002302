// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

import static java.util.Objects.requireNonNull;

import io.skipping.index.snapshot.ObjectTable;
import java.time.Instant;

/**
 * Holds what a segment file says of objects and ranges. Most of the file is summaries.
 *
 * @param name of the file
 * @param bytes size of the file in the store
 * @param heapBytes size of all columns when they are decoded, in bytes
 * @param fetched when the file was read
 * @param rangeStarts first byte of each range
 * @param rangeLengths bytes of each range
 * @param rowCounts rows of each range
 */
public record SegmentHead(
        String name,
        SegmentMetadata metadata,
        long bytes,
        long heapBytes,
        Instant fetched,
        ObjectTable objects,
        long[] rangeStarts,
        long[] rangeLengths,
        long[] rowCounts) {
    /** Approximate number of bytes of a head without objects: fields, headers of arrays, texts of the metadata. */
    private static final long FIXED_BYTES = 1024;

    public SegmentHead {
        requireNonNull(name, "name is null");
        requireNonNull(metadata, "metadata is null");
        requireNonNull(fetched, "fetched is null");
        requireNonNull(objects, "objects is null");
    }

    public int rangeCount() {
        return rangeStarts.length;
    }

    /** Returns the approximate size of this head in memory, in bytes, without the definitions of its indexes. */
    public long headBytes() {
        return FIXED_BYTES
                + SegmentFile.rangeBytes(rangeCount())
                + objects.paths().length();
    }

    /** Returns the same head with equal metadata. Files of one build can share it, apart from their names. */
    public SegmentHead with(SegmentMetadata equal) {
        return new SegmentHead(name, equal, bytes, heapBytes, fetched, objects, rangeStarts, rangeLengths, rowCounts);
    }
}
