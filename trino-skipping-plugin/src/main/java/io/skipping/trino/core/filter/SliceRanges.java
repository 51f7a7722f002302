// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.filter;

import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.trino.spi.block.ValueBlock;
import io.trino.spi.predicate.Range;
import io.trino.spi.type.Type;
import java.util.List;

/** Tests ranges of unpadded text or of bytes, which the engine compares byte by byte. */
final class SliceRanges implements ValueFilter {
    private final Type type;
    private final Range[] ranges;

    // null if the range is unbounded on this side
    private final Slice[] lows;
    private final Slice[] highs;

    /**
     * Creates a filter.
     *
     * @param ranges disjoint and ascending
     */
    SliceRanges(Type type, List<Range> ranges) {
        this.type = requireNonNull(type, "type is null");
        this.ranges = ranges.toArray(Range[]::new);
        this.lows = ranges.stream()
                .map(range -> (Slice) range.getLowValue().orElse(null))
                .toArray(Slice[]::new);
        this.highs = ranges.stream()
                .map(range -> (Slice) range.getHighValue().orElse(null))
                .toArray(Slice[]::new);
    }

    @Override
    public boolean passes(ValueBlock block, int position) {
        Slice value = type.getSlice(block, position);
        // finds the last range that begins at or before the value
        int from = 0;
        int to = ranges.length;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (isAtOrBehindLow(value, middle)) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from > 0 && isAtOrBeforeHigh(value, from - 1);
    }

    private boolean isAtOrBehindLow(Slice value, int range) {
        if (lows[range] == null) {
            return true;
        }
        int order = value.compareTo(lows[range]);
        return order > 0 || (order == 0 && ranges[range].isLowInclusive());
    }

    private boolean isAtOrBeforeHigh(Slice value, int range) {
        if (highs[range] == null) {
            return true;
        }
        int order = value.compareTo(highs[range]);
        return order < 0 || (order == 0 && ranges[range].isHighInclusive());
    }
}
