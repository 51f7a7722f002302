// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.monotone;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Prints times in a format whose texts have the order of the times: the year with four digits, then the month and so on
 * with two each, as far as the format goes, with the same characters between them in every text.
 */
final class TimeFormat {
    /** in the only order that is accepted */
    private enum Field {
        YEAR(4),
        MONTH(2),
        DAY(2),
        HOUR(2),
        MINUTE(2),
        SECOND(2);

        private final int digits;

        Field(int digits) {
            this.digits = digits;
        }

        int of(LocalDateTime time) {
            return switch (this) {
                case YEAR -> time.getYear();
                case MONTH -> time.getMonthValue();
                case DAY -> time.getDayOfMonth();
                case HOUR -> time.getHour();
                case MINUTE -> time.getMinute();
                case SECOND -> time.getSecond();
            };
        }
    }

    private static final Map<Character, List<Field>> MYSQL = ImmutableMap.<Character, List<Field>>builder()
            .put('Y', List.of(Field.YEAR))
            .put('m', List.of(Field.MONTH))
            .put('d', List.of(Field.DAY))
            .put('H', List.of(Field.HOUR))
            .put('i', List.of(Field.MINUTE))
            .put('s', List.of(Field.SECOND))
            .put('S', List.of(Field.SECOND))
            .buildOrThrow();

    private static final Map<String, Field> JODA = ImmutableMap.of(
            "yyyy", Field.YEAR,
            "MM", Field.MONTH,
            "dd", Field.DAY,
            "HH", Field.HOUR,
            "mm", Field.MINUTE,
            "ss", Field.SECOND);

    /** fields, and characters between them */
    private final List<Object> parts;

    private final int fractionDigits;

    private TimeFormat(List<Object> parts, int fractionDigits) {
        this.parts = ImmutableList.copyOf(parts);
        this.fractionDigits = fractionDigits;
    }

    static TimeFormat ofDate() {
        return ofMysql("%Y-%m-%d").orElseThrow();
    }

    /** Returns the format in which a timestamp is cast to text. */
    static TimeFormat ofTimestamp(int precision) {
        return new TimeFormat(ofMysql("%Y-%m-%d %H:%i:%s").orElseThrow().parts, precision);
    }

    /** Returns the format of {@code date_format}; empty if its texts may have another order. */
    static Optional<TimeFormat> ofMysql(String format) {
        List<Object> parts = new ArrayList<>();
        for (int at = 0; at < format.length(); at++) {
            char character = format.charAt(at);
            if (character != '%') {
                parts.add(character);
                continue;
            }
            at++;
            if (at == format.length() || !MYSQL.containsKey(format.charAt(at))) {
                return Optional.empty();
            }
            parts.addAll(MYSQL.get(format.charAt(at)));
        }
        return ordered(parts);
    }

    /** Returns the format of {@code format_datetime}; empty if its texts may have another order. */
    static Optional<TimeFormat> ofJoda(String format) {
        List<Object> parts = new ArrayList<>();
        int at = 0;
        while (at < format.length()) {
            char character = format.charAt(at);
            int end = at + 1;
            if (character >= 'a' && character <= 'z' || character >= 'A' && character <= 'Z') {
                while (end < format.length() && format.charAt(end) == character) {
                    end++;
                }
                Field field = JODA.get(format.substring(at, end));
                if (field == null) {
                    return Optional.empty();
                }
                parts.add(field);
            } else if (character == '\'') {
                return Optional.empty();
            } else {
                parts.add(character);
            }
            at = end;
        }
        return ordered(parts);
    }

    private static Optional<TimeFormat> ordered(List<Object> parts) {
        int fields = 0;
        for (Object part : parts) {
            if (part instanceof Field field && field.ordinal() != fields++) {
                return Optional.empty();
            }
        }
        return fields == 0 ? Optional.empty() : Optional.of(new TimeFormat(parts, 0));
    }

    /** Returns the number of characters of each text. */
    int length() {
        return parts.stream()
                        .mapToInt(part -> part instanceof Field field ? field.digits : 1)
                        .sum()
                + (fractionDigits == 0 ? 0 : 1 + fractionDigits);
    }

    Slice print(LocalDateTime time) {
        StringBuilder text = new StringBuilder();
        for (Object part : parts) {
            if (part instanceof Field field) {
                append(text, field.of(time), field.digits);
            } else {
                text.append(part);
            }
        }
        if (fractionDigits > 0) {
            StringBuilder nanos = new StringBuilder();
            append(nanos, time.getNano(), 9);
            text.append('.').append(nanos, 0, fractionDigits);
        }
        return Slices.utf8Slice(text.toString());
    }

    private static void append(StringBuilder text, int number, int digits) {
        String plain = Integer.toString(number);
        text.repeat('0', digits - plain.length()).append(plain);
    }
}
