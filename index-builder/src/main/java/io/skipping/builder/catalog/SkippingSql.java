// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.catalog;

import static io.skipping.command.TableName.identifier;

import io.skipping.command.TableName;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes the SQL statements for the connector. */
public final class SkippingSql {
    /** Is the connector of Hive tables. */
    static final String HIVE = "skipping_hive";

    /** Lists the connectors whose tables may have indexes. */
    static final List<String> CONNECTORS = List.of(HIVE, "skipping_iceberg");

    private final String catalog;

    SkippingSql(String catalog) {
        this.catalog = catalog;
    }

    /**
     * Returns a statement that summarises new and changed objects, and reports on them in rows that {@link BuildEvent}
     * reads.
     */
    String summarize(TableName table, Optional<String> rangeSize) {
        String size = rangeSize
                .map(value -> ", range_size => " + TableName.literal(value))
                .orElse("");
        return "SELECT event, build, objects, bytes, ranges, rows, index_bytes, object, message FROM TABLE(%s.system.summarize(%s%s))"
                .formatted(identifier(catalog), arguments(table), size);
    }

    /** Returns a statement that fails if the user may not summarise the table, and does nothing otherwise. */
    String validateSummarize(TableName table) {
        return "EXPLAIN (TYPE VALIDATE) " + summarize(table, Optional.empty());
    }

    /**
     * Returns a query for the objects that are in no index although they were modified before a moment, and for how many
     * are in none and have no time, or one that has not come yet; read by {@link OverdueObjects}.
     */
    String overdue(TableName table, Instant modifiedBefore) {
        return "SELECT count_if(object_modified < from_unixtime(%d)) AS objects, min_by(object, object_modified) AS object, min_by(reason, object_modified) AS reason, min(object_modified) AS modified, count_if(object_modified IS NULL) AS undated, min(IF(object_modified IS NULL, object)) AS without_time, count_if(object_modified > current_timestamp + INTERVAL '10' MINUTE) AS future, max_by(object, object_modified) AS latest FROM %s WHERE state <> 'indexed'"
                .formatted(modifiedBefore.getEpochSecond(), view(table, "$objects"));
    }

    /**
     * Returns the query for the data files of an Iceberg table, which have no times of their own: each is as old as the
     * snapshot that added it, and older than all snapshots if that has expired.
     */
    String overdueFiles(TableName table, Instant committedBefore) {
        return """
                WITH files AS (
                    SELECT e.data_file.file_path AS path, coalesce(min(s.committed_at), from_unixtime(0)) AS committed
                    FROM %s e LEFT JOIN %s s ON s.snapshot_id = e.snapshot_id GROUP BY 1)
                SELECT count(*) AS objects, min_by(object, committed) AS object, min_by(reason, committed) AS reason, min(committed) AS modified, 0 AS undated, NULL AS without_time, 0 AS future, NULL AS latest
                FROM %s JOIN files ON path = object WHERE state <> 'indexed' AND committed < from_unixtime(%d)""".formatted(
                        view(table, "$all_entries"),
                        view(table, "$snapshots"),
                        view(table, "$objects"),
                        committedBefore.getEpochSecond());
    }

    /** Returns a query for the first row of an object. */
    String firstRow(TableName table, String object) {
        return "SELECT * FROM %s WHERE \"$path\" = %s LIMIT 1"
                .formatted(table.inCatalog(catalog), TableName.literal(object));
    }

    /** Returns a query for the tables of a schema that rewrites by {@code partitioner.jar} use. */
    String stagingTables(String schema) {
        return "SELECT table_name FROM %s.information_schema.tables WHERE table_schema = %s AND table_name LIKE '\\_skipping\\_rewrite\\_%%' ESCAPE '\\' ORDER BY 1"
                .formatted(identifier(catalog), TableName.literal(schema));
    }

    /** Returns a statement that publishes the summaries of a build. */
    String publish(TableName table, String build) {
        return "CALL %s.system.publish_index(%s, build => %s)"
                .formatted(identifier(catalog), arguments(table), TableName.literal(build));
    }

    /** Returns a statement that deletes files that no state of the index needs any more. */
    String vacuum(TableName table, String olderThan) {
        return "CALL %s.system.vacuum_index(%s, older_than => %s)"
                .formatted(identifier(catalog), arguments(table), TableName.literal(olderThan));
    }

    /** Returns a statement that fails if the store of the table's index lacks what an index needs. */
    String checkStore(TableName table) {
        return "CALL %s.system.check_store(%s)".formatted(identifier(catalog), arguments(table));
    }

    /** Returns a query for the nodes of the server, read by {@link ServerNode}. */
    String nodes() {
        return "SELECT n.node_id, n.coordinator, n.node_version, s.plugin_version, s.trino_release, s.java_version, s.clock, current_timestamp AS asked FROM system.runtime.nodes n LEFT JOIN %s.system.skipping_nodes s ON s.node_id = n.node_id WHERE n.state = 'active' ORDER BY 1"
                .formatted(identifier(catalog));
    }

    /** Returns a query with one row for each file that a vacuum would delete. */
    String vacuumed(TableName table, String olderThan) {
        return "SELECT file, total_bytes FROM %s WHERE older_than = %s"
                .formatted(view(table, "$vacuum"), TableName.literal(olderThan));
    }

    /** Returns a query for the names of the tables of a schema, without views. */
    String tables(String schema) {
        return "SELECT table_name FROM %s.information_schema.tables WHERE table_schema = %s AND table_type = 'BASE TABLE' ORDER BY 1"
                .formatted(identifier(catalog), TableName.literal(schema));
    }

    String schemas(String schema) {
        return "SELECT schema_name FROM %s.information_schema.schemata WHERE schema_name = %s"
                .formatted(identifier(catalog), TableName.literal(schema));
    }

    /** Returns a statement that copies the index from another store. */
    String copy(TableName table, String from) {
        return "CALL %s.system.copy_index(%s, from_store => %s)"
                .formatted(identifier(catalog), arguments(table), TableName.literal(from));
    }

    /** Returns a query with one row for each index, read by {@link IndexStatus}. */
    String indexes(TableName table) {
        return "SELECT index_name, index_type, requested, objects_indexed, objects_total, objects_stale, bytes_indexed, bytes_total, ranges, index_bytes, next_build, published, problem FROM %s"
                .formatted(view(table, "$indexes"));
    }

    /**
     * Returns a query for some objects of a table, chosen evenly by path, with the sums of all of them; read by
     * {@link SkippingCatalog#sample}.
     */
    String sample(TableName table, int objects) {
        return "SELECT * FROM (SELECT object, object_size, ranges, row_count, row_number() OVER (ORDER BY object) AS n, count(*) OVER () AS objects, sum(object_size) OVER () AS bytes, count_if(state <> 'indexed') OVER () AS unindexed FROM %s WHERE object_size > 0) WHERE (n - 1) %% greatest(1, objects / %d) = 0"
                .formatted(view(table, "$objects"), objects);
    }

    /** Returns a query for what scans of a table have skipped, read by {@link TableScans}. */
    String scans(TableName table) {
        return "SELECT since, scans, objects_considered, objects_pruned, bytes_considered, bytes_pruned FROM %s"
                .formatted(view(table, "$scans"));
    }

    /** Returns a query for the objects of a table by what the index knows of them. */
    String objectStates(TableName table) {
        return "SELECT count_if(state = 'unindexed') AS unindexed, count_if(state = 'stale') AS stale, count_if(%1$s) AS single, coalesce(sum(object_size) FILTER (WHERE %1$s), 0) AS single_bytes, max_by(object, object_size) FILTER (WHERE %1$s) AS largest FROM %2$s"
                .formatted(
                        "state = 'indexed' AND ranges = 1 AND object_size > " + ObjectStates.LONG,
                        view(table, "$objects"));
    }

    /** Returns a query for how many ranges each index has a summary of. */
    String summarised(TableName table) {
        return "SELECT index_type || '(' || array_join(columns, ',') || ')' AS index_name, count(*) AS ranges FROM %s GROUP BY 1"
                .formatted(view(table, "$index"));
    }

    /** Returns a query for what the server's recent tasks have read, and how long their threads took. */
    static String pace() {
        return "SELECT coalesce(sum(physical_input_bytes), 0) AS bytes, coalesce(sum(split_scheduled_time_ms), 0) AS millis FROM system.runtime.tasks WHERE physical_input_bytes > 0";
    }

    /** Returns a query for the schemas of the catalog that have tables of users. One that is called {@code system} must be named. */
    String allSchemas() {
        return "SELECT schema_name FROM %s.information_schema.schemata WHERE schema_name NOT IN ('information_schema', 'system') ORDER BY 1"
                .formatted(identifier(catalog));
    }

    /** Returns a statement after which plans in the same session say what indexes could decide, as JSON. */
    String explainForPrograms() {
        return "SET SESSION %s.skipping_explain_for_programs = true".formatted(identifier(catalog));
    }

    private String view(TableName table, String suffix) {
        return "%s.%s.%s"
                .formatted(identifier(catalog), identifier(table.schema()), identifier(table.table() + suffix));
    }

    /** Returns a query without rows that has the columns of the table. */
    String noRows(TableName table) {
        return "SELECT * FROM %s WHERE false".formatted(table.inCatalog(catalog));
    }

    String showColumns(TableName table) {
        return "SHOW COLUMNS FROM " + table.inCatalog(catalog);
    }

    String showCreate(TableName table) {
        return "SHOW CREATE TABLE " + table.inCatalog(catalog);
    }

    /** Returns a statement that requests an index. */
    public String createIndex(TableName table, String type, List<String> columns, Map<String, String> options) {
        String withOptions = options.isEmpty()
                ? ""
                : ", options => MAP(%s, %s)".formatted(array(options.keySet()), array(options.values()));
        return "CALL %s.system.create_index(%s, index_type => %s, columns => %s%s)"
                .formatted(identifier(catalog), arguments(table), TableName.literal(type), array(columns), withOptions);
    }

    private static String array(Collection<String> texts) {
        return texts.stream().map(TableName::literal).collect(Collectors.joining(", ", "ARRAY[", "]"));
    }

    /** Returns a query for the connector of the catalog. It returns no row if there is no such catalog. */
    String connector() {
        return "SELECT connector_name FROM system.metadata.catalogs WHERE catalog_name = lower(%s)"
                .formatted(TableName.literal(catalog));
    }

    /** Returns a query for the catalogs whose tables may have indexes, and their connectors. */
    static String catalogs() {
        return "SELECT catalog_name, connector_name FROM system.metadata.catalogs WHERE connector_name IN (%s) ORDER BY 1"
                .formatted(CONNECTORS.stream().map(TableName::literal).collect(Collectors.joining(", ")));
    }

    private static String arguments(TableName table) {
        return "schema_name => %s, table_name => %s"
                .formatted(TableName.literal(table.schema()), TableName.literal(table.table()));
    }
}
