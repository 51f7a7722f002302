// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.airlift.slice.Slice;
import io.trino.spi.block.Block;
import io.trino.spi.block.VariableWidthBlock;

/** The Bloom filters of many ranges, of which some may have none. */
final class BloomFilters {
    private final Slice bytes;
    private final int[] offsets;
    /** 0 for a range without a filter */
    private final int[] lengths;

    BloomFilters(Block filters) {
        this(filters, new int[filters.getPositionCount()]);
    }

    /** @param headers bytes before the filter of each range that are not of it */
    BloomFilters(Block filters, int[] headers) {
        VariableWidthBlock values = (VariableWidthBlock) filters.getUnderlyingValueBlock();
        this.bytes = values.getRawSlice();
        this.offsets = new int[filters.getPositionCount()];
        this.lengths = new int[filters.getPositionCount()];
        for (int range = 0; range < offsets.length; range++) {
            if (!filters.isNull(range)) {
                int position = filters.getUnderlyingValuePosition(range);
                int length = values.getSliceLength(position) - headers[range];
                offsets[range] = values.getRawSliceOffset(position) + headers[range];
                lengths[range] = isFilter(offsets[range], length) ? length : 0;
            }
        }
    }

    int size() {
        return lengths.length;
    }

    boolean isPresent(int range) {
        return lengths[range] > 0;
    }

    boolean mayContain(int range, long hash) {
        int offset = offsets[range];
        return bytes.getByte(offset) == BlockedBloomFilter.VERSION
                ? BlockedBloomFilter.mayContain(bytes, offset, lengths[range], hash)
                : BloomFilter.mayContain(bytes, offset, lengths[range], hash);
    }

    /** What is neither was written by a newer release. */
    private boolean isFilter(int offset, int length) {
        return BloomFilter.isFilter(bytes, offset, length) || BlockedBloomFilter.isFilter(bytes, offset, length);
    }

    /** For people to read; empty if there is none. */
    String describe(int range) {
        return lengths[range] == 0 ? "" : "filter of %s bytes".formatted(lengths[range]);
    }

    /** Heap bytes held, roughly. */
    long retainedBytes() {
        return bytes.getRetainedSize() + 8L * offsets.length;
    }
}
