// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;

/** Parses values in the notation of people and programs. */
public final class Texts {
    private static final long MICROS_A_SECOND = 1_000_000;
    private static final int NANOS_A_MICRO = 1_000;

    private Texts() {}

    /**
     * Parses a value and stores it in a row; a varchar as it is, others without surrounding blanks.
     *
     * @throws IllegalArgumentException if the text is not a value of the type
     */
    public static void set(ArrayRow row, int column, ColumnType type, String text) {
        switch (type) {
            case VARCHAR -> row.set(column, text.getBytes(StandardCharsets.UTF_8));
            case DOUBLE -> row.set(column, Double.parseDouble(text.strip()));
            case BIGINT, DATE, TIMESTAMP -> row.set(column, longValue(type, text.strip()));
        }
    }

    /**
     * Parses a bigint, date or timestamp.
     *
     * @param text an integer; or {@code 2026-01-15} for a date, or {@code 2026-01-15 10:00:00.000000}, also with a
     *     {@code T}, for a timestamp. A timestamp with an offset, such as {@code Z} or {@code +01:00}, is converted to
     *     UTC
     * @throws IllegalArgumentException if the text is not a value of the type
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
        } catch (DateTimeException | NumberFormatException | ArithmeticException e) {
            throw new IllegalArgumentException("Not a %s: %s".formatted(type.typeName(), text), e);
        }
    }

    /** Adds the sign that ISO 8601 requires, and Trino omits, for years of more than four digits. */
    private static String signed(String text) {
        return text.indexOf('-') > 4 && text.charAt(0) != '+' ? "+" + text : text;
    }

    /**
     * Returns a timestamp as a model sees it: microseconds since 1970-01-01 00:00, rounded down, as Trino rounds.
     *
     * @throws ArithmeticException if it has more than 64 bits
     */
    public static long micros(LocalDateTime time) {
        return Math.addExact(
                Math.multiplyExact(time.toEpochSecond(ZoneOffset.UTC), MICROS_A_SECOND),
                time.getNano() / NANOS_A_MICRO);
    }

    private static LocalDateTime time(String text) {
        TemporalAccessor time =
                DateTimeFormatter.ISO_DATE_TIME.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
        return time instanceof OffsetDateTime offset
                ? offset.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime()
                : (LocalDateTime) time;
    }
}
