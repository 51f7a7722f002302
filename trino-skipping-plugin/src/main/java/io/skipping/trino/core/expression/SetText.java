// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.expression;

import static java.util.stream.Collectors.joining;

import io.skipping.index.predicate.Predicate;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Writes a condition on one column in words like SQL's. */
final class SetText {
    private static final int MOST = 5;

    private SetText() {}

    static String of(String column, Predicate predicate) {
        Optional<KeySet> values = values(predicate).findFirst();
        boolean isNullAllowed = allowsNull(predicate);
        if (values.isEmpty()) {
            return isNullAllowed ? column + " IS NULL" : "the condition on " + column;
        }
        return of(column, values.get()) + (isNullAllowed ? " OR %s IS NULL".formatted(column) : "");
    }

    private static Stream<KeySet> values(Predicate predicate) {
        return switch (predicate) {
            case Predicate.And and -> and.operands().stream().flatMap(SetText::values);
            case Predicate.Or or -> or.operands().stream().flatMap(SetText::values);
            case Predicate.InSet set -> Stream.of(set.values());
            default -> Stream.of();
        };
    }

    private static boolean allowsNull(Predicate predicate) {
        return switch (predicate) {
            case Predicate.Or or -> or.operands().stream().anyMatch(SetText::allowsNull);
            case Predicate.IsNull _ -> true;
            default -> false;
        };
    }

    private static String of(String column, KeySet values) {
        if (values.isAll()) {
            return column + " IS NOT NULL";
        }
        List<KeyRange> ranges = values.ranges();
        if (ranges.stream().allMatch(KeyRange::isSingle) && ranges.size() > 1) {
            return "%s IN (%s%s)"
                    .formatted(
                            column,
                            ranges.stream()
                                    .limit(MOST)
                                    .map(range ->
                                            literal(values.type(), range.low().orElseThrow()))
                                    .collect(joining(", ")),
                            ranges.size() > MOST ? ", and %d more".formatted(ranges.size() - MOST) : "");
        }
        return ranges.stream()
                        .limit(MOST)
                        .map(range -> of(column, values.type(), range))
                        .collect(joining(" OR "))
                + (ranges.size() > MOST ? " OR %d more intervals".formatted(ranges.size() - MOST) : "");
    }

    private static String of(String column, ScalarType type, KeyRange range) {
        if (range.isSingle()) {
            return "%s = %s".formatted(column, literal(type, range.low().orElseThrow()));
        }
        Optional<String> low = range.low()
                .map(key -> "%s %s %s".formatted(column, range.lowInclusive() ? ">=" : ">", literal(type, key)));
        Optional<String> high = range.high()
                .map(key -> "%s %s %s".formatted(column, range.highInclusive() ? "<=" : "<", literal(type, key)));
        return Stream.of(low, high).flatMap(Optional::stream).collect(joining(" AND "));
    }

    /** Returns a value as SQL would write it, but for its type. */
    static String literal(ScalarType type, Key key) {
        String text = type.describe(key);
        return switch (type.kind()) {
            case VARCHAR, CHAR, DATE, TIMESTAMP, TIMESTAMP_TZ, TIME, UUID -> "'" + text.replace("'", "''") + "'";
            case VARBINARY -> "from_base64('%s')".formatted(text);
            default -> text;
        };
    }
}
