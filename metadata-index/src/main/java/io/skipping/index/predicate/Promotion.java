// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

import static com.google.common.base.Preconditions.checkArgument;

import io.skipping.index.IndexedColumn;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.LongCodec;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ScalarType.Kind;
import io.skipping.index.value.WideCodec;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Describes that a column has got a wider type: {@code integer} became {@code bigint}, {@code real} became {@code double}, or a
 * decimal got more digits before its point. Each value of the former type is one value of the wider type, in the same order. So
 * summaries of the values of the former type decide conditions on the column as it is now, once these are put in terms of the
 * former type.
 *
 * @param from the former type
 * @param to the wider type
 */
public record Promotion(ScalarType from, ScalarType to) {
    private static final Key BELOW_ZERO = Key.of(-1);

    public Promotion {
        checkArgument(isPromotion(from, to), "%s cannot become %s", from, to);
    }

    /** Returns the promotion; empty if the types are equal, or values of the first are no values of the second. */
    public static Optional<Promotion> of(ScalarType from, ScalarType to) {
        return isPromotion(from, to) ? Optional.of(new Promotion(from, to)) : Optional.empty();
    }

    private static boolean isPromotion(ScalarType from, ScalarType to) {
        return switch (from.kind()) {
            case INTEGER -> to.kind() == Kind.BIGINT;
            case REAL -> to.kind() == Kind.DOUBLE;
            case DECIMAL ->
                to.kind() == Kind.DECIMAL && to.scale() == from.scale() && to.precision() > from.precision();
            default -> false;
        };
    }

    /** Returns the key of a value in the wider type. */
    public Key promoted(Key key) {
        if (from.kind() == Kind.REAL) {
            return Key.ofDouble(key.asReal());
        }
        return from.form() == to.form() ? key : Key.of(key.asLong() < 0 ? -1 : 0, WideCodec.flipLow(key.asLong()));
    }

    /** Returns the set of those values of the former type whose values in the wider type are in a set. */
    public KeySet narrowed(KeySet values) {
        List<KeyRange> ranges = new ArrayList<>();
        for (KeyRange range : values.ranges()) {
            Optional<Key> low = range.low().flatMap(this::notLess);
            Optional<Key> high = range.high().flatMap(this::notGreater);
            boolean isBeyond = low.isEmpty() && range.low().isPresent()
                    || high.isEmpty() && range.high().isPresent();
            if (!isBeyond) {
                ranges.add(new KeyRange(
                        low,
                        range.lowInclusive() || !low.map(this::promoted).equals(range.low()),
                        high,
                        range.highInclusive() || !high.map(this::promoted).equals(range.high())));
            }
        }
        return KeySet.of(from, ranges).orElseThrow();
    }

    /** Returns the smallest key of the former type whose key in the wider type is not less than the given one. */
    private Optional<Key> notLess(Key wider) {
        if (from.kind() == Kind.REAL) {
            float value = (float) wider.asDouble();
            while (LongCodec.doubleKey(value) < wider.asLong()) {
                value = Math.nextUp(value);
            }
            return Optional.of(Key.ofReal(value));
        }
        return from.form() == to.form() && from.kind() == Kind.DECIMAL
                ? Optional.of(wider)
                : Optional.of(number(wider))
                        .filter(number -> number.compareTo(most()) <= 0)
                        .map(number -> Key.of(number.max(least()).longValueExact()));
    }

    /** Returns the greatest key of the former type whose key in the wider type is not greater than the given one. */
    private Optional<Key> notGreater(Key wider) {
        if (from.kind() == Kind.REAL) {
            float value = (float) wider.asDouble();
            while (LongCodec.doubleKey(value) > wider.asLong()) {
                value = Math.nextDown(value);
            }
            return Optional.of(Key.ofReal(value));
        }
        return from.form() == to.form() && from.kind() == Kind.DECIMAL
                ? Optional.of(wider)
                : Optional.of(number(wider))
                        .filter(number -> number.compareTo(least()) >= 0)
                        .map(number -> Key.of(number.min(most()).longValueExact()));
    }

    private static BigInteger number(Key key) {
        return key instanceof Key.OfWide wide ? WideCodec.unscaled(wide) : BigInteger.valueOf(key.asLong());
    }

    private BigInteger least() {
        return BigInteger.valueOf(from.kind() == Kind.INTEGER ? Integer.MIN_VALUE : Long.MIN_VALUE);
    }

    private BigInteger most() {
        return BigInteger.valueOf(from.kind() == Kind.INTEGER ? Integer.MAX_VALUE : Long.MAX_VALUE);
    }

    /**
     * Returns the same condition on the column as it was, which holds for the same rows.
     *
     * @param condition on the column as it is now, and on no other
     * @param former the column with the former type
     * @return empty if the condition cannot be put on it
     */
    public Optional<Predicate> over(Predicate.Leaf condition, IndexedColumn former) {
        checkArgument(former.type().equals(from), "%s is no %s", former, from);
        if (condition instanceof Predicate.InSet set) {
            return Optional.of(new Predicate.InSet(former, narrowed(set.values())));
        }
        if (condition instanceof Predicate.Passing passing) {
            return Optional.of(new Predicate.Passing(former, new PromotedTest(passing.test(), this)));
        }
        return condition instanceof Predicate.IsNull ? Optional.of(new Predicate.IsNull(former)) : Optional.empty();
    }

    /**
     * Returns the same condition on a column of the wider type. It holds for the same values of the former type; the column has no
     * others.
     *
     * @param condition on the column with the former type, and on no other
     * @param wider the column with the wider type
     * @return empty if the condition cannot be put on it
     */
    public Optional<Predicate> overWider(Predicate.Leaf condition, IndexedColumn wider) {
        checkArgument(wider.type().equals(to), "%s is no %s", wider, to);
        if (condition instanceof Predicate.InSet set) {
            return widened(set.values()).map(values -> new Predicate.InSet(wider, values));
        }
        if (condition instanceof Predicate.Passing passing) {
            return Optional.of(new Predicate.Passing(wider, new NarrowedTest(passing.test(), this)));
        }
        return condition instanceof Predicate.IsNull ? Optional.of(new Predicate.IsNull(wider)) : Optional.empty();
    }

    private Optional<KeySet> widened(KeySet values) {
        if (values.isZeroApart()) {
            // the ranges alone may not show it
            return Optional.empty();
        }
        List<KeyRange> ranges = new ArrayList<>();
        for (KeyRange range : values.ranges()) {
            ranges.add(new KeyRange(
                    range.low().map(this::widened),
                    range.lowInclusive(),
                    range.high().map(this::widened),
                    range.highInclusive()));
        }
        return KeySet.of(to, ranges);
    }

    private Key widened(Key end) {
        // no number has the key below that of a zero, which ends ranges below zero
        return from.isFloatingPoint() && end.equals(BELOW_ZERO) ? end : promoted(end);
    }

    private record NarrowedTest(ValueTest test, Promotion promotion) implements ValueTest {
        @Override
        public boolean mayPass(Optional<Key> value) {
            if (value.isEmpty()) {
                return test.mayPass(value);
            }
            Optional<Key> narrowed = KeySet.ofValues(promotion.to(), List.of(value.get()))
                    .map(promotion::narrowed)
                    .filter(values -> values.count() == 1 && values.isPoints())
                    .flatMap(values -> values.range(0).low());
            // nothing is known of a value that the former type does not have
            return narrowed.isEmpty() || test.mayPass(narrowed);
        }
    }

    private record PromotedTest(ValueTest test, Promotion promotion) implements ValueTest {
        @Override
        public boolean mayPass(Optional<Key> value) {
            return test.mayPass(value.map(promotion::promoted));
        }
    }
}
