// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.querylog;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.RealType.REAL;
import static io.trino.spi.type.SmallintType.SMALLINT;
import static io.trino.spi.type.TinyintType.TINYINT;

import io.airlift.slice.Slice;
import io.skipping.trino.core.querylog.ColumnCondition.Interval;
import io.trino.spi.predicate.Range;
import io.trino.spi.type.CharType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.LongTimestamp;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Values of a type that layouts know, as JSON has them. */
abstract class LoggedType {
    /** Of text; what is cut off of an upper end is made up for by the last character of Unicode. */
    private static final int MOST_CHARACTERS = 200;

    private static final String LAST_CHARACTER = Character.toString(Character.MAX_CODE_POINT);
    private static final long MICROS_A_SECOND = 1_000_000;

    /** The words for values of a type; empty if layouts don't know it. */
    static Optional<LoggedType> of(Type type) {
        if (type == BIGINT || type == INTEGER || type == SMALLINT || type == TINYINT) {
            return Optional.of(new Integers());
        }
        if (type instanceof DecimalType decimal && decimal.isShort()) {
            return Optional.of(new Integers());
        }
        if (type == DOUBLE || type == REAL) {
            return Optional.of(new Floats(type == REAL));
        }
        if (type == DATE) {
            return Optional.of(new Dates());
        }
        if (type instanceof TimestampType) {
            return Optional.of(new Timestamps());
        }
        return type instanceof VarcharType || type instanceof CharType ? Optional.of(new Texts()) : Optional.empty();
    }

    /** @param ranges in ascending order */
    ColumnCondition condition(List<Range> ranges) {
        List<Interval> intervals = new ArrayList<>();
        Optional<Double> extent = Optional.of(0.0);
        for (Range range : ranges) {
            Optional<Object> low = range.getLowValue().flatMap(value -> low(value, range.isLowInclusive()));
            Optional<Object> high = range.getHighValue().flatMap(value -> high(value, range.isHighInclusive()));
            if (low.isPresent() && high.isPresent() && isEmpty(low.get(), high.get())) {
                // between two neighbours
                continue;
            }
            intervals.add(new Interval(low.map(this::json), high.map(this::json)));
            extent = low.isPresent() && high.isPresent()
                    ? extent.flatMap(sum -> extent(low.get(), high.get()).map(more -> sum + more))
                    : Optional.empty();
        }
        return new ColumnCondition(intervals, extent.filter(Double::isFinite));
    }

    /** The first value of an interval, from Trino's native representation; empty if it has none. */
    abstract Optional<Object> low(Object value, boolean inclusive);

    /** The last value of an interval. */
    abstract Optional<Object> high(Object value, boolean inclusive);

    abstract boolean isEmpty(Object low, Object high);

    abstract Optional<Double> extent(Object low, Object high);

    abstract Object json(Object value);

    private static class Integers extends LoggedType {
        @Override
        Optional<Object> low(Object value, boolean inclusive) {
            long number = (long) value;
            return Optional.of(inclusive || number == Long.MAX_VALUE ? number : number + 1);
        }

        @Override
        Optional<Object> high(Object value, boolean inclusive) {
            long number = (long) value;
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

    private static final class Dates extends Integers {
        @Override
        Object json(Object value) {
            return LocalDate.ofEpochDay((long) value).toString();
        }
    }

    /** As whole microseconds, which is what layouts have of them. */
    private static final class Timestamps extends Integers {
        @Override
        Optional<Object> low(Object value, boolean inclusive) {
            return value instanceof LongTimestamp timestamp
                    ? Optional.of(timestamp.getEpochMicros())
                    : super.low(value, inclusive);
        }

        @Override
        Optional<Object> high(Object value, boolean inclusive) {
            return value instanceof LongTimestamp timestamp
                    ? super.high(timestamp.getEpochMicros(), inclusive || timestamp.getPicosOfMicro() > 0)
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
        Optional<Object> low(Object value, boolean inclusive) {
            return finite(
                    single
                            ? inclusive ? single(value) : Math.nextUp(single(value))
                            : inclusive ? (double) value : Math.nextUp((double) value));
        }

        @Override
        Optional<Object> high(Object value, boolean inclusive) {
            return finite(
                    single
                            ? inclusive ? single(value) : Math.nextDown(single(value))
                            : inclusive ? (double) value : Math.nextDown((double) value));
        }

        private static float single(Object value) {
            return Float.intBitsToFloat((int) (long) value);
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
        Optional<Object> low(Object value, boolean inclusive) {
            return Optional.of(cut(value, ""));
        }

        @Override
        Optional<Object> high(Object value, boolean inclusive) {
            return Optional.of(cut(value, LAST_CHARACTER));
        }

        private static String cut(Object value, String end) {
            String text = ((Slice) value).toStringUtf8();
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
