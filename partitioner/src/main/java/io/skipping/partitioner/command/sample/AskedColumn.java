// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.sample;

import com.fasterxml.jackson.databind.JsonNode;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.train.Interval;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Holds what a line of the log asks of a column. Its values are of the type that the query asked for, which may differ from
 * that of the layout.
 *
 * @param values the intervals, or their extent
 * @param sqlType the SQL type of the values; empty if it is not known
 * @param isCast whether the query casts the column's text to this type; otherwise, it asks for the column itself
 */
record AskedColumn(JsonNode values, Optional<String> sqlType, boolean isCast) {
    private static final BigInteger LEAST_LONG = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger GREATEST_LONG = BigInteger.valueOf(Long.MAX_VALUE);
    private static final Pattern DECIMAL = Pattern.compile("decimal\\(\\d+,\\s*(\\d+)\\)");

    /**
     * Returns the intervals in values of the layout's column.
     *
     * @throws IllegalArgumentException if they are not intervals of its type
     */
    List<Interval> intervals(Column column) {
        if (!values.isArray() || values.isEmpty()) {
            throw new IllegalArgumentException("Column %s needs an array of values and pairs".formatted(column.name()));
        }
        return ends().map(ends -> between(column.type(), ends)).toList();
    }

    /**
     * Returns whether the values are in the order of text, and the layout's are not. Such values are no interval of the
     * layout: the texts from "10" to "9" include "5". If the column's type is not known, text that is no value of the
     * layout's type tells.
     */
    boolean isInTextOrder(ColumnType type) {
        if (type.isText()) {
            return false;
        }
        if (sqlType.isPresent()) {
            return isOf("varchar") || isOf("char");
        }
        return values.isArray() && ends().anyMatch(ends -> ends.hasText() && !canRead(type, ends));
    }

    private boolean canRead(ColumnType type, Ends ends) {
        try {
            between(type, ends);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Returns whether the values are more than single numbers. In the order of text, that is no interval. */
    boolean hasRangeOfNumbers() {
        return values.isArray()
                && ends().anyMatch(ends -> ends.hasNumber() && !ends.low().equals(ends.high()));
    }

    /** Returns whether the numbers of all ranges are integers. */
    boolean isIntegral() {
        return ends().flatMap(ends -> Stream.of(ends.low(), ends.high()))
                .noneMatch(value -> value.isNumber() && !value.isIntegralNumber());
    }

    /** Returns an interval of the same length at any place; empty if the length is not known, or is that of text. */
    Optional<Interval> extent(ColumnType type) {
        if (!values.isNumber() || type.isText()) {
            return Optional.empty();
        }
        double extent = values.decimalValue().movePointLeft(logScale(type)).doubleValue();
        if (type == ColumnType.DOUBLE) {
            return Optional.of(Interval.ofDoubles(0, extent));
        }
        if (type == ColumnType.TIMESTAMP && isOf("date")) {
            // all of the last day belongs to it
            extent = (extent + 1) * Intervals.MICROS_A_DAY - 1;
        } else if (type == ColumnType.DATE && isOf("timestamp")) {
            extent /= Intervals.MICROS_A_DAY;
        }
        return Optional.of(Interval.ofLongs(type, 0, Math.round(extent)));
    }

    private boolean isOf(String base) {
        return sqlType.filter(name -> name.startsWith(base)).isPresent();
    }

    /** Holds the first and the last value of an interval, which are null if it has none. */
    private record Ends(JsonNode low, JsonNode high) {
        static Ends of(JsonNode element) {
            if (!element.isArray()) {
                if (element.isNull()) {
                    throw new IllegalArgumentException("A query cannot ask for a value that is null");
                }
                return new Ends(element, element);
            }
            if (element.size() != 2) {
                throw new IllegalArgumentException("Not a pair: " + element);
            }
            return new Ends(element.get(0), element.get(1));
        }

        boolean hasText() {
            return low.isTextual() || high.isTextual();
        }

        boolean hasNumber() {
            return low.isNumber() || high.isNumber();
        }
    }

    private Stream<Ends> ends() {
        return values.valueStream().map(Ends::of);
    }

    private Interval between(ColumnType type, Ends ends) {
        return Intervals.between(
                type, text(type, ends.low(), RoundingMode.FLOOR), text(type, ends.high(), RoundingMode.CEILING));
    }

    private Optional<String> text(ColumnType type, JsonNode value, RoundingMode rounding) {
        if (value.isNull()) {
            return Optional.empty();
        }
        int digits = logScale(type);
        boolean isRounded = type == ColumnType.BIGINT && (value.isNumber() || digits > 0);
        if (digits == 0 && !isRounded) {
            return Optional.of(value.asText());
        }
        BigDecimal number = new BigDecimal(value.asText()).movePointLeft(digits);
        return Optional.of(isRounded ? nearestLong(number.setScale(0, rounding)) : number.toString());
    }

    private static String nearestLong(BigDecimal number) {
        return number.toBigInteger().max(LEAST_LONG).min(GREATEST_LONG).toString();
    }

    /**
     * Returns how many digits after the point the log's numbers have that the layout's values do not have. The log has
     * decimals as their unscaled values. So has a layout of a decimal column, but not one that reads the column as
     * doubles, or that reads text.
     */
    private int logScale(ColumnType type) {
        if (type != ColumnType.DOUBLE && !(isCast && type == ColumnType.BIGINT)) {
            return 0;
        }
        Matcher decimal = DECIMAL.matcher(sqlType.orElse(""));
        return decimal.matches() ? Integer.parseInt(decimal.group(1)) : 0;
    }
}
