// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.filter;

import static java.util.Objects.requireNonNull;

import io.trino.spi.block.ValueBlock;
import io.trino.spi.predicate.Range;
import io.trino.spi.type.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Tests ranges of a type whose native values are whole numbers, whatever they represent. */
final class LongRanges implements ValueFilter {
    private final Type type;

    // inclusive, ascending
    private final long[] lows;
    private final long[] highs;

    /**
     * Creates a filter.
     *
     * @param ranges disjoint and ascending
     */
    LongRanges(Type type, List<Range> ranges) {
        this.type = requireNonNull(type, "type is null");
        List<Range> holding = ranges.stream().filter(LongRanges::holdsNumbers).toList();
        this.lows = holding.stream().mapToLong(LongRanges::low).toArray();
        this.highs = holding.stream().mapToLong(LongRanges::high).toArray();
    }

    @Override
    public boolean passes(ValueBlock block, int position) {
        long value = type.getLong(block, position);
        if (lows.length == 1) {
            return lows[0] <= value && value <= highs[0];
        }
        int found = Arrays.binarySearch(lows, value);
        int range = found >= 0 ? found : -found - 2;
        return range >= 0 && value <= highs[range];
    }

    /**
     * Returns whether a range contains any number. A range above {@link Long#MAX_VALUE} or below {@link Long#MIN_VALUE}
     * contains none.
     */
    private static boolean holdsNumbers(Range range) {
        return !(isOpenAt(Long.MAX_VALUE, range.getLowValue(), range.isLowInclusive())
                || isOpenAt(Long.MIN_VALUE, range.getHighValue(), range.isHighInclusive()));
    }

    private static boolean isOpenAt(long end, Optional<Object> bound, boolean inclusive) {
        return !inclusive && bound.isPresent() && (long) bound.get() == end;
    }

    private static long low(Range range) {
        if (range.isLowUnbounded()) {
            return Long.MIN_VALUE;
        }
        long value = (long) range.getLowBoundedValue();
        return range.isLowInclusive() ? value : value + 1;
    }

    private static long high(Range range) {
        if (range.isHighUnbounded()) {
            return Long.MAX_VALUE;
        }
        long value = (long) range.getHighBoundedValue();
        return range.isHighInclusive() ? value : value - 1;
    }
}
