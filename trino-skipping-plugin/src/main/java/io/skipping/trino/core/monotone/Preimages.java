// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.monotone;

import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.RealType.REAL;

import io.skipping.trino.core.monotone.Monotone.Overflow;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.SortedRangeSet;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.Int128;
import io.trino.spi.type.Type;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds the arguments for which a monotone function has certain results. It searches for the bounds by calling the
 * function itself, so the bounds are exact however the function rounds.
 */
final class Preimages {
    private final Monotone function;
    private final Type type;
    private final Line line;
    private final Comparator<Object> order;

    private Preimages(Monotone function, Type type, Line line, Comparator<Object> order) {
        this.function = function;
        this.type = type;
        this.line = line;
        this.order = order;
    }

    /**
     * Returns the arguments whose results are in a set, and those for which the engine fails, because rows with such
     * arguments must be read.
     *
     * @param argument type of the arguments
     * @return empty if the types are not supported
     */
    static Optional<ValueSet> of(Monotone function, Type argument, ValueSet results) {
        if (!(results instanceof SortedRangeSet ranges)) {
            return Optional.empty();
        }
        return Line.of(argument)
                .map(line -> new Preimages(function, argument, line, order(results.getType()))
                        .of(ranges.getOrderedRanges()));
    }

    /** Compares results as SQL does: zeros of either sign are equal. */
    private static Comparator<Object> order(Type type) {
        if (type == DOUBLE) {
            return Comparator.comparingDouble(value -> (double) value + 0.0);
        }
        if (type == REAL) {
            return Comparator.comparingDouble(value -> Float.intBitsToFloat((int) (long) value) + 0.0);
        }
        return (left, right) ->
                left instanceof Int128 wide ? wide.compareTo((Int128) right) : Long.compare((long) left, (long) right);
    }

    private ValueSet of(List<Range> results) {
        List<Range> arguments = new ArrayList<>();
        for (Range range : results) {
            between(result -> isAtOrAbove(range, result), result -> isAtOrBelow(range, result))
                    .ifPresent(arguments::add);
        }
        between(_ -> true, result -> result == Overflow.BELOW).ifPresent(arguments::add);
        between(result -> result == Overflow.ABOVE, _ -> true).ifPresent(arguments::add);
        return ValueSet.copyOfRanges(type, arguments);
    }

    private boolean isAtOrAbove(Range range, Object result) {
        if (range.isLowUnbounded() || result == Overflow.ABOVE) {
            return true;
        }
        if (result == Overflow.BELOW) {
            return false;
        }
        int found = order.compare(result, range.getLowBoundedValue());
        return range.isLowInclusive() ? found >= 0 : found > 0;
    }

    private boolean isAtOrBelow(Range range, Object result) {
        if (range.isHighUnbounded() || result == Overflow.BELOW) {
            return true;
        }
        if (result == Overflow.ABOVE) {
            return false;
        }
        int found = order.compare(result, range.getHighBoundedValue());
        return range.isHighInclusive() ? found <= 0 : found < 0;
    }

    /**
     * Returns the arguments whose results pass both tests.
     *
     * @param high passes exactly the results above some bound
     * @param low passes exactly the results below some bound
     */
    private Optional<Range> between(Predicate<Object> high, Predicate<Object> low) {
        Predicate<Object> past = function.rises() ? low.negate() : high.negate();
        Predicate<Object> from = function.rises() ? high : low;
        Optional<Long> first = first(from);
        Optional<Long> end = first(past);
        if (first.isEmpty() || end.isPresent() && end.get() <= first.get()) {
            return Optional.empty();
        }
        boolean lowest = first.get() == line.least();
        if (end.isEmpty()) {
            return Optional.of(lowest ? Range.all(type) : Range.greaterThanOrEqual(type, line.value(first.get())));
        }
        Object last = line.value(end.get() - 1);
        return Optional.of(
                lowest
                        ? Range.lessThanOrEqual(type, last)
                        : Range.range(type, line.value(first.get()), true, last, true));
    }

    /** Returns the number of the first argument whose result passes a test; all arguments after it must pass too. */
    private Optional<Long> first(Predicate<Object> test) {
        if (!passes(test, line.most())) {
            return Optional.empty();
        }
        long low = line.least();
        long high = line.most();
        while (low < high) {
            // the average, rounded down; the sum could overflow a long
            long middle = (low & high) + ((low ^ high) >> 1);
            if (passes(test, middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return Optional.of(low);
    }

    private boolean passes(Predicate<Object> test, long number) {
        return test.test(function.apply(line.value(number)));
    }
}
