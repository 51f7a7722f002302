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
 * A text that is read as a timestamp without time zone. The engine drops a zone that the text names, and keeps the local time
 * unless the zone skips it; texts with such zones are left open.
 */
final class TimestampText {
    /** Digits of a fraction that the engine computes with at every precision. */
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
     * Microseconds since the epoch, or a {@link NoValue}.
     *
     * @param text without blanks around it
     * @param precision digits behind seconds, of which there are more in the text it is rounded to
     */
    static Object read(Slice text, int precision) {
        if (TextValues.mayBeDate(text) && !TextValues.isPlainDate(text)) {
            // some of these are dates for CAST AS date, but not for CAST AS timestamp
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

    /** A fraction of a second, rounded to a precision; what lies between two is rounded up. */
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

    /** Returns whether the rest is nothing, or a zone in which every local time exists. */
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

    /** A number of one digit to {@code most}; -1 if there is none. */
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
