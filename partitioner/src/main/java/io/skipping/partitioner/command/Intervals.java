// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command;

import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.Texts;
import io.skipping.partitioner.train.Interval;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Intervals of values as people and programs write them. */
final class Intervals {
    private Intervals() {}

    /**
     * All values from one to another, both included.
     *
     * @param low empty if there is no least one
     * @param high empty if there is no greatest one
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
