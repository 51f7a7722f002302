// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import io.skipping.testing.meters.format.MeterColumn;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Writes the SQL that makes Parquet objects of meter readings a table of Trino's Iceberg connector, without copying them. */
public final class IcebergDdl {
    private IcebergDdl() {}

    /**
     * Returns the {@code CREATE TABLE} statement.
     *
     * @param table the name in SQL
     */
    public static String createTable(String table) {
        return "CREATE TABLE %s (%s) WITH (format = 'PARQUET')"
                .formatted(
                        table,
                        Arrays.stream(MeterColumn.values())
                                .map(column -> "\"%s\" %s"
                                        .formatted(
                                                column.columnName(),
                                                column.type().getDisplayName()))
                                .collect(Collectors.joining(", ")));
    }

    /**
     * Returns the statement that adds all objects below a location to the table.
     *
     * @param table the name in SQL
     * @param location a URI that Trino can resolve, such as {@code s3://bucket/meters}
     */
    public static String addFiles(String table, String location) {
        return "ALTER TABLE %s EXECUTE add_files(location => '%s', format => 'PARQUET', recursive_directory => 'TRUE')"
                .formatted(table, location);
    }
}
