// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.bloom;

import io.airlift.slice.Slice;
import io.skipping.index.value.BytesColumn;

/** Holds the Bloom filters of many ranges, some of which may have none. Immutable and thread-safe. */
public final class BloomFilters {
    private final Slice bytes;
    private final int[] offsets;
    /** 0 for a range without a filter */
    private final int[] lengths;

    /**
     * Creates the filters of many ranges.
     *
     * @param filters NULL for a range without a filter
     */
    public BloomFilters(BytesColumn filters) {
        this(filters, new int[filters.size()]);
    }

    /**
     * Creates the filters of many ranges, each of which follows a header.
     *
     * @param filters NULL for a range without a filter
     * @param headers number of bytes before the filter of each range
     */
    public BloomFilters(BytesColumn filters, int[] headers) {
        this.bytes = filters.buffer();
        this.offsets = new int[filters.size()];
        this.lengths = new int[filters.size()];
        for (int range = 0; range < offsets.length; range++) {
            if (!filters.isNull(range)) {
                int length = filters.length(range) - headers[range];
                offsets[range] = filters.offset(range) + headers[range];
                lengths[range] = isFilter(offsets[range], length) ? length : 0;
            }
        }
    }

    /** Returns the number of ranges. */
    public int size() {
        return lengths.length;
    }

    /** Returns whether a range has a readable filter. */
    public boolean isPresent(int range) {
        return lengths[range] > 0;
    }

    /** Returns whether the value with this hash may be in a range that has a filter. */
    public boolean mayContain(int range, long hash) {
        int offset = offsets[range];
        return bytes.getByte(offset) == BlockedBloomFilter.VERSION
                ? BlockedBloomFilter.mayContain(bytes, offset, lengths[range], hash)
                : BloomFilter.mayContain(bytes, offset, lengths[range], hash);
    }

    /** Returns whether the bytes are a filter of a known version. Any other was written by a newer release. */
    private boolean isFilter(int offset, int length) {
        return BloomFilter.isFilter(bytes, offset, length) || BlockedBloomFilter.isFilter(bytes, offset, length);
    }

    /** Returns a readable description of a filter; empty if there is none. */
    public String describe(int range) {
        return lengths[range] == 0 ? "" : "filter of %s bytes".formatted(lengths[range]);
    }

    /** Returns the approximate heap size in bytes. */
    public long retainedBytes() {
        return bytes.getRetainedSize() + 8L * offsets.length;
    }
}
