// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.text;

import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import java.util.Collections;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The same rows in the formats of text. */
enum TextTable {
    TEXTFILE("TEXTFILE"),
    /** All values are in quotes, as Trino writes them. */
    CSV("CSV"),
    /** No value is in quotes, as most programs write them. */
    CSV_UNQUOTED("CSV"),
    JSON("JSON"),
    /** The values are the groups of a regular expression. */
    REGEX("REGEX"),
    /** Text that is compressed by gzip as a whole. */
    TEXT_GZIP("TEXTFILE");

    static final String SCHEMA = "text";
    static final int OBJECTS = 4;
    static final int COLUMNS = 12;

    static final int ROWS_A_STEP = 1000;

    /** The regular expression of a line: a group for each column. */
    private static final String GROUPS = String.join(",", Collections.nCopies(COLUMNS, "([^,]*)"));

    private final String format;

    TextTable(String format) {
        this.format = format;
    }

    /** Returns the name in results. */
    String title() {
        return name().toLowerCase(Locale.ENGLISH).replace('_', '-');
    }

    /** Returns the name in a catalog. */
    String table(String catalog) {
        return "%s.%s.%s".formatted(catalog, SCHEMA, table());
    }

    private String table() {
        return name().toLowerCase(Locale.ENGLISH);
    }

    IndexedTable index(Queries queries) {
        return new IndexedTable(queries, SCHEMA, table());
    }

    /** Returns the definition of the table. */
    String create() {
        return "CREATE TABLE %s (%s) WITH (format = '%s'%s, external_location = '%s')"
                .formatted(
                        table(LocalLake.HIVE_CATALOG),
                        definitions(format.equals("CSV")),
                        format,
                        this == REGEX ? ", regex = '%s'".formatted(GROUPS) : "",
                        location());
    }

    /** Returns whether the objects are written as those of a table of text with commas. */
    private boolean hasCommas() {
        return this == CSV_UNQUOTED || this == REGEX;
    }

    /** Returns the table that this one's objects are written as. */
    String written() {
        return hasCommas()
                ? "%s.%s.%s_commas".formatted(LocalLake.HIVE_CATALOG, SCHEMA, table())
                : table(LocalLake.HIVE_CATALOG);
    }

    /** Returns the definition of a table of text with commas over the same objects; empty if Trino can write them otherwise. */
    Optional<String> createCommas() {
        return hasCommas()
                ? Optional.of(
                        "CREATE TABLE %s (%s) WITH (format = 'TEXTFILE', textfile_field_separator = ',', external_location = '%s')"
                                .formatted(written(), definitions(format.equals("CSV")), location()))
                : Optional.empty();
    }

    private String location() {
        return "s3://%s/text/%s".formatted(LocalLake.BUCKET, title());
    }

    private static String definitions(boolean text) {
        return IntStream.range(0, COLUMNS)
                .mapToObj(column -> "c%d %s".formatted(column, text ? "varchar" : type(column)))
                .collect(Collectors.joining(", "));
    }

    private static String type(int column) {
        return switch (column % 4) {
            case 0 -> "bigint";
            case 1 -> "double";
            case 2 -> "date";
            default -> "varchar";
        };
    }

    /**
     * Returns the statement that writes one object. The first column is the number of the row, which rises from object
     * to object.
     *
     * @param rows of the whole table
     */
    String insert(int object, int rows) {
        int steps = rows / ROWS_A_STEP;
        String values = IntStream.range(0, COLUMNS)
                .mapToObj(
                        column -> format.equals("CSV") ? "CAST(%s AS varchar)".formatted(value(column)) : value(column))
                .collect(Collectors.joining(", "));
        return "INSERT INTO %s SELECT %s FROM UNNEST(sequence(%d, %d)) AS a(x) CROSS JOIN UNNEST(sequence(0, %d)) AS b(y)"
                .formatted(
                        written(),
                        values,
                        object * steps / OBJECTS,
                        (object + 1) * steps / OBJECTS - 1,
                        ROWS_A_STEP - 1);
    }

    private static String value(int column) {
        return switch (column % 4) {
            case 0 -> "CAST(x * 1000 + y AS bigint)";
            case 1 -> "CAST((x * 7919 + y * 104729) % 1000003 AS double) / 1000";
            case 2 -> "date '2020-01-01' + ((x + y) % 1000) * interval '1' day";
            // each step has each name
            default -> "'meter-' || CAST((x * 31 + y) % 500 AS varchar)";
        };
    }

    /** Returns an aggregate that needs each value of a column, and that no index knows. */
    String everyValueOf(int column) {
        String other = format.equals("CSV")
                ? "'x'"
                : switch (column % 4) {
                    case 0 -> "-1";
                    case 1 -> "-1e0";
                    case 2 -> "date '2000-01-01'";
                    default -> "'x'";
                };
        return "count_if(c%d <> %s)".formatted(column, other);
    }

    /** Returns a condition of one row. */
    String row(int number) {
        return format.equals("CSV") ? "c0 = '%d'".formatted(number) : "c0 = %d".formatted(number);
    }
}
