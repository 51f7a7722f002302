// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import io.skipping.builder.JobException.Scope;
import io.skipping.command.TableName;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Sends SQL to a catalog of this connector. Every call opens its own connection, and cancels its statement on
 * interruption.
 */
final class SkippingCatalog {
    private final TrinoServer server;
    private final String catalog;
    private final SkippingSql sql;
    private final Interruption interruption;
    private final Function<TableName, Heartbeat> heartbeats;

    /** @param heartbeats starts one for a statement about a table */
    SkippingCatalog(
            TrinoServer server, String catalog, Interruption interruption, Function<TableName, Heartbeat> heartbeats) {
        this.server = server;
        this.catalog = catalog;
        this.sql = new SkippingSql(catalog);
        this.interruption = interruption;
        this.heartbeats = heartbeats;
    }

    /** Summarises new and changed objects. Returns only when Trino has reported all of them. */
    void summarize(TableName table, Optional<String> rangeSize, Consumer<BuildEvent> events) {
        query(table, sql.summarize(table, rangeSize), row -> events.accept(BuildEvent.read(row)));
    }

    void publish(TableName table, String build) {
        call(table, sql.publish(table, build));
    }

    void vacuum(TableName table, String olderThan) {
        call(table, sql.vacuum(table, olderThan));
    }

    void copy(TableName table, String from) {
        call(table, sql.copy(table, from));
    }

    /**
     * The files that a vacuum would delete.
     *
     * @param bytes their total size
     */
    record Vacuumed(List<String> files, long bytes) {}

    Vacuumed vacuumed(TableName table, String olderThan) {
        List<String> files = new ArrayList<>();
        long[] bytes = {0};
        query(table, sql.vacuumed(table, olderThan), row -> {
            files.add(row.getString("file"));
            bytes[0] = row.getLong("total_bytes");
        });
        return new Vacuumed(files, bytes[0]);
    }

    /** Returns the tables of a schema, as they are now. */
    List<TableName> tables(String schema) {
        TableName any = new TableName(schema, "*");
        List<TableName> tables = new ArrayList<>();
        query(any, sql.tables(schema), row -> tables.add(new TableName(schema, row.getString("table_name"))));
        if (tables.isEmpty()) {
            List<String> schemas = new ArrayList<>();
            query(any, sql.schemas(schema), row -> schemas.add(row.getString("schema_name")));
            if (schemas.isEmpty()) {
                throw new JobException(
                        Scope.TABLE,
                        "There is no schema %s.%s at %s, or user %s may not see it"
                                .formatted(catalog, schema, server, server.user()));
            }
        }
        return tables;
    }

    List<IndexStatus> indexes(TableName table) {
        List<IndexStatus> indexes = new ArrayList<>();
        query(table, sql.indexes(table), row -> indexes.add(IndexStatus.read(row)));
        return indexes;
    }

    private interface Work {
        void run(Statement statement, Heartbeat heartbeat) throws SQLException;
    }

    private interface RowConsumer {
        void accept(ResultSet row) throws SQLException;
    }

    private void query(TableName table, String text, RowConsumer rows) {
        run(table, (statement, heartbeat) -> readRows(statement, heartbeat, text, rows));
    }

    private void call(TableName table, String text) {
        run(table, (statement, _) -> statement.execute(text));
    }

    private void readRows(Statement statement, Heartbeat heartbeat, String text, RowConsumer rows) throws SQLException {
        try (ResultSet result = statement.executeQuery(text)) {
            while (result.next()) {
                heartbeat.heard();
                rows.accept(result);
                interruption.check();
            }
        }
        // to the reader, a cancelled query may look like a complete one
        interruption.check();
    }

    private void run(TableName table, Work work) {
        try {
            execute(table, work);
        } catch (SQLException | RuntimeException e) {
            if (e instanceof JobException known) {
                throw known;
            }
            interruption.check();
            if (TrinoErrors.isNotFound(e)) {
                checkCatalog(table, e);
            }
            throw TrinoErrors.explain(e, server, catalog, table);
        }
    }

    private void execute(TableName table, Work work) throws SQLException {
        try (Heartbeat heartbeat = heartbeats.apply(table);
                Connection connection = server.connect();
                Statement statement = connection.createStatement();
                Interruption.Running _ = interruption.running(statement)) {
            work.run(statement, heartbeat);
        }
    }

    /**
     * Finds out whether the catalog or the table is missing. Trino reports the same error for a catalog without this
     * connector's functions as for a missing table.
     */
    private void checkCatalog(TableName table, Exception failure) {
        List<String> connectors = new ArrayList<>();
        List<String> others = new ArrayList<>();
        try {
            execute(table, (statement, heartbeat) -> {
                readRows(statement, heartbeat, sql.connector(), row -> connectors.add(row.getString(1)));
                readRows(statement, heartbeat, SkippingSql.catalogs(), row -> others.add(row.getString(1)));
            });
        } catch (SQLException | RuntimeException e) {
            if (e instanceof InterruptedJobException interrupted) {
                throw interrupted;
            }
            // not everyone may see the catalogs; in that case only the first failure is reported
            failure.addSuppressed(e);
            return;
        }
        String remedy = others.isEmpty()
                ? "No catalog there has connector.name=skipping_hive"
                : "Catalogs with connector.name=skipping_hive: " + String.join(", ", others);
        if (connectors.isEmpty()) {
            throw new JobException(
                    Scope.SERVER,
                    "Trino at %s has no catalog '%s', or user %s may not see it. %s"
                            .formatted(server, catalog, server.user(), remedy),
                    failure);
        }
        if (!connectors.getFirst().equals("skipping_hive")) {
            throw new JobException(
                    Scope.SERVER,
                    "Catalog '%s' at %s has connector.name=%s, which knows no indexes; change it to skipping_hive. %s"
                            .formatted(catalog, server, connectors.getFirst(), remedy),
                    failure);
        }
    }
}
