// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command;

import io.skipping.partitioner.ArrayRow;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.train.Interval;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Values as people write them. */
final class Texts {
    private Texts() {}

    /** Puts a value into a row; a varchar as it is, others without blanks around them. */
    static void set(ArrayRow row, int column, ColumnType type, String text) {
        switch (type) {
            case VARCHAR -> row.set(column, text.getBytes(StandardCharsets.UTF_8));
            case DOUBLE -> row.set(column, Double.parseDouble(text.strip()));
            case BIGINT, DATE, TIMESTAMP -> row.set(column, longValue(type, text.strip()));
        }
    }

    /**
     * All values from one to another, both included.
     *
     * @param low empty if there is no least one
     * @param high empty if there is no greatest one
     */
    static Interval interval(ColumnType type, Optional<String> low, Optional<String> high) {
        return switch (type) {
            case DOUBLE ->
                Interval.ofDoubles(
                        low.map(Double::parseDouble).orElse(Double.NEGATIVE_INFINITY),
                        high.map(Double::parseDouble).orElse(Double.POSITIVE_INFINITY));
            case VARCHAR -> {
                byte[] first = low.orElse("").getBytes(StandardCharsets.UTF_8);
                yield high.map(text -> Interval.ofTexts(first, text.getBytes(StandardCharsets.UTF_8)))
                        .orElseGet(() -> Interval.ofTextsFrom(first));
            }
            case BIGINT, DATE, TIMESTAMP ->
                Interval.ofLongs(
                        type,
                        low.map(text -> longValue(type, text)).orElse(Long.MIN_VALUE),
                        high.map(text -> longValue(type, text)).orElse(Long.MAX_VALUE));
        };
    }

    /**
     * @param text an integer; or {@code 2026-01-15} for a date, {@code 2026-01-15 10:00:00.000000} or with a {@code T} for a
     *     timestamp
     */
    static long longValue(ColumnType type, String text) {
        try {
            if (type == ColumnType.DATE && text.indexOf('-', 1) > 0) {
                return LocalDate.parse(text).toEpochDay();
            }
            if (type == ColumnType.TIMESTAMP && text.indexOf('-', 1) > 0) {
                LocalDateTime time = LocalDateTime.parse(text.replace(' ', 'T'));
                return ChronoUnit.MICROS.between(LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC), time);
            }
            return Long.parseLong(text);
        } catch (DateTimeParseException | NumberFormatException e) {
            throw new IllegalArgumentException("Not a %s: %s".formatted(type.typeName(), text), e);
        }
    }
}
