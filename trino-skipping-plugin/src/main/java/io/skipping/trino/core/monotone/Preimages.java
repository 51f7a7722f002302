// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.monotone;

import static io.trino.spi.type.DateTimeEncoding.unpackMillisUtc;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.RealType.REAL;

import io.airlift.slice.Slice;
import io.skipping.trino.core.monotone.Monotone.Overflow;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.SortedRangeSet;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.Int128;
import io.trino.spi.type.TimestampWithTimeZoneType;
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
    /**
     * Describes a function on a stretch of its arguments, on which it is monotone.
     *
     * @param first number of the first argument, see {@link Line}
     * @param last number of the last argument
     */
    record Stretch(Monotone function, long first, long last) {}

    private record Numbers(long first, long last) {}

    private final Stretch stretch;
    private final Line line;
    private final Comparator<Object> order;

    private Preimages(Stretch stretch, Line line, Comparator<Object> order) {
        this.stretch = stretch;
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
        return Line.of(argument)
                .flatMap(line -> of(List.of(new Stretch(function, line.least(), line.most())), argument, results));
    }

    /**
     * Returns the arguments whose results are in a set, those for which the engine fails, and those that are on no
     * stretch.
     *
     * @param stretches disjoint and in ascending order
     * @param argument type of the arguments
     * @return empty if the types are not supported
     */
    static Optional<ValueSet> of(List<Stretch> stretches, Type argument, ValueSet results) {
        if (!(results instanceof SortedRangeSet ranges)) {
            return Optional.empty();
        }
        return Line.of(argument).map(line -> {
            Comparator<Object> order = order(results.getType());
            List<Numbers> found = new ArrayList<>();
            for (Stretch stretch : stretches) {
                found.addAll(new Preimages(stretch, line, order).of(ranges.getOrderedRanges()));
            }
            found.addAll(between(stretches, line));
            return ValueSet.copyOfRanges(
                    argument,
                    found.stream()
                            .map(numbers -> range(argument, line, numbers))
                            .toList());
        });
    }

    private static List<Numbers> between(List<Stretch> stretches, Line line) {
        List<Numbers> rest = new ArrayList<>();
        long next = line.least();
        for (Stretch stretch : stretches) {
            if (next < stretch.first()) {
                rest.add(new Numbers(next, stretch.first() - 1));
            }
            if (stretch.last() == line.most()) {
                return rest;
            }
            next = stretch.last() + 1;
        }
        rest.add(new Numbers(next, line.most()));
        return rest;
    }

    private static Range range(Type type, Line line, Numbers numbers) {
        boolean isLowest = numbers.first() == line.least();
        boolean isHighest = numbers.last() == line.most();
        if (isLowest && isHighest) {
            return Range.all(type);
        }
        if (isLowest) {
            return Range.lessThanOrEqual(type, line.value(numbers.last()));
        }
        return isHighest
                ? Range.greaterThanOrEqual(type, line.value(numbers.first()))
                : Range.range(type, line.value(numbers.first()), true, line.value(numbers.last()), true);
    }

    /** Compares results as SQL does: zeros of either sign are equal. */
    private static Comparator<Object> order(Type type) {
        if (type == DOUBLE) {
            return Comparator.comparingDouble(value -> (double) value + 0.0);
        }
        if (type == REAL) {
            return Comparator.comparingDouble(value -> Float.intBitsToFloat((int) (long) value) + 0.0);
        }
        if (type instanceof TimestampWithTimeZoneType timestamp && timestamp.isShort()) {
            return Comparator.comparingLong(value -> unpackMillisUtc((long) value));
        }
        return (left, right) -> switch (left) {
            case Int128 wide -> wide.compareTo((Int128) right);
            case Slice text -> text.compareTo((Slice) right);
            default -> Long.compare((long) left, (long) right);
        };
    }

    private List<Numbers> of(List<Range> results) {
        List<Numbers> arguments = new ArrayList<>();
        for (Range range : results) {
            between(result -> isAtOrAbove(range, result), result -> isAtOrBelow(range, result))
                    .ifPresent(arguments::add);
        }
        between(_ -> true, result -> result == Overflow.BELOW).ifPresent(arguments::add);
        between(result -> result == Overflow.ABOVE, _ -> true).ifPresent(arguments::add);
        return arguments;
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
    private Optional<Numbers> between(Predicate<Object> high, Predicate<Object> low) {
        boolean rises = stretch.function().rises();
        Optional<Long> first = first(rises ? high : low);
        Optional<Long> end = first(rises ? low.negate() : high.negate());
        if (first.isEmpty() || end.isPresent() && end.get() <= first.get()) {
            return Optional.empty();
        }
        return Optional.of(
                new Numbers(first.get(), end.map(number -> number - 1).orElse(stretch.last())));
    }

    /** Returns the number of the first argument whose result passes a test; all arguments after it must pass too. */
    private Optional<Long> first(Predicate<Object> test) {
        if (!passes(test, stretch.last())) {
            return Optional.empty();
        }
        long low = stretch.first();
        long high = stretch.last();
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
        return test.test(stretch.function().apply(line.value(number)));
    }
}
