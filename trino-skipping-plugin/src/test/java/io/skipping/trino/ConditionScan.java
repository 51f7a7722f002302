// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import io.trino.testing.MaterializedRow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Tells which rows satisfy each of several conditions by one scan that evaluates all of them, in place of a scan for each.
 * Tests ask the stock connector in this way, which saves time, and ours condition by condition, so that it can skip.
 *
 * <p>Do not use it for IN over NaN or zeros, nor for comparisons with them that the engine puts together to an IN: it
 * evaluates these differently in a filter and in a projection. See {@link #sameInProjection}.
 */
final class ConditionScan {
    private static final Pattern NAN_OR_ZERO =
            Pattern.compile("(real|double) '(NaN|-?0\\.0)'", Pattern.CASE_INSENSITIVE);

    private ConditionScan() {}

    /** Tells whether a condition is surely true of the same rows in a filter and in a projection. */
    static boolean sameInProjection(String condition) {
        return !NAN_OR_ZERO.matcher(condition).find();
    }

    /** Returns the query by which ours is asked: the number of a condition and the columns, of the rows that satisfy it. */
    static String conditionByCondition(String table, List<String> columns, List<String> conditions) {
        return conditionByCondition(table, columns, conditions, 0);
    }

    /** @param first the number of the first condition */
    static String conditionByCondition(String table, List<String> columns, List<String> conditions, int first) {
        return IntStream.range(0, conditions.size())
                .mapToObj(number -> "SELECT %s, %s FROM %s WHERE %s"
                        .formatted(first + number, String.join(", ", columns), table, conditions.get(number)))
                .collect(joining("\nUNION ALL "));
    }

    /**
     * Returns the rows of {@link #conditionByCondition}.
     *
     * @param asker gives the rows of a query
     */
    static Multiset<MaterializedRow> rows(
            Function<String, ? extends Iterable<MaterializedRow>> asker,
            String table,
            List<String> columns,
            List<String> conditions) {
        String query = "SELECT %s, %s FROM %s"
                .formatted(
                        String.join(", ", columns),
                        conditions.stream().map("(%s)"::formatted).collect(joining(", ")),
                        table);
        return satisfying(asker.apply(query), columns.size(), conditions.size());
    }

    /**
     * Returns the number of a condition and the columns, for each row and each condition that is true of it.
     *
     * @param scanned rows of columns, then of what the conditions are
     */
    static Multiset<MaterializedRow> satisfying(Iterable<MaterializedRow> scanned, int columns, int conditions) {
        Multiset<MaterializedRow> rows = HashMultiset.create();
        for (MaterializedRow row : scanned) {
            for (int condition = 0; condition < conditions; condition++) {
                if (Boolean.TRUE.equals(row.getField(columns + condition))) {
                    List<Object> fields = new ArrayList<>();
                    fields.add(condition);
                    fields.addAll(row.getFields().subList(0, columns));
                    rows.add(new MaterializedRow(fields));
                }
            }
        }
        return rows;
    }
}
