// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.SortedRangeSet;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.RealType;
import io.trino.spi.type.Type;
import java.util.List;

/**
 * Zeros of both signs. A set of values knows one zero only, as comparisons do; but what looks a value up in a list may tell
 * −0.0 from +0.0: an engine's IN, which may compare bits for a short list and numbers for a long one, or a Bloom filter that
 * a reader consults.
 */
public final class SignedZeros {
    private SignedZeros() {}

    /**
     * Returns whether zero is a single value of the set, or a single value that the set leaves out. A condition with such a
     * set may have been a lookup, so that zeros of either sign may or may not satisfy it.
     */
    public static boolean isLookedUp(ValueSet values) {
        if (!isFloatingPoint(values.getType()) || !(values instanceof SortedRangeSet ranges)) {
            return false;
        }
        List<Range> ordered = ranges.getOrderedRanges();
        for (int i = 0; i < ordered.size(); i++) {
            Range range = ordered.get(i);
            boolean endsAtZero = !range.isHighUnbounded() && isZero(range.getType(), range.getHighBoundedValue());
            if (!endsAtZero) {
                continue;
            }
            boolean leftOut = i + 1 < ordered.size()
                    && !ordered.get(i + 1).isLowUnbounded()
                    && isZero(range.getType(), ordered.get(i + 1).getLowBoundedValue());
            if (range.isSingleValue() || leftOut) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a value is a zero of real or double, of either sign. */
    public static boolean isZero(Type type, Object value) {
        return switch (type) {
            case DoubleType _ -> (double) value == 0;
            case RealType _ -> Float.intBitsToFloat((int) (long) value) == 0;
            default -> false;
        };
    }

    static ValueSet zero(Type type) {
        return ValueSet.of(type, type instanceof RealType ? (Object) 0L : (Object) 0.0);
    }

    private static boolean isFloatingPoint(Type type) {
        return type instanceof RealType || type instanceof DoubleType;
    }
}
