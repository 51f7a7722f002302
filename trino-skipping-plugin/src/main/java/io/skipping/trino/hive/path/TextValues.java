// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.path;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.RealType.REAL;
import static io.trino.spi.type.SmallintType.SMALLINT;
import static io.trino.spi.type.TinyintType.TINYINT;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.time.ZoneOffset.UTC;

import io.airlift.slice.Slice;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.Int128;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.Type;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;

/**
 * Reads texts as values of a type, but only texts in the plainest form, whose meaning leaves no doubt: {@code -12.5e3},
 * {@code 2020-01-31}, {@code 2020-01-31 23:59:59.999}. The engine's CAST takes more than these; what it makes of such texts
 * is not known here.
 */
interface TextValues {
    int LONGEST = 100;
    int DATE_LENGTH = 10;
    int SECONDS_LENGTH = 19;

    /**
     * The value in Trino's native representation.
     *
     * @return null if the text is in another form, or is no such value
     */
    Object read(Slice text);

    /** Whether there are texts that can be read as this type. */
    static boolean canHold(Type type) {
        return type == BIGINT
                || type == INTEGER
                || type == SMALLINT
                || type == TINYINT
                || type == DOUBLE
                || type == REAL
                || type == DATE
                || type instanceof DecimalType
                || type instanceof TimestampType timestamp && timestamp.isShort();
    }

    /** @param type one that {@link #canHold} */
    static TextValues of(Type type) {
        if (type == BIGINT) {
            return text -> integer(text, Long.MIN_VALUE, Long.MAX_VALUE);
        }
        if (type == INTEGER) {
            return text -> integer(text, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
        if (type == SMALLINT) {
            return text -> integer(text, Short.MIN_VALUE, Short.MAX_VALUE);
        }
        if (type == TINYINT) {
            return text -> integer(text, Byte.MIN_VALUE, Byte.MAX_VALUE);
        }
        if (type == DOUBLE) {
            return text -> {
                String number = number(trimmed(text));
                return number == null ? null : (Object) Double.parseDouble(number);
            };
        }
        if (type == REAL) {
            return text -> {
                String number = number(trimmed(text));
                return number == null ? null : (Object) (long) Float.floatToRawIntBits(Float.parseFloat(number));
            };
        }
        if (type == DATE) {
            return TextValues::date;
        }
        if (type instanceof DecimalType decimal) {
            return text -> decimal(text, decimal);
        }
        if (type instanceof TimestampType timestamp && timestamp.isShort()) {
            return text -> timestamp(text, timestamp.getPrecision());
        }
        throw new IllegalArgumentException("text as " + type);
    }

    private static Object integer(Slice text, long least, long most) {
        Slice digits = trimmed(text);
        if (digits.length() == 0 || digits.length() > 20 || !isInteger(digits)) {
            return null;
        }
        try {
            long value = Long.parseLong(digits.toStringAscii());
            return value < least || value > most ? null : value;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static Object decimal(Slice text, DecimalType type) {
        // its CAST does not take blanks
        String number = number(text);
        if (number == null || number.indexOf('e') >= 0 || number.indexOf('E') >= 0) {
            return null;
        }
        BigDecimal value = new BigDecimal(number);
        if (value.scale() > type.getScale()) {
            return null;
        }
        BigDecimal scaled = value.setScale(type.getScale());
        if (scaled.precision() > type.getPrecision()) {
            return null;
        }
        return type.isShort()
                ? (Object) scaled.unscaledValue().longValueExact()
                : Int128.valueOf(scaled.unscaledValue());
    }

    private static Object date(Slice text) {
        Slice date = trimmed(text);
        if (date.length() != DATE_LENGTH || !isLike(date, 0, "dddd-dd-dd")) {
            return null;
        }
        try {
            return LocalDate.of(digits(date, 0, 4), digits(date, 5, 2), digits(date, 8, 2))
                    .toEpochDay();
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static Object timestamp(Slice text, int precision) {
        Slice time = trimmed(text);
        if (time.length() == DATE_LENGTH) {
            Object day = date(time);
            return day == null ? null : (Object) Math.multiplyExact((long) day, 86_400_000_000L);
        }
        int fraction = time.length() - SECONDS_LENGTH - 1;
        // a longer fraction would be rounded
        if (time.length() < SECONDS_LENGTH
                || fraction == 0
                || fraction > precision
                || !isLike(time, 0, "dddd-dd-dd dd:dd:dd")
                || fraction > 0 && !isLike(time, SECONDS_LENGTH, "." + "d".repeat(fraction))) {
            return null;
        }
        try {
            long second = LocalDateTime.of(
                            digits(time, 0, 4),
                            digits(time, 5, 2),
                            digits(time, 8, 2),
                            digits(time, 11, 2),
                            digits(time, 14, 2),
                            digits(time, 17, 2))
                    .toEpochSecond(UTC);
            long micros = fraction < 0 ? 0 : digits(time, SECONDS_LENGTH + 1, fraction);
            for (int i = Math.max(fraction, 0); i < 6; i++) {
                micros *= 10;
            }
            return second * 1_000_000 + micros;
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** The text if it is a number such as {@code -12.5e3}, else null. */
    private static String number(Slice text) {
        int length = text.length();
        if (length == 0 || length > LONGEST) {
            return null;
        }
        int at = text.getByte(0) == '-' ? 1 : 0;
        int end = pastDigits(text, at);
        if (end == at) {
            return null;
        }
        if (end < length && text.getByte(end) == '.') {
            at = end + 1;
            end = pastDigits(text, at);
            if (end == at) {
                return null;
            }
        }
        if (end < length && (text.getByte(end) == 'e' || text.getByte(end) == 'E')) {
            at = end + 1;
            if (at < length && (text.getByte(at) == '-' || text.getByte(at) == '+')) {
                at++;
            }
            end = pastDigits(text, at);
            if (end == at) {
                return null;
            }
        }
        return end == length ? text.toString(US_ASCII) : null;
    }

    private static boolean isInteger(Slice text) {
        int start = text.getByte(0) == '-' ? 1 : 0;
        return start < text.length() && pastDigits(text, start) == text.length();
    }

    private static int pastDigits(Slice text, int from) {
        int at = from;
        while (at < text.length() && isDigit(text.getByte(at))) {
            at++;
        }
        return at;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /** @param form as long as the text from {@code at} on must be at least; d stands for a digit */
    private static boolean isLike(Slice text, int at, String form) {
        for (int i = 0; i < form.length(); i++) {
            byte b = text.getByte(at + i);
            if (form.charAt(i) == 'd' ? !isDigit(b) : b != form.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static int digits(Slice text, int at, int count) {
        int value = 0;
        for (int i = at; i < at + count; i++) {
            value = value * 10 + text.getByte(i) - '0';
        }
        return value;
    }

    private static Slice trimmed(Slice text) {
        int start = 0;
        int end = text.length();
        while (start < end && text.getByte(start) == ' ') {
            start++;
        }
        while (start < end && text.getByte(end - 1) == ' ') {
            end--;
        }
        return text.slice(start, end - start);
    }
}
