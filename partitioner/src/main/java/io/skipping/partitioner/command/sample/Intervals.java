// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.sample;

import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.Texts;
import io.skipping.partitioner.train.Interval;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Parses intervals in the notation of people and programs. */
final class Intervals {
    static final long MICROS_A_DAY = 86_400_000_000L;

    private static final long LAST_DAY = Long.MAX_VALUE / MICROS_A_DAY - 1;

    private Intervals() {}

    /**
     * Returns the interval between two values, both included. A date as the end of an interval of timestamps stands for
     * the whole day, and a timestamp as that of an interval of dates for its day.
     *
     * @param low empty for no lower end
     * @param high empty for no upper end
     */
    static Interval between(ColumnType type, Optional<String> low, Optional<String> high) {
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
                        low.map(text -> first(type, text)).orElse(Long.MIN_VALUE),
                        high.map(text -> last(type, text)).orElse(Long.MAX_VALUE));
        };
    }

    private static long first(ColumnType type, String text) {
        if (type == ColumnType.TIMESTAMP && isDay(text)) {
            return day(text) * MICROS_A_DAY;
        }
        return type == ColumnType.DATE && isTime(text) ? dayOfTime(text) : Texts.longValue(type, text);
    }

    private static long last(ColumnType type, String text) {
        return type == ColumnType.TIMESTAMP && isDay(text) ? (day(text) + 1) * MICROS_A_DAY - 1 : first(type, text);
    }

    private static boolean isDay(String text) {
        return text.indexOf('-', 1) > 0 && !isTime(text);
    }

    private static boolean isTime(String text) {
        return text.indexOf(':') > 0;
    }

    /** Returns a day, or the nearest one all of which has microseconds of 64 bits. */
    private static long day(String text) {
        return Math.max(-LAST_DAY, Math.min(LAST_DAY, Texts.longValue(ColumnType.DATE, text)));
    }

    private static long dayOfTime(String text) {
        return Math.floorDiv(Texts.longValue(ColumnType.TIMESTAMP, text), MICROS_A_DAY);
    }
}
