// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import static io.airlift.slice.SliceUtf8.trim;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.RealType.REAL;
import static io.trino.spi.type.SmallintType.SMALLINT;
import static io.trino.spi.type.TinyintType.TINYINT;
import static java.math.RoundingMode.HALF_UP;
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
import java.util.function.Function;

/**
 * Reads text as values of a type, as the engine's CAST does. Numbers are parsed by the same JDK methods that the engine
 * uses, so every text gives the same result. Some forms of dates and timestamps are reported as {@link
 * NoValue#UNKNOWN}.
 */
interface TextValues {
    /** Says why a text has no value. */
    enum NoValue {
        /** The engine's CAST fails, and its TRY_CAST returns NULL. */
        FAILS,
        /** The engine's result is not known here. */
        UNKNOWN
    }

    /** Bounds the scale of decimals that are computed. */
    int MOST_SCALE = 1000;

    int DATE_LENGTH = 10;

    /** Returns the value in Trino's native representation, or a {@link NoValue}. */
    Object read(Slice text);

    /** Returns whether text can be read as this type. */
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

    /**
     * Returns a reader for a type.
     *
     * @param type a type that {@link #canHold} accepts
     */
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
            return text -> floatingPoint(text, Double::parseDouble);
        }
        if (type == REAL) {
            return text -> floatingPoint(text, number -> (long) Float.floatToRawIntBits(Float.parseFloat(number)));
        }
        if (type == DATE) {
            return TextValues::date;
        }
        if (type instanceof DecimalType decimal) {
            return text -> decimal(text, decimal);
        }
        if (type instanceof TimestampType timestamp && timestamp.isShort()) {
            return text -> TimestampText.read(trim(text), timestamp.getPrecision());
        }
        throw new IllegalArgumentException("text as " + type);
    }

    private static Object integer(Slice text, long least, long most) {
        // the usual form is parsed without a String of all its characters
        String number = isPlainInteger(text)
                ? text.toString(US_ASCII)
                : text.toStringUtf8().trim();
        if (!mayBegin(number, "")) {
            return NoValue.FAILS;
        }
        try {
            long value = Long.parseLong(number);
            return value < least || value > most ? NoValue.FAILS : (Object) value;
        } catch (NumberFormatException e) {
            return NoValue.FAILS;
        }
    }

    private static Object floatingPoint(Slice text, Function<String, Object> parser) {
        String number = text.toStringUtf8().trim();
        if (!mayBegin(number, "NI")) {
            return NoValue.FAILS;
        }
        try {
            return parser.apply(number);
        } catch (NumberFormatException e) {
            return NoValue.FAILS;
        }
    }

    private static Object decimal(Slice text, DecimalType type) {
        // the CAST to this type does not accept blanks
        String number = text.toStringUtf8();
        if (!mayBegin(number, "")) {
            return NoValue.FAILS;
        }
        if (number.length() > MOST_SCALE) {
            return NoValue.UNKNOWN;
        }
        try {
            BigDecimal value = new BigDecimal(number);
            if (Math.abs((long) value.scale()) > MOST_SCALE) {
                return NoValue.UNKNOWN;
            }
            BigDecimal scaled = value.setScale(type.getScale(), HALF_UP);
            if (scaled.precision() > type.getPrecision()) {
                return NoValue.FAILS;
            }
            return type.isShort()
                    ? (Object) scaled.unscaledValue().longValueExact()
                    : Int128.valueOf(scaled.unscaledValue());
        } catch (NumberFormatException e) {
            return NoValue.FAILS;
        }
    }

    /**
     * Returns whether a number can begin like this text. This quickly rejects most texts that are not numbers, for
     * which an exception would be much slower.
     *
     * @param letters letters with which a number can begin
     */
    private static boolean mayBegin(String text, String letters) {
        if (text.isEmpty()) {
            return false;
        }
        char first = text.charAt(0);
        boolean isLetter = first >= 'a' && first <= 'z' || first >= 'A' && first <= 'Z';
        return !isLetter || letters.indexOf(first) >= 0 && (text.startsWith("NaN") || text.startsWith("Infinity"));
    }

    private static boolean isPlainInteger(Slice text) {
        int start = text.length() > 0 && text.getByte(0) == '-' ? 1 : 0;
        for (int at = start; at < text.length(); at++) {
            if (!isDigit(text.getByte(at))) {
                return false;
            }
        }
        return start < text.length();
    }

    private static Object date(Slice text) {
        Slice date = trim(text);
        if (isPlainDate(date)) {
            try {
                return LocalDate.of(digits(date, 0, 4), digits(date, 5, 2), digits(date, 8, 2))
                        .toEpochDay();
            } catch (DateTimeException e) {
                return NoValue.FAILS;
            }
        }
        // the engine also accepts years, months and days with other numbers of digits
        return mayBeDate(date) ? NoValue.UNKNOWN : NoValue.FAILS;
    }

    /** Returns whether the text has the form {@code 2020-01-31}. */
    static boolean isPlainDate(Slice text) {
        return text.length() == DATE_LENGTH && isLike(text, "dddd-dd-dd");
    }

    /**
     * Returns whether the text consists of digits and signs, with at least two minus signs after the first character,
     * as a date does.
     */
    static boolean mayBeDate(Slice text) {
        int dashes = 0;
        for (int at = 0; at < text.length(); at++) {
            byte b = text.getByte(at);
            if (!isDigit(b) && b != '-' && b != '+') {
                return false;
            }
            dashes += at > 0 && b == '-' ? 1 : 0;
        }
        return dashes >= 2;
    }

    static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /**
     * Returns whether the text begins in a certain form.
     *
     * @param form d stands for a digit; must not be longer than the text
     */
    private static boolean isLike(Slice text, String form) {
        for (int at = 0; at < form.length(); at++) {
            byte b = text.getByte(at);
            if (form.charAt(at) == 'd' ? !isDigit(b) : b != form.charAt(at)) {
                return false;
            }
        }
        return true;
    }

    static int digits(Slice text, int at, int count) {
        int value = 0;
        for (int i = at; i < at + count; i++) {
            value = value * 10 + text.getByte(i) - '0';
        }
        return value;
    }

    /** Returns the start of a day, in microseconds since the epoch. */
    static long micros(LocalDate day) {
        return day.atStartOfDay().toEpochSecond(UTC) * 1_000_000;
    }
}
