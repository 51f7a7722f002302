// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.monotone;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.SmallintType.SMALLINT;
import static io.trino.spi.type.TinyintType.TINYINT;

import io.trino.spi.type.TimestampType;
import io.trino.spi.type.Type;
import java.util.Optional;

/**
 * The values of a type laid out in order on whole numbers, so that one can search between any two of them. NaN is not among
 * them, as it has no place in the order.
 *
 * @param least number of the smallest value
 * @param most number of the largest value
 */
record Line(boolean floatingPoint, long least, long most) {
    /** @return empty if values of this type are not laid out */
    static Optional<Line> of(Type type) {
        if (type == DOUBLE) {
            return Optional.of(new Line(true, number(Double.NEGATIVE_INFINITY), number(Double.POSITIVE_INFINITY)));
        }
        if (type == BIGINT || type instanceof TimestampType timestamp && timestamp.isShort()) {
            return Optional.of(new Line(false, Long.MIN_VALUE, Long.MAX_VALUE));
        }
        if (type == INTEGER || type == DATE) {
            return Optional.of(new Line(false, Integer.MIN_VALUE, Integer.MAX_VALUE));
        }
        if (type == SMALLINT) {
            return Optional.of(new Line(false, Short.MIN_VALUE, Short.MAX_VALUE));
        }
        if (type == TINYINT) {
            return Optional.of(new Line(false, Byte.MIN_VALUE, Byte.MAX_VALUE));
        }
        return Optional.empty();
    }

    /** The value at a number, in Trino's native representation. */
    Object value(long number) {
        return floatingPoint ? (Object) Double.longBitsToDouble(flipped(number)) : (Object) number;
    }

    private static long number(double value) {
        return flipped(Double.doubleToLongBits(value));
    }

    /** The bits of negative numbers are in the wrong order. */
    private static long flipped(long bits) {
        return bits ^ (bits >> 63 & Long.MAX_VALUE);
    }
}
