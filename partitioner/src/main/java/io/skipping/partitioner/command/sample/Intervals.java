// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.sample;

import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.Texts;
import io.skipping.partitioner.train.Interval;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Parses intervals in the notation of people and programs. */
final class Intervals {
    private Intervals() {}

    /**
     * Returns the interval between two values, both included.
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
                        low.map(text -> Texts.longValue(type, text)).orElse(Long.MIN_VALUE),
                        high.map(text -> Texts.longValue(type, text)).orElse(Long.MAX_VALUE));
        };
    }
}
