// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import static io.trino.spi.type.TimestampType.TIMESTAMP_MILLIS;

import io.airlift.slice.Slice;
import io.skipping.trino.core.path.TextValues.NoValue;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The function {@code date_parse}, for formats of a whole date, with or without a time, in numbers of fixed width. The engine also
 * accepts numbers with fewer digits, and fails on other text; neither is known here.
 *
 * @param format of the specifiers {@code %Y %m %d %H %i %s %S %T} and other characters
 */
record ParsedTime(String format) implements TextFunction {
    static final String FUNCTION = "date_parse";

    private static final long MICROS_PER_DAY = 86_400_000_000L;

    /** Returns the function for a format; empty if it has other specifiers, one of them twice, or no whole date. */
    static Optional<ParsedTime> of(String format) {
        Set<Character> specifiers = new HashSet<>();
        String plain = format.replace("%T", "%H:%i:%s").replace("%S", "%s");
        for (int at = 0; at < plain.length(); at++) {
            char character = plain.charAt(at);
            if (character == '%') {
                at++;
                if (at == plain.length()
                        || "YmdHis".indexOf(plain.charAt(at)) < 0
                        || !specifiers.add(plain.charAt(at))) {
                    return Optional.empty();
                }
            } else if (character >= 128) {
                return Optional.empty();
            }
        }
        return specifiers.containsAll(Set.of('Y', 'm', 'd')) ? Optional.of(new ParsedTime(format)) : Optional.empty();
    }

    @Override
    public Type type(VarcharType text) {
        return TIMESTAMP_MILLIS;
    }

    @Override
    public String sql(String from) {
        return "%s(%s, %s)".formatted(FUNCTION, from, Quoting.text(format));
    }

    @Override
    public Object apply(Slice text) {
        String plain = format.replace("%T", "%H:%i:%s").replace("%S", "%s");
        int[] fields = new int[128];
        int at = 0;
        for (int i = 0; i < plain.length(); i++) {
            char expected = plain.charAt(i);
            if (expected == '%') {
                i++;
                char field = plain.charAt(i);
                int digits = field == 'Y' ? 4 : 2;
                if (!areDigits(text, at, digits)) {
                    return NoValue.UNKNOWN;
                }
                fields[field] = TextValues.digits(text, at, digits);
                at += digits;
            } else if (at < text.length() && text.getByte(at) == expected) {
                at++;
            } else {
                return NoValue.UNKNOWN;
            }
        }
        if (at < text.length() || fields['Y'] == 0) {
            return NoValue.UNKNOWN;
        }
        try {
            return LocalDate.of(fields['Y'], fields['m'], fields['d']).toEpochDay() * MICROS_PER_DAY
                    + LocalTime.of(fields['H'], fields['i'], fields['s']).toNanoOfDay() / 1000;
        } catch (DateTimeException e) {
            return NoValue.UNKNOWN;
        }
    }

    private static boolean areDigits(Slice text, int from, int count) {
        for (int at = from; at < from + count; at++) {
            if (at >= text.length() || !TextValues.isDigit(text.getByte(at))) {
                return false;
            }
        }
        return true;
    }
}
