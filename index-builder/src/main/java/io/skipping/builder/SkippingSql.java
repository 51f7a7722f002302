// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import static io.skipping.command.TableName.identifier;

import io.skipping.command.TableName;
import java.util.Optional;

/** Writes the SQL statements for the connector. */
final class SkippingSql {
    private final String catalog;

    SkippingSql(String catalog) {
        this.catalog = catalog;
    }

    /**
     * Returns a statement that summarises new and changed objects, and reports on them in rows that {@link BuildEvent}
     * reads.
     */
    String summarize(TableName table, Optional<String> rangeSize) {
        String size =
                rangeSize.map(value -> ", range_size => " + literal(value)).orElse("");
        return "SELECT event, build, objects, bytes, ranges, rows, index_bytes, object, message FROM TABLE(%s.system.summarize(%s%s))"
                .formatted(identifier(catalog), arguments(table), size);
    }

    /** Returns a statement that publishes the summaries of a build. */
    String publish(TableName table, String build) {
        return "CALL %s.system.publish_index(%s, build => %s)"
                .formatted(identifier(catalog), arguments(table), literal(build));
    }

    /** Returns a statement that deletes files that no state of the index needs any more. */
    String vacuum(TableName table, String olderThan) {
        return "CALL %s.system.vacuum_index(%s, older_than => %s)"
                .formatted(identifier(catalog), arguments(table), literal(olderThan));
    }

    /** Returns a query with one row for each file that a vacuum would delete. */
    String vacuumed(TableName table, String olderThan) {
        return "SELECT file, total_bytes FROM %s.%s.%s WHERE older_than = %s"
                .formatted(
                        identifier(catalog),
                        identifier(table.schema()),
                        identifier(table.table() + "$vacuum"),
                        literal(olderThan));
    }

    /** Returns a query for the names of the tables of a schema, without views. */
    String tables(String schema) {
        return "SELECT table_name FROM %s.information_schema.tables WHERE table_schema = %s AND table_type = 'BASE TABLE' ORDER BY 1"
                .formatted(identifier(catalog), literal(schema));
    }

    String schemas(String schema) {
        return "SELECT schema_name FROM %s.information_schema.schemata WHERE schema_name = %s"
                .formatted(identifier(catalog), literal(schema));
    }

    /** Returns a statement that copies the index from another store. */
    String copy(TableName table, String from) {
        return "CALL %s.system.copy_index(%s, from_store => %s)"
                .formatted(identifier(catalog), arguments(table), literal(from));
    }

    /** Returns a query with one row for each index, read by {@link IndexStatus}. */
    String indexes(TableName table) {
        return "SELECT index_name, index_type, requested, objects_indexed, objects_total, objects_stale, bytes_indexed, bytes_total, ranges, index_bytes, next_build, published, problem FROM %s.%s.%s"
                .formatted(identifier(catalog), identifier(table.schema()), identifier(table.table() + "$indexes"));
    }

    /** Returns a query for the connector of the catalog. It returns no row if there is no such catalog. */
    String connector() {
        return "SELECT connector_name FROM system.metadata.catalogs WHERE catalog_name = lower(%s)"
                .formatted(literal(catalog));
    }

    static String catalogs() {
        return "SELECT catalog_name FROM system.metadata.catalogs WHERE connector_name = 'skipping_hive' ORDER BY 1";
    }

    private static String arguments(TableName table) {
        return "schema_name => %s, table_name => %s".formatted(literal(table.schema()), literal(table.table()));
    }

    static String literal(String value) {
        return '\'' + value.replace("'", "''") + '\'';
    }
}
