// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.rewrite;

import io.skipping.command.TableName;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Writes the SQL statements of rewrites; docs/layout-writes.md specifies what they do.
 *
 * @param catalog the catalog of the table
 * @param table the table to rewrite
 * @param format the format of the table, by its {@link #definition}
 */
public record RewriteSql(String catalog, TableName table, TableFormat format) {
    private static final String STAGING_PREFIX = "_skipping_rewrite_";

    /** Returns a query for the definition of a table. */
    public static String definition(String catalog, TableName table) {
        return "SHOW CREATE TABLE " + table.inCatalog(catalog);
    }

    TableName staging(String rewrite) {
        return new TableName(table.schema(), stagingPrefix() + rewrite);
    }

    private String stagingPrefix() {
        return STAGING_PREFIX + table.table() + "_";
    }

    /** Returns a query for the name and the type of each column, and whether it is a partition key. */
    String columns() {
        return "SHOW COLUMNS FROM " + table.inCatalog(catalog);
    }

    String partitions(List<PartitionName.PartitionColumn> columns) {
        return "SELECT %s FROM %s"
                .formatted(
                        columns.stream()
                                .map(column -> "CAST(%s AS varchar)".formatted(TableName.identifier(column.name())))
                                .collect(Collectors.joining(", ")),
                        view("$partitions"));
    }

    String begin(
            String rewrite, String model, List<String> sortedBy, Optional<String> partition, boolean moveExternal) {
        return "CALL %s(%s, rewrite => %s, model => %s, sorted_by => CAST(ARRAY[%s] AS array(varchar))%s, move_external => %s)"
                .formatted(
                        procedure("begin_rewrite"),
                        arguments(table),
                        TableName.literal(rewrite),
                        TableName.literal(model),
                        sortedBy.stream().map(TableName::literal).collect(Collectors.joining(", ")),
                        partition
                                .map(name -> ", partition => " + TableName.literal(name))
                                .orElse(""),
                        moveExternal);
    }

    String insert(String rewrite, Optional<PartitionName> partition) {
        return "INSERT INTO %s SELECT * FROM %s%s"
                .formatted(staging(rewrite).inCatalog(catalog), table.inCatalog(catalog), where(partition));
    }

    /**
     * Returns a statement that sets the precision at which the connector reads and writes timestamps.
     *
     * @param precision as the connector names it; that of the INSERT depends on the {@link TableFormat#precision format}
     */
    String timestampPrecision(String precision) {
        return "SET SESSION %s.timestamp_precision = %s"
                .formatted(TableName.identifier(catalog), TableName.literal(precision));
    }

    /** Returns a statement that sets this precision back to that of the session. */
    String usualTimestampPrecision() {
        return "RESET SESSION %s.timestamp_precision".formatted(TableName.identifier(catalog));
    }

    /** Returns a query for the number of rows, and a checksum of each column. */
    String content(TableName read, List<TableColumn> columns, Optional<PartitionName> partition) {
        return "SELECT count(*)%s FROM %s%s"
                .formatted(
                        columns.stream()
                                .map(column -> ", to_hex(checksum(%s))".formatted(summed(column)))
                                .collect(Collectors.joining()),
                        read.inCatalog(catalog),
                        where(partition));
    }

    /** Returns the expression that a column's checksum is over. */
    private static String summed(TableColumn column) {
        String name = TableName.identifier(column.name());
        // the checksum of a map does not show a change that is the same in a key and its value
        return column.type().startsWith("map(") ? "map_entries(%s)".formatted(name) : name;
    }

    String rows(TableName counted, Optional<PartitionName> partition) {
        return "SELECT count(*) FROM %s%s".formatted(counted.inCatalog(catalog), where(partition));
    }

    String objects(Optional<PartitionName> partition) {
        return "SELECT count(DISTINCT \"$path\") FROM %s%s".formatted(table.inCatalog(catalog), where(partition));
    }

    /** Returns a query for the names of the Hive partitions that contain a partition's rows. */
    String partitionsOfRows(PartitionName partition) {
        return "SELECT DISTINCT \"$partition\" FROM %s%s"
                .formatted(table.inCatalog(catalog), where(Optional.of(partition)));
    }

    private static String where(Optional<PartitionName> partition) {
        return partition.map(name -> " WHERE " + name.condition()).orElse("");
    }

    /** Returns a query for the number of indexes that a build has published. */
    String publishedIndexes() {
        return "SELECT count(published) FROM " + view("$indexes");
    }

    /**
     * Returns a query for the name of each index of the staging table that objects lack, and for their number. It leaves out
     * what no build makes any more, because it is over a column that was dropped, renamed or has another type.
     */
    String lackingIndexes(String rewrite) {
        TableName staging = staging(rewrite);
        return "SELECT index_name, objects_total - objects_indexed FROM %s WHERE next_build <> 'drop' AND objects_indexed < objects_total ORDER BY 1"
                .formatted(new TableName(staging.schema(), staging.table() + "$indexes").inCatalog(catalog));
    }

    String summarize(String rewrite) {
        return "SELECT build, event FROM TABLE(%s(%s))".formatted(procedure("summarize"), arguments(staging(rewrite)));
    }

    String publish(String rewrite, String build) {
        return "CALL %s(%s, build => %s)"
                .formatted(procedure("publish_index"), arguments(staging(rewrite)), TableName.literal(build));
    }

    String swap(String rewrite) {
        return "CALL %s(%s, rewrite => %s)"
                .formatted(procedure("swap_rewrite"), arguments(table), TableName.literal(rewrite));
    }

    String finish(String olderThan, boolean leaveLateObjects, boolean dryRun) {
        return "CALL %s(%s, older_than => %s, dry_run => %s, leave_late_objects => %s)"
                .formatted(
                        procedure("finish_rewrite"),
                        arguments(table),
                        TableName.literal(olderThan),
                        dryRun,
                        leaveLateObjects);
    }

    /** Returns a statement that removes what a rewrite left that never reached the swap. */
    String remove(String rewrite) {
        return "CALL %s(%s, older_than => '0s', rewrite => %s)"
                .formatted(procedure("finish_rewrite"), arguments(table), TableName.literal(rewrite));
    }

    /** Returns a query for the existing staging tables. */
    String stagingTables() {
        return "SELECT table_name FROM %s.information_schema.tables WHERE table_schema = %s AND regexp_like(table_name, %s) ORDER BY 1"
                .formatted(
                        TableName.identifier(catalog),
                        TableName.literal(table.schema()),
                        TableName.literal("^\\Q%s\\E[0-9a-f]{8}$".formatted(stagingPrefix())));
    }

    private String view(String suffix) {
        return new TableName(table.schema(), table.table() + suffix).inCatalog(catalog);
    }

    private String procedure(String name) {
        return TableName.identifier(catalog) + ".system." + name;
    }

    private static String arguments(TableName name) {
        return "schema_name => %s, table_name => %s"
                .formatted(TableName.literal(name.schema()), TableName.literal(name.table()));
    }
}
