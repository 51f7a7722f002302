// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.filter;

import static java.util.Objects.requireNonNull;

import io.trino.spi.block.ValueBlock;
import io.trino.spi.predicate.Range;
import io.trino.spi.type.RealType;
import io.trino.spi.type.Type;
import java.util.Arrays;
import java.util.List;

/**
 * Tests ranges of real or double by IEEE 754 comparison: NaN is in no range, and −0 equals 0. The engine's filters
 * compare in the same way, but the order of its domains distinguishes NaN and −0 from other values.
 */
final class FloatingRanges implements ValueFilter {
    private final Type type;

    // ascending; adjacent ranges may share a bound at 0
    private final double[] lows;
    private final double[] highs;
    private final boolean[] lowInclusive;
    private final boolean[] highInclusive;

    /**
     * Creates a filter.
     *
     * @param ranges disjoint ranges without NaN, ascending in the engine's order
     */
    FloatingRanges(Type type, List<Range> ranges) {
        this.type = requireNonNull(type, "type is null");
        this.lows = ranges.stream().mapToDouble(FloatingRanges::low).toArray();
        this.highs = ranges.stream().mapToDouble(FloatingRanges::high).toArray();
        this.lowInclusive = new boolean[ranges.size()];
        this.highInclusive = new boolean[ranges.size()];
        for (int i = 0; i < ranges.size(); i++) {
            Range range = ranges.get(i);
            lowInclusive[i] = range.isLowUnbounded() || range.isLowInclusive();
            highInclusive[i] = range.isHighUnbounded() || range.isHighInclusive();
        }
    }

    @Override
    public boolean passes(ValueBlock block, int position) {
        double value = positiveZero(
                type instanceof RealType real ? real.getFloat(block, position) : type.getDouble(block, position));
        if (Double.isNaN(value)) {
            return false;
        }
        int found = Arrays.binarySearch(lows, value);
        int last = found >= 0 ? lastAt(found) : -found - 2;
        for (int i = last; i >= 0 && highs[i] >= value; i--) {
            if ((lows[i] < value || lowInclusive[i]) && (value < highs[i] || highInclusive[i])) {
                return true;
            }
        }
        return false;
    }

    /** Returns the last of several ranges that begin at the same value. */
    private int lastAt(int found) {
        int last = found;
        while (last + 1 < lows.length && lows[last + 1] == lows[last]) {
            last++;
        }
        return last;
    }

    static double low(Range range) {
        return range.isLowUnbounded() ? Double.NEGATIVE_INFINITY : number(range.getLowBoundedValue());
    }

    static double high(Range range) {
        return range.isHighUnbounded() ? Double.POSITIVE_INFINITY : number(range.getHighBoundedValue());
    }

    /**
     * Returns the number that a native value stands for.
     *
     * @param value for a real, the bits of its float, as the engine represents it
     */
    private static double number(Object value) {
        return positiveZero(value instanceof Double number ? number : Float.intBitsToFloat((int) (long) value));
    }

    private static double positiveZero(double value) {
        return value + 0.0;
    }
}
