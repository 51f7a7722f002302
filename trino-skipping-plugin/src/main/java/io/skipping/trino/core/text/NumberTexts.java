// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.text;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.SmallintType.SMALLINT;
import static io.trino.spi.type.TinyintType.TINYINT;

import io.skipping.trino.core.monotone.MonotoneCalls.Demand;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.SortedRangeSet;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Inverts casts of integers to text: of a whole text, and of texts that begin alike. */
final class NumberTexts {
    /** of the smallest bigint, with its sign */
    private static final int LONGEST = 20;

    private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

    private NumberTexts() {}

    /**
     * Returns the numbers whose text is in a set, and possibly others.
     *
     * @return empty if the call does not cast an integer to text, or may fail, or nothing is known
     */
    static Optional<Demand> invert(Call cast, SortedRangeSet texts) {
        ConnectorExpression number = cast.getArguments().getFirst();
        Optional<Limits> limits = Limits.of(number.getType());
        if (limits.isEmpty()
                || !(cast.getType() instanceof VarcharType type)
                || type.getLength().orElse(LONGEST) < LONGEST) {
            return Optional.empty();
        }
        List<Range> numbers = new ArrayList<>();
        for (Range range : texts.getOrderedRanges()) {
            if (range.isSingleValue()) {
                TextRanges.characters(range.getSingleValue())
                        .flatMap(NumberTexts::number)
                        .ifPresent(value -> limits.get().add(numbers, value, value));
            } else {
                String prefix = TextRanges.commonPrefix(range);
                if (prefix.isEmpty()) {
                    return Optional.empty();
                }
                addBeginningWith(prefix, limits.get(), numbers);
            }
        }
        return Optional.of(new Demand(number, TextRanges.union(number.getType(), numbers)));
    }

    /** Returns the number that has a text; empty if there is none. */
    private static Optional<BigInteger> number(String text) {
        if (!text.matches("-?[0-9]{1,19}")) {
            return Optional.empty();
        }
        BigInteger number = new BigInteger(text);
        return number.toString().equals(text) ? Optional.of(number) : Optional.empty();
    }

    private static void addBeginningWith(String prefix, Limits limits, List<Range> numbers) {
        if (prefix.equals("-")) {
            limits.add(numbers, LEAST, BigInteger.ONE.negate());
            return;
        }
        Optional<BigInteger> first = number(prefix);
        if (first.isEmpty() || first.get().signum() == 0) {
            // nothing follows a zero
            first.ifPresent(zero -> limits.add(numbers, zero, zero));
            return;
        }
        BigInteger low = first.get().abs();
        BigInteger high = low;
        while (low.compareTo(MOST) <= 0) {
            if (first.get().signum() > 0) {
                limits.add(numbers, low, high);
            } else {
                limits.add(numbers, high.negate(), low.negate());
            }
            low = low.multiply(BigInteger.TEN);
            high = high.multiply(BigInteger.TEN).add(BigInteger.valueOf(9));
        }
        if (first.get().signum() < 0 && low.negate().compareTo(LEAST) >= 0) {
            limits.add(numbers, high.negate(), low.negate());
        }
    }

    private record Limits(Type type, BigInteger least, BigInteger most) {
        static Optional<Limits> of(Type type) {
            if (type == BIGINT) {
                return Optional.of(new Limits(type, LEAST, MOST));
            }
            int bytes = type == INTEGER ? Integer.BYTES : type == SMALLINT ? Short.BYTES : type == TINYINT ? 1 : 0;
            BigInteger end = BigInteger.TWO.pow(Math.max(0, 8 * bytes - 1));
            return bytes == 0
                    ? Optional.empty()
                    : Optional.of(new Limits(type, end.negate(), end.subtract(BigInteger.ONE)));
        }

        void add(List<Range> ranges, BigInteger low, BigInteger high) {
            BigInteger first = low.max(least);
            BigInteger last = high.min(most);
            if (first.compareTo(last) <= 0) {
                ranges.add(Range.range(type, first.longValueExact(), true, last.longValueExact(), true));
            }
        }
    }
}
