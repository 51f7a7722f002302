// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;

/** Values as people and programs write them. */
public final class Texts {
    private static final LocalDateTime EPOCH = LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC);

    private Texts() {}

    /**
     * Puts a value into a row; a varchar as it is, others without blanks around them.
     *
     * @throws IllegalArgumentException for what is no value of the type
     */
    public static void set(ArrayRow row, int column, ColumnType type, String text) {
        switch (type) {
            case VARCHAR -> row.set(column, text.getBytes(StandardCharsets.UTF_8));
            case DOUBLE -> row.set(column, Double.parseDouble(text.strip()));
            case BIGINT, DATE, TIMESTAMP -> row.set(column, longValue(type, text.strip()));
        }
    }

    /**
     * Of a bigint, a date or a timestamp.
     *
     * @param text an integer; or {@code 2026-01-15} for a date, {@code 2026-01-15 10:00:00.000000} or with a {@code T} for a
     *     timestamp. A timestamp with an offset from UTC, such as {@code Z} or {@code +01:00}, is that of UTC
     * @throws IllegalArgumentException for what is no value of the type
     */
    public static long longValue(ColumnType type, String text) {
        try {
            if (type == ColumnType.DATE && text.indexOf('-', 1) > 0) {
                return LocalDate.parse(signed(text)).toEpochDay();
            }
            if (type == ColumnType.TIMESTAMP && text.indexOf('-', 1) > 0) {
                return micros(time(signed(text).replace(' ', 'T')));
            }
            return Long.parseLong(text);
        } catch (DateTimeParseException | NumberFormatException | ArithmeticException e) {
            throw new IllegalArgumentException("Not a %s: %s".formatted(type.typeName(), text), e);
        }
    }

    /** Years of more than four digits have a sign in ISO 8601, and none in Trino. */
    private static String signed(String text) {
        return text.indexOf('-') > 4 && text.charAt(0) != '+' ? "+" + text : text;
    }

    /** A timestamp as a model sees it: microseconds since 1970-01-01 00:00. */
    public static long micros(LocalDateTime time) {
        return ChronoUnit.MICROS.between(EPOCH, time);
    }

    private static LocalDateTime time(String text) {
        TemporalAccessor time =
                DateTimeFormatter.ISO_DATE_TIME.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
        return time instanceof OffsetDateTime offset
                ? offset.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime()
                : (LocalDateTime) time;
    }
}
