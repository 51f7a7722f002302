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
 * Finds what a text is as {@code timestamp(6)}, if it is one of some dates or timestamps of another precision. A text is rounded to
 * each precision by itself, up where it lies between two values. So where it is <i>v</i> at a precision of unit <i>u</i>, it
 * stands for a time in [<i>v</i> - <i>u</i>/2, <i>v</i> + <i>u</i>/2), and where that is rounded to microseconds, the end
 * may be met. A text that is a date stands for its beginning.
 */
public final class TimestampTexts {
    private static final long MICROS_PER_DAY = 86_400_000_000L;

    private TimestampTexts() {}

    /**
     * The timestamps that texts may be.
     *
     * @param values dates or timestamps
     * @return empty if nothing can be said
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

    /** Empty if no value is in the range. */
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

    /** The least; empty if it is not known. */
    private static Optional<Long> low(Type type, Object value, boolean inclusive) {
        if (value instanceof LongTimestamp timestamp) {
            return Optional.of(timestamp.getEpochMicros());
        }
        long unit = unit(type);
        // the value, or the next
        return exact(number(type, value).add(number(inclusive ? 0 : unit)).subtract(number(roundedUp(type, unit))));
    }

    /** The greatest; empty if it is not known. */
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

    /** Microseconds from a value to the next. */
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
