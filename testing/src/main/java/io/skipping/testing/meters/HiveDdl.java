// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import io.skipping.testing.meters.format.MeterColumn;
import io.skipping.testing.meters.format.MeterFormat;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the SQL that makes a generated table known to Trino's Hive connector. */
public final class HiveDdl {
    /** Lists the formats in which a table reads its objects. */
    public enum TableFormat {
        /** Reads CSV objects with typed columns. */
        TEXTFILE(MeterFormat.CSV),
        /** Reads CSV objects by Hive's CSV serde, which has only varchar columns. */
        CSV(MeterFormat.CSV),
        JSON(MeterFormat.JSON),
        PARQUET(MeterFormat.PARQUET),
        ORC(MeterFormat.ORC);

        private final MeterFormat objects;

        TableFormat(MeterFormat objects) {
            this.objects = objects;
        }

        /** Returns the format of the objects that such a table reads. */
        public MeterFormat objects() {
            return objects;
        }
    }

    private HiveDdl() {}

    /** Returns the best table format for objects of a format: the one with typed columns if there are several. */
    public static TableFormat tableFormat(MeterFormat objects) {
        return switch (objects) {
            case CSV -> TableFormat.TEXTFILE;
            case JSON -> TableFormat.JSON;
            case PARQUET -> TableFormat.PARQUET;
            case ORC -> TableFormat.ORC;
        };
    }

    /**
     * Returns the {@code CREATE TABLE} statement.
     *
     * @param location a URI that Trino can resolve, such as {@code s3://bucket/meters}
     */
    public static String createTable(TableFormat format, String catalog, String schema, String table, String location) {
        return createTable(
                format, catalog, schema, table, location, ",\n    dt varchar", ",\n    partitioned_by = ARRAY['dt']");
    }

    /** Returns the {@code CREATE TABLE} statement of a table without partitions, over objects of all days in one folder. */
    public static String createTableWithoutPartitions(
            TableFormat format, String catalog, String schema, String table, String location) {
        return createTable(format, catalog, schema, table, location, "", "");
    }

    private static String createTable(
            TableFormat format,
            String catalog,
            String schema,
            String table,
            String location,
            String partitionColumn,
            String partitioning) {
        String columns = Stream.of(MeterColumn.values())
                .map(column -> "    %s %s".formatted(quoted(column.columnName()), type(format, column)))
                .collect(Collectors.joining(",\n"));
        String separator = format == TableFormat.TEXTFILE ? ",\n    textfile_field_separator = ','" : "";
        return """
                CREATE TABLE %s.%s.%s (
                %s%s
                )
                WITH (
                    external_location = %s,
                    format = '%s'%s%s
                )""".formatted(
                        quoted(catalog),
                        quoted(schema),
                        quoted(table),
                        columns,
                        partitionColumn,
                        literal(location),
                        format.name(),
                        separator,
                        partitioning);
    }

    /** Returns the statement that registers the existing {@code dt=} folders as partitions of the table. */
    public static String syncPartitions(String catalog, String schema, String table) {
        return "CALL %s.system.sync_partition_metadata(%s, %s, 'FULL')"
                .formatted(quoted(catalog), literal(schema), literal(table));
    }

    private static String type(TableFormat format, MeterColumn column) {
        return format == TableFormat.CSV
                ? "varchar"
                : column.type().getDisplayName().toLowerCase(Locale.ROOT);
    }

    private static String quoted(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
