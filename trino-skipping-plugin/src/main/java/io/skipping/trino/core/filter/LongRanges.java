// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.filter;

import static java.util.Objects.requireNonNull;

import io.skipping.trino.core.value.Moments;
import io.trino.spi.block.Fixed12Block;
import io.trino.spi.block.ValueBlock;
import io.trino.spi.predicate.Range;
import io.trino.spi.type.LongTimestampWithTimeZone;
import io.trino.spi.type.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Tests ranges of a type whose values are in the order of whole numbers, whatever these represent. */
final class LongRanges implements ValueFilter {
    private final Numbers numbers;

    // inclusive, ascending
    private final long[] lows;
    private final long[] highs;

    /** Returns the number of a value in a block. */
    private interface Numbers {
        long number(ValueBlock block, int position);
    }

    private LongRanges(Numbers numbers, ToLongFunction<Object> number, List<Range> ranges) {
        this.numbers = requireNonNull(numbers, "numbers is null");
        List<Range> holding =
                ranges.stream().filter(range -> holdsNumbers(range, number)).toList();
        this.lows = holding.stream().mapToLong(range -> low(range, number)).toArray();
        this.highs = holding.stream().mapToLong(range -> high(range, number)).toArray();
    }

    /**
     * Creates a filter for a type whose native values are whole numbers.
     *
     * @param ranges disjoint and ascending
     */
    static LongRanges of(Type type, List<Range> ranges) {
        return new LongRanges(type::getLong, value -> (long) value, ranges);
    }

    /**
     * Creates a filter for timestamps with time zone.
     *
     * @param ranges disjoint and ascending
     */
    static LongRanges ofMoments(List<Range> ranges) {
        return new LongRanges(
                (block, position) -> Moments.order((Fixed12Block) block, position),
                value -> Moments.order((LongTimestampWithTimeZone) value),
                ranges);
    }

    @Override
    public boolean passes(ValueBlock block, int position) {
        long value = numbers.number(block, position);
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
    private static boolean holdsNumbers(Range range, ToLongFunction<Object> number) {
        return !(isOpenAt(Long.MAX_VALUE, range.getLowValue(), range.isLowInclusive(), number)
                || isOpenAt(Long.MIN_VALUE, range.getHighValue(), range.isHighInclusive(), number));
    }

    private static boolean isOpenAt(
            long end, Optional<Object> bound, boolean inclusive, ToLongFunction<Object> number) {
        return !inclusive && bound.isPresent() && number.applyAsLong(bound.get()) == end;
    }

    private static long low(Range range, ToLongFunction<Object> number) {
        if (range.isLowUnbounded()) {
            return Long.MIN_VALUE;
        }
        long value = number.applyAsLong(range.getLowBoundedValue());
        return range.isLowInclusive() ? value : value + 1;
    }

    private static long high(Range range, ToLongFunction<Object> number) {
        if (range.isHighUnbounded()) {
            return Long.MAX_VALUE;
        }
        long value = number.applyAsLong(range.getHighBoundedValue());
        return range.isHighInclusive() ? value : value - 1;
    }
}
