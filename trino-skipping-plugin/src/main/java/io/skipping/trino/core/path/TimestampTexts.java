// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import static io.trino.spi.type.TimestampType.TIMESTAMP_MICROS;

import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.SortedRangeSet;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.LongTimestamp;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.Type;
import java.math.BigInteger;
import java.util.Optional;

/**
 * Finds the {@code timestamp(6)} values that a text can have if, at another precision or as a date, it has one of
 * certain values. The engine rounds a text to each precision independently, and rounds halves up. A text whose value is
 * <i>v</i> at a precision with unit <i>u</i> stands for a time in [<i>v</i> - <i>u</i>/2, <i>v</i> + <i>u</i>/2).
 * Rounding that time to microseconds can give the upper end itself. A text that is a date stands for the start of the
 * day.
 */
public final class TimestampTexts {
    private static final long MICROS_PER_DAY = 86_400_000_000L;

    private TimestampTexts() {}

    /**
     * Returns the timestamps that the texts can have.
     *
     * @param values dates or timestamps
     * @return empty if nothing can be concluded
     */
    public static Optional<ValueSet> micros(ValueSet values) {
        if (values.isNone() || values.isAll()) {
            return Optional.of(values.isAll() ? ValueSet.all(TIMESTAMP_MICROS) : ValueSet.none(TIMESTAMP_MICROS));
        }
        if (!(values instanceof SortedRangeSet)) {
            return Optional.empty();
        }
        return Optional.of(ValueSet.copyOfRanges(
                TIMESTAMP_MICROS,
                values.getRanges().getOrderedRanges().stream()
                        .map(TimestampTexts::micros)
                        .flatMap(Optional::stream)
                        .toList()));
    }

    /** Returns the timestamps for a range; empty if there are none. */
    private static Optional<Range> micros(Range range) {
        Optional<Long> low = range.getLowValue().flatMap(value -> low(range.getType(), value, range.isLowInclusive()));
        Optional<Long> high =
                range.getHighValue().flatMap(value -> high(range.getType(), value, range.isHighInclusive()));
        if (low.isEmpty()) {
            return Optional.of(high.map(value -> Range.lessThanOrEqual(TIMESTAMP_MICROS, value))
                    .orElseGet(() -> Range.all(TIMESTAMP_MICROS)));
        }
        if (high.isEmpty()) {
            return Optional.of(Range.greaterThanOrEqual(TIMESTAMP_MICROS, low.get()));
        }
        return low.get() <= high.get()
                ? Optional.of(Range.range(TIMESTAMP_MICROS, low.get(), true, high.get(), true))
                : Optional.empty();
    }

    /** Returns the smallest timestamp; empty if it is not known. */
    private static Optional<Long> low(Type type, Object value, boolean inclusive) {
        if (value instanceof LongTimestamp timestamp) {
            return Optional.of(timestamp.getEpochMicros());
        }
        long unit = unit(type);
        // an exclusive bound starts at the next value
        return exact(number(type, value).add(number(inclusive ? 0 : unit)).subtract(number(roundedUp(type, unit))));
    }

    /** Returns the largest timestamp; empty if it is not known. */
    private static Optional<Long> high(Type type, Object value, boolean inclusive) {
        if (value instanceof LongTimestamp timestamp) {
            return exact(number(timestamp.getEpochMicros()).add(number(timestamp.getPicosOfMicro() > 0 ? 1 : 0)));
        }
        long unit = unit(type);
        return exact(number(type, value).subtract(number(inclusive ? 0 : unit)).add(number(roundedUp(type, unit))));
    }

    private static BigInteger number(Type type, Object value) {
        return type instanceof TimestampType
                ? number((long) value)
                : number((long) value).multiply(number(MICROS_PER_DAY));
    }

    /** Returns the distance between adjacent values of a type, in microseconds. */
    private static long unit(Type type) {
        if (!(type instanceof TimestampType timestamp)) {
            return MICROS_PER_DAY;
        }
        long unit = 1;
        for (int digit = timestamp.getPrecision(); digit < TIMESTAMP_MICROS.getPrecision(); digit++) {
            unit *= 10;
        }
        return unit;
    }

    private static long roundedUp(Type type, long unit) {
        return type instanceof TimestampType ? unit / 2 : 0;
    }

    private static BigInteger number(long value) {
        return BigInteger.valueOf(value);
    }

    private static Optional<Long> exact(BigInteger micros) {
        try {
            return Optional.of(micros.longValueExact());
        } catch (ArithmeticException e) {
            return Optional.empty();
        }
    }
}
