// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.airlift.slice.Slice;
import io.skipping.trino.core.path.TextValues.NoValue;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Set;

/**
 * Reads text as a timestamp without time zone. The engine drops a zone in the text and keeps the local time, unless the
 * zone skips that time. Text with a zone that may skip times is reported as {@link NoValue#UNKNOWN}.
 */
final class TimestampText {
    /** Fractions with up to this many digits are rounded in the same way at every precision. */
    private static final int MOST_FRACTION = 12;

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;
    private static final Set<String> ZONES_WITHOUT_GAPS = Set.of("Z", "UTC", "GMT", "UT");

    private final Slice text;
    private int at;

    private TimestampText(Slice text) {
        this.text = text;
    }

    /**
     * Returns the microseconds since the epoch, or a {@link NoValue}.
     *
     * @param text without blanks around it
     * @param precision number of fractional digits to which the text is rounded if it has more
     */
    static Object read(Slice text, int precision) {
        if (TextValues.mayBeDate(text) && !TextValues.isPlainDate(text)) {
            // some of these are valid for CAST AS date, but not for CAST AS timestamp
            return NoValue.UNKNOWN;
        }
        try {
            return new TimestampText(text).read(precision);
        } catch (DateTimeException e) {
            return NoValue.FAILS;
        }
    }

    private Object read(int precision) {
        if (text.length() == 0) {
            return NoValue.FAILS;
        }
        byte first = text.getByte(0);
        if (!TextValues.isDigit(first)) {
            boolean isSigned =
                    (first == '-' || first == '+') && text.length() > 1 && TextValues.isDigit(text.getByte(1));
            return isSigned ? NoValue.UNKNOWN : NoValue.FAILS;
        }
        int yearDigits = pastDigits(Integer.MAX_VALUE);
        if (yearDigits > 4 && past('-')) {
            return NoValue.UNKNOWN;
        }
        int year = TextValues.digits(text, 0, yearDigits);
        int month = yearDigits == 4 && past('-') ? number(2) : -1;
        int day = month >= 0 && past('-') ? number(2) : -1;
        if (day < 0 || at < text.length() && text.getByte(at) != ' ') {
            return NoValue.FAILS;
        }
        if (at == text.length()) {
            return TextValues.micros(LocalDate.of(year, month, day));
        }
        at++;
        return time(year, month, day, precision);
    }

    private Object time(int year, int month, int day, int precision) {
        int hour = number(2);
        int minute = hour >= 0 && past(':') ? number(2) : -1;
        if (minute < 0) {
            return NoValue.UNKNOWN;
        }
        int second = 0;
        long fraction = 0;
        int fractionDigits = 0;
        if (past(':')) {
            second = number(2);
            if (second >= 0 && past('.')) {
                int start = at;
                fractionDigits = pastDigits(Integer.MAX_VALUE);
                if (fractionDigits == 0 || fractionDigits > MOST_FRACTION) {
                    return NoValue.UNKNOWN;
                }
                fraction = Long.parseLong(text.slice(start, fractionDigits).toString(US_ASCII));
            }
        }
        if (second < 0 || !isZoneWithoutGaps()) {
            return NoValue.UNKNOWN;
        }
        LocalDate date = LocalDate.of(year, month, day);
        long seconds = LocalTime.of(hour, minute, second).toSecondOfDay();
        return date.toEpochDay() * MICROS_PER_DAY
                + seconds * MICROS_PER_SECOND
                + micros(fraction, fractionDigits, precision);
    }

    /**
     * Rounds a fraction of a second to a precision and returns it in microseconds. A fraction halfway between two
     * values is rounded up.
     */
    private static long micros(long fraction, int digits, int precision) {
        long picos = fraction * powerOfTen(MOST_FRACTION - digits);
        long unit = powerOfTen(MOST_FRACTION - precision);
        return (picos + unit / 2) / unit * unit / 1_000_000;
    }

    private static long powerOfTen(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }

    /** Returns whether the rest of the text is empty, or a zone in which every local time exists. */
    private boolean isZoneWithoutGaps() {
        while (at < text.length() && text.getByte(at) == ' ') {
            at++;
        }
        String zone = text.slice(at, text.length() - at).toStringUtf8();
        if (zone.isEmpty() || ZONES_WITHOUT_GAPS.contains(zone)) {
            return true;
        }
        if (zone.length() == 6 && (zone.charAt(0) == '+' || zone.charAt(0) == '-') && zone.charAt(3) == ':') {
            ZoneOffset.of(zone);
            return true;
        }
        return false;
    }

    /** Reads a number of at most {@code most} digits; returns -1 if there is no digit. */
    private int number(int most) {
        int start = at;
        int digits = pastDigits(most);
        return digits == 0 ? -1 : TextValues.digits(text, start, digits);
    }

    private int pastDigits(int most) {
        int start = at;
        while (at < text.length() && at - start < most && TextValues.isDigit(text.getByte(at))) {
            at++;
        }
        return at - start;
    }

    private boolean past(char expected) {
        if (at < text.length() && text.getByte(at) == expected) {
            at++;
            return true;
        }
        return false;
    }
}
