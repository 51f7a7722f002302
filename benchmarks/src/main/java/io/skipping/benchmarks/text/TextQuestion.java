// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.text;

import io.skipping.benchmarks.measure.Case;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A query of one table of text.
 *
 * @param sql with {@code %s} for the table; its result is one row
 * @param readsAll whether nothing can be skipped
 */
record TextQuestion(TextTable table, String name, String description, String sql, boolean readsAll) implements Case {
    /** Returns the questions of a table: how fast rows are read, and what is gained where few are wanted. */
    static List<TextQuestion> of(TextTable table, int rows) {
        String every = IntStream.range(0, TextTable.COLUMNS)
                .mapToObj(table::everyValueOf)
                .collect(Collectors.joining(", "));
        return List.of(
                question(table, "all-columns", "all columns of all rows", every, "", true),
                question(
                        table,
                        "two-columns",
                        "two columns of all rows",
                        table.everyValueOf(1) + ", " + table.everyValueOf(7),
                        "",
                        true),
                question(
                        table,
                        "unhelped",
                        "all columns of the rows of one name, which are everywhere",
                        every,
                        " WHERE c3 = 'meter-77'",
                        true),
                question(table, "one-row", "all columns of one row", every, " WHERE " + table.row(rows / 3), false));
    }

    private static TextQuestion question(
            TextTable table, String name, String description, String columns, String condition, boolean readsAll) {
        return new TextQuestion(
                table,
                "%s/%s".formatted(table.title(), name),
                description,
                "SELECT " + columns + " FROM %s" + condition,
                readsAll);
    }

    String sql(TextReading reading) {
        return sql.formatted(table.table(reading.way().catalog()));
    }
}
