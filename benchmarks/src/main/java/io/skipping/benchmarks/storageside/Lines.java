// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

import io.skipping.testing.meters.format.MeterColumn;
import io.skipping.testing.meters.format.MeterFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes SQL that counts the bytes of the lines of text objects, over a table that has each line as its only column.
 */
final class Lines {
    static final String COLUMN = "line";

    private Lines() {}

    /**
     * Returns a single scan for all questions. Its only row has three numbers for each: the rows that meet the
     * condition, their bytes, and the bytes of the columns that are needed of them. Bytes include line ends.
     *
     * @param table the table of lines, in SQL
     */
    static String sql(List<Question> questions, MeterFormat format, String table) {
        String selected = questions.stream()
                .map(question -> """
                        count_if(%1$s), coalesce(sum(row_bytes) FILTER (WHERE %1$s), 0), \
                        coalesce(sum(column_bytes) FILTER (WHERE %1$s), 0)""".formatted(question.condition()))
                .collect(Collectors.joining(", "));
        return "SELECT %s FROM (SELECT length(to_utf8(%s)) + 1 AS row_bytes, %s AS column_bytes, %s FROM %s)"
                .formatted(selected, COLUMN, columnBytes(format), columns(format), source(format, table));
    }

    /**
     * Returns the oracles of the questions.
     *
     * @param row the result of that SQL
     */
    static List<Oracle> oracles(List<Object> row) {
        List<Oracle> oracles = new ArrayList<>();
        for (int index = 0; index < row.size(); index += 3) {
            oracles.add(new Oracle((long) row.get(index), (long) row.get(index + 1), (long) row.get(index + 2)));
        }
        return oracles;
    }

    private static String columns(MeterFormat format) {
        return Arrays.stream(MeterColumn.values())
                .map(column -> "CAST(%s AS %s) AS \"%s\""
                        .formatted(value(format, column), column.type().getDisplayName(), column.columnName()))
                .collect(Collectors.joining(", "));
    }

    private static String source(MeterFormat format, String table) {
        return switch (format) {
            case CSV -> "(SELECT %1$s, split(%1$s, ',') AS fields FROM %2$s)".formatted(COLUMN, table);
            case JSON -> table;
            case PARQUET, ORC -> throw notText(format);
        };
    }

    /** Returns the expression for the text of a value. */
    private static String value(MeterFormat format, MeterColumn column) {
        return switch (format) {
            case CSV -> "fields[%d]".formatted(column.ordinal() + 1);
            case JSON -> "json_extract_scalar(%s, '$.%s')".formatted(COLUMN, column.columnName());
            case PARQUET, ORC -> throw notText(format);
        };
    }

    private static String columnBytes(MeterFormat format) {
        return switch (format) {
            case CSV -> "length(fields[%d]) + 1".formatted(MeterColumn.SUMHC.ordinal() + 1);
            // the number as written, possibly with trailing zeros
            case JSON ->
                "length('{\"%1$s\":}') + length(regexp_extract(%2$s, '\"%1$s\":([^,}]*)', 1)) + 1"
                        .formatted(Question.COLUMN, COLUMN);
            case PARQUET, ORC -> throw notText(format);
        };
    }

    private static IllegalArgumentException notText(MeterFormat format) {
        return new IllegalArgumentException("Not text: " + format);
    }
}
