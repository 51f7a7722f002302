// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.kafka;

import io.skipping.partitioner.ArrayRow;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.Texts;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Date;

/** Converts objects to values of columns; docs/partitioner-adapters.md has the table of conversions. */
public final class FieldValues {
    /** The maximum length of a number as text. Longer ones would take time, and are none of a table. */
    private static final int MOST_DIGITS = 1_000;

    private static final int DIGITS_OF_LONG = 19;
    private static final BigInteger LEAST_LONG = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger GREATEST_LONG = BigInteger.valueOf(Long.MAX_VALUE);

    private FieldValues() {}

    /**
     * Stores a value in a row. If the column has a scale, a number or its text becomes the unscaled value: 12.3 becomes
     * 1230 at scale 2. It is rounded half up, and clamped to 64 bits.
     *
     * @param number the number of the column in the row
     * @param value null for NULL
     * @throws IllegalArgumentException if the value is not of the column's type
     */
    public static void set(ArrayRow row, int number, Column column, Object value) {
        if (column.scale().isPresent() && (value instanceof Number || value instanceof CharSequence)) {
            row.set(number, unscaled(decimal(value), column.scale().getAsInt()));
        } else {
            set(row, number, column.type(), value);
        }
    }

    private static BigDecimal decimal(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal;
        }
        String text = value.toString().strip();
        try {
            if (text.length() <= MOST_DIGITS) {
                return new BigDecimal(text);
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("Not a decimal: " + text, e);
        }
        throw new IllegalArgumentException("Not a decimal: %d characters".formatted(text.length()));
    }

    /** Returns the unscaled value. Does not write out a number such as 1e999999999, which would exhaust the memory. */
    private static long unscaled(BigDecimal number, int scale) {
        long digits = (long) number.precision() - number.scale() + scale;
        if (number.signum() == 0 || digits < 0) {
            return 0;
        }
        if (digits > DIGITS_OF_LONG) {
            return number.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return number.setScale(scale, RoundingMode.HALF_UP)
                .unscaledValue()
                .max(LEAST_LONG)
                .min(GREATEST_LONG)
                .longValue();
    }

    /**
     * Stores a value in a row, as it is; see {@link #set(ArrayRow, int, Column, Object)} for columns with a scale.
     *
     * @param value null for NULL
     * @throws IllegalArgumentException if the value is not of the type
     */
    public static void set(ArrayRow row, int column, ColumnType type, Object value) {
        if (value == null) {
            row.setNull(column);
        } else if (type == ColumnType.VARCHAR) {
            row.set(column, text(value));
        } else if (value instanceof CharSequence text) {
            Texts.set(row, column, type, text.toString());
        } else if (value instanceof Number number) {
            setNumber(row, column, type, number);
        } else {
            try {
                row.set(column, time(type, value));
            } catch (DateTimeException | ArithmeticException e) {
                // beyond 64 bits
                throw new IllegalArgumentException("Not a %s: %s".formatted(type.typeName(), value), e);
            }
        }
    }

    private static byte[] text(Object value) {
        if (value instanceof byte[] utf8) {
            return utf8;
        }
        if (value instanceof CharSequence || value instanceof Number || value instanceof Boolean) {
            return value.toString().getBytes(StandardCharsets.UTF_8);
        }
        throw mismatch(ColumnType.VARCHAR, value);
    }

    private static void setNumber(ArrayRow row, int column, ColumnType type, Number number) {
        if (type == ColumnType.DOUBLE) {
            row.set(column, number.doubleValue());
        } else {
            row.set(column, longValue(type, number));
        }
    }

    private static long longValue(ColumnType type, Number number) {
        if (number instanceof Integer || number instanceof Long || number instanceof Short || number instanceof Byte) {
            return number.longValue();
        }
        try {
            if (number instanceof BigInteger integer) {
                return integer.longValueExact();
            }
            BigDecimal decimal = number instanceof BigDecimal given ? given : new BigDecimal(number.toString());
            return decimal.longValueExact();
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("Not a %s: %s".formatted(type.typeName(), number), e);
        }
    }

    private static long time(ColumnType type, Object value) {
        if (type == ColumnType.DATE && value instanceof LocalDate date) {
            return date.toEpochDay();
        }
        if (type == ColumnType.TIMESTAMP) {
            if (value instanceof LocalDateTime time) {
                return Texts.micros(time);
            }
            if (value instanceof Instant instant) {
                return Texts.micros(LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
            }
            if (value instanceof Date date) {
                return Math.multiplyExact(date.getTime(), 1000L);
            }
        }
        throw mismatch(type, value);
    }

    private static IllegalArgumentException mismatch(ColumnType type, Object value) {
        return new IllegalArgumentException("Not a %s: an object of %s".formatted(type.typeName(), value.getClass()));
    }
}
