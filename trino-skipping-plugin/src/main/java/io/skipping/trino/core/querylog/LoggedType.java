// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.querylog;

import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ScalarType.KeyForm;
import io.skipping.index.value.WideCodec;
import io.skipping.trino.core.querylog.ColumnCondition.Interval;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Converts values of a type that layouts support to JSON. */
abstract class LoggedType {
    /**
     * Bounds the length of text. The last character of Unicode is appended to an upper end that is truncated, so that
     * the interval does not shrink.
     */
    private static final int MOST_CHARACTERS = 200;

    private static final String LAST_CHARACTER = Character.toString(Character.MAX_CODE_POINT);
    private static final long MICROS_A_SECOND = 1_000_000;

    /** Returns the converter for a type; empty if layouts do not support the type. */
    static Optional<LoggedType> of(ScalarType type) {
        return switch (type.kind()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT -> Optional.of(new Integers());
            case DECIMAL -> Optional.of(type.form() == KeyForm.LONG ? new Integers() : new WideIntegers());
            case REAL, DOUBLE -> Optional.of(new Floats(type.kind() == ScalarType.Kind.REAL));
            case DATE -> Optional.of(new Dates());
            case TIMESTAMP -> Optional.of(new Timestamps());
            case VARCHAR, CHAR -> Optional.of(new Texts());
            case BOOLEAN, VARBINARY, TIMESTAMP_TZ, TIME, UUID, OTHER -> Optional.empty();
        };
    }

    ColumnCondition condition(KeySet values) {
        List<Interval> intervals = new ArrayList<>();
        Optional<Double> extent = Optional.of(0.0);
        for (KeyRange range : values.ranges()) {
            Optional<Object> low = range.low().flatMap(value -> low(value, range.lowInclusive()));
            Optional<Object> high = range.high().flatMap(value -> high(value, range.highInclusive()));
            if (low.isPresent() && high.isPresent() && isEmpty(low.get(), high.get())) {
                // the range lies between two adjacent values
                continue;
            }
            intervals.add(new Interval(low.map(this::json), high.map(this::json)));
            extent = low.isPresent() && high.isPresent()
                    ? extent.flatMap(sum -> extent(low.get(), high.get()).map(more -> sum + more))
                    : Optional.empty();
        }
        return new ColumnCondition(intervals, extent.filter(Double::isFinite));
    }

    /** Returns the first value of an interval, given its lower bound; empty if there is no such end. */
    abstract Optional<Object> low(Key value, boolean inclusive);

    /** Returns the last value of an interval, given its upper bound; empty if there is no such end. */
    abstract Optional<Object> high(Key value, boolean inclusive);

    abstract boolean isEmpty(Object low, Object high);

    abstract Optional<Double> extent(Object low, Object high);

    abstract Object json(Object value);

    private static class Integers extends LoggedType {
        @Override
        Optional<Object> low(Key value, boolean inclusive) {
            long number = value.asLong();
            return Optional.of(inclusive || number == Long.MAX_VALUE ? number : number + 1);
        }

        @Override
        Optional<Object> high(Key value, boolean inclusive) {
            long number = value.asLong();
            return Optional.of(inclusive || number == Long.MIN_VALUE ? number : number - 1);
        }

        @Override
        boolean isEmpty(Object low, Object high) {
            return (long) low > (long) high;
        }

        @Override
        Optional<Double> extent(Object low, Object high) {
            return Optional.of((double) (long) high - (double) (long) low);
        }

        @Override
        Object json(Object value) {
            return value;
        }
    }

    /** Converts unscaled values of more than 64 bits to the nearest ones that layouts have, as their writers do. */
    private static final class WideIntegers extends Integers {
        private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
        private static final BigInteger GREATEST = BigInteger.valueOf(Long.MAX_VALUE);

        @Override
        Optional<Object> low(Key value, boolean inclusive) {
            return Optional.of(nearest(unscaled(value).add(inclusive ? BigInteger.ZERO : BigInteger.ONE)));
        }

        @Override
        Optional<Object> high(Key value, boolean inclusive) {
            return Optional.of(nearest(unscaled(value).subtract(inclusive ? BigInteger.ZERO : BigInteger.ONE)));
        }

        private static BigInteger unscaled(Key value) {
            return WideCodec.unscaled((Key.OfWide) value);
        }

        private static long nearest(BigInteger value) {
            return value.max(LEAST).min(GREATEST).longValueExact();
        }
    }

    private static final class Dates extends Integers {
        @Override
        Object json(Object value) {
            return LocalDate.ofEpochDay((long) value).toString();
        }
    }

    /** Converts timestamps to whole microseconds, which is the precision of layouts. */
    private static final class Timestamps extends Integers {
        @Override
        Optional<Object> low(Key value, boolean inclusive) {
            return value instanceof Key.OfWide wide ? Optional.of(wide.high()) : super.low(value, inclusive);
        }

        @Override
        Optional<Object> high(Key value, boolean inclusive) {
            return value instanceof Key.OfWide(long micros, long picosOfMicro)
                    ? super.high(Key.of(micros), inclusive || picosOfMicro > 0)
                    : super.high(value, inclusive);
        }

        @Override
        Object json(Object value) {
            long micros = (long) value;
            return LocalDateTime.ofEpochSecond(
                            Math.floorDiv(micros, MICROS_A_SECOND),
                            (int) Math.floorMod(micros, MICROS_A_SECOND) * 1_000,
                            ZoneOffset.UTC)
                    .toString();
        }
    }

    private static final class Floats extends LoggedType {
        private final boolean single;

        Floats(boolean single) {
            this.single = single;
        }

        @Override
        Optional<Object> low(Key value, boolean inclusive) {
            double number = number(value);
            return finite(inclusive ? number : single ? Math.nextUp((float) number) : Math.nextUp(number));
        }

        @Override
        Optional<Object> high(Key value, boolean inclusive) {
            double number = number(value);
            return finite(inclusive ? number : single ? Math.nextDown((float) number) : Math.nextDown(number));
        }

        private double number(Key value) {
            return single ? value.asReal() : value.asDouble();
        }

        private static Optional<Object> finite(double value) {
            return Double.isFinite(value) ? Optional.of(value) : Optional.empty();
        }

        @Override
        boolean isEmpty(Object low, Object high) {
            return (double) low > (double) high;
        }

        @Override
        Optional<Double> extent(Object low, Object high) {
            return Optional.of((double) high - (double) low);
        }

        @Override
        Object json(Object value) {
            return value;
        }
    }

    private static final class Texts extends LoggedType {
        @Override
        Optional<Object> low(Key value, boolean inclusive) {
            return Optional.of(cut(value, ""));
        }

        @Override
        Optional<Object> high(Key value, boolean inclusive) {
            return Optional.of(cut(value, LAST_CHARACTER));
        }

        private static String cut(Key value, String end) {
            String text = value.asBytes().toStringUtf8();
            return text.codePointCount(0, text.length()) <= MOST_CHARACTERS
                    ? text
                    : text.substring(0, text.offsetByCodePoints(0, MOST_CHARACTERS)) + end;
        }

        @Override
        boolean isEmpty(Object low, Object high) {
            return false;
        }

        @Override
        Optional<Double> extent(Object low, Object high) {
            return Optional.empty();
        }

        @Override
        Object json(Object value) {
            return value;
        }
    }
}
