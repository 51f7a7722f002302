// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.monotone;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DateTimeEncoding.packDateTimeWithZone;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.RealType.REAL;
import static io.trino.spi.type.SmallintType.SMALLINT;
import static io.trino.spi.type.TimeZoneKey.UTC_KEY;
import static io.trino.spi.type.TinyintType.TINYINT;

import io.trino.spi.type.DecimalType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.TimestampWithTimeZoneType;
import io.trino.spi.type.Type;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Maps the values of a type, in order, to whole numbers, so that a binary search between any two values is possible.
 * NaN has no place in the order, so it is left out.
 *
 * @param least number of the smallest value
 * @param most number of the largest value
 * @param value returns the value for a number, in Trino's native representation
 */
record Line(long least, long most, LongFunction<Object> value) {
    /** A timestamp with time zone has 52 bits for its milliseconds. */
    private static final long MOST_ZONED_MILLIS = (1L << 51) - 1;

    /**
     * Returns the mapping for a type.
     *
     * @return empty if the type is not supported
     */
    static Optional<Line> of(Type type) {
        return switch (type) {
            case Type _
            when type == DOUBLE ->
                Optional.of(new Line(
                        number(Double.NEGATIVE_INFINITY),
                        number(Double.POSITIVE_INFINITY),
                        number -> Double.longBitsToDouble(flipped(number))));
            case Type _
            when type == REAL ->
                // the native representation of a real is the bits of its float
                Optional.of(new Line(number(Float.NEGATIVE_INFINITY), number(Float.POSITIVE_INFINITY), number ->
                        (long) flipped((int) number)));
            case TimestampType timestamp when timestamp.isShort() -> whole(Long.MIN_VALUE, Long.MAX_VALUE);
            case TimestampWithTimeZoneType timestamp
            when timestamp.isShort() ->
                Optional.of(new Line(
                        -MOST_ZONED_MILLIS, MOST_ZONED_MILLIS, number -> packDateTimeWithZone(number, UTC_KEY)));
            case Type _ when type == BIGINT -> whole(Long.MIN_VALUE, Long.MAX_VALUE);
            case Type _ when type == INTEGER || type == DATE -> whole(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case Type _ when type == SMALLINT -> whole(Short.MIN_VALUE, Short.MAX_VALUE);
            case Type _ when type == TINYINT -> whole(Byte.MIN_VALUE, Byte.MAX_VALUE);
            case DecimalType decimal
            when decimal.isShort() -> {
                long most = 1;
                for (int digit = 0; digit < decimal.getPrecision(); digit++) {
                    most *= 10;
                }
                yield whole(1 - most, most - 1);
            }
            default -> Optional.empty();
        };
    }

    private static Optional<Line> whole(long least, long most) {
        return Optional.of(new Line(least, most, number -> number));
    }

    /** Returns the value for a number, in Trino's native representation. */
    Object value(long number) {
        return value.apply(number);
    }

    static long number(double value) {
        return flipped(Double.doubleToLongBits(value));
    }

    private static long number(float value) {
        return flipped(Float.floatToIntBits(value));
    }

    /** Reverses the order of negative numbers, whose bits are ordered the other way round. */
    private static long flipped(long bits) {
        return bits ^ (bits >> 63 & Long.MAX_VALUE);
    }

    private static int flipped(int bits) {
        return bits ^ (bits >> 31 & Integer.MAX_VALUE);
    }
}
