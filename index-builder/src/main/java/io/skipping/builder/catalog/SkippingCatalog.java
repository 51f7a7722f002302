// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.catalog;

import static java.util.stream.Collectors.joining;

import io.skipping.builder.job.InterruptedJobException;
import io.skipping.builder.job.Interruption;
import io.skipping.builder.job.JobException;
import io.skipping.builder.job.JobException.Scope;
import io.skipping.command.TableName;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Sends SQL to a catalog of this connector. Every call opens its own connection, and cancels its statement on
 * interruption. A call that fails throws a {@link JobException} whose message is meant for the user; it throws an
 * {@link InterruptedJobException} if the process was told to end.
 */
public final class SkippingCatalog {
    private final TrinoServer server;
    private final String catalog;
    private final SkippingSql sql;
    private final Interruption interruption;
    private final Function<TableName, Heartbeat> heartbeats;

    /**
     * Creates access to a catalog; sends nothing yet.
     *
     * @param heartbeats starts one for a statement about a table
     */
    public SkippingCatalog(
            TrinoServer server, String catalog, Interruption interruption, Function<TableName, Heartbeat> heartbeats) {
        this.server = server;
        this.catalog = catalog;
        this.sql = new SkippingSql(catalog);
        this.interruption = interruption;
        this.heartbeats = heartbeats;
    }

    /**
     * Summarises new and changed objects. Returns only when Trino has reported all of them.
     *
     * @param rangeSize the length of ranges, as Trino writes sizes; empty for that of the catalog
     * @param events receives each event as soon as Trino reports it
     */
    public void summarize(TableName table, Optional<String> rangeSize, Consumer<BuildEvent> events) {
        query(table, sql.summarize(table, rangeSize), row -> events.accept(BuildEvent.read(row)));
    }

    /** Publishes the summaries of a build; queries use them from then on. */
    public void publish(TableName table, String build) {
        call(table, sql.publish(table, build));
    }

    /**
     * Deletes the files that no state of the table's index needs any more.
     *
     * @param olderThan the least age of what is deleted, as Trino writes durations: {@code 7d}
     */
    public void vacuum(TableName table, String olderThan) {
        call(table, sql.vacuum(table, olderThan));
    }

    /**
     * Copies the table's index from another store into that of the catalog.
     *
     * @param from the kind of the other store: {@code object-store} or {@code elasticsearch}
     */
    public void copy(TableName table, String from) {
        call(table, sql.copy(table, from));
    }

    /** Tries out whether the store of the table's index offers what an index needs; fails if not. */
    public void checkStore(TableName table) {
        call(table, sql.checkStore(table));
    }

    /** Checks that the user may summarise a table, without doing it; fails if not. */
    public void checkMaySummarize(TableName table) {
        rows(table, sql.validateSummarize(table));
    }

    /**
     * Returns the objects that are in no index although they were modified before a moment, or have a time that has not come
     * yet, or none at all; empty if there are none.
     */
    public Optional<OverdueObjects> overdue(TableName table, Instant modifiedBefore) {
        List<OverdueObjects> overdue = new ArrayList<>();
        query(table, sql.overdue(table, modifiedBefore), row -> overdue.add(OverdueObjects.read(row)));
        // in a table of Hive, a store has no time of them, and there are no snapshots that could tell it
        if (overdue.stream().anyMatch(found -> found.undated() > 0) && !isHive(table)) {
            overdue.clear();
            query(table, sql.overdueFiles(table, modifiedBefore), row -> overdue.add(OverdueObjects.read(row)));
        }
        return overdue.stream()
                .filter(found -> found.objects() > 0 || found.future() > 0 || found.undated() > 0)
                .findFirst();
    }

    /** Returns whether the catalog is one of Hive tables; false if the user may not see that. */
    private boolean isHive(TableName table) {
        try {
            return rows(table, sql.connector()).contains(List.of(SkippingSql.HIVE));
        } catch (JobException e) {
            if (e.scope() == Scope.SERVER) {
                throw e;
            }
            return false;
        }
    }

    /** Reads the first row of an object; fails if it cannot be read. */
    public void readFirstRow(TableName table, String object) {
        query(table, sql.firstRow(table, object), _ -> {});
    }

    /** Returns the tables of a schema whose names are those of staging tables of rewrites. */
    public List<TableName> stagingTables(String schema) {
        List<TableName> tables = new ArrayList<>();
        query(
                new TableName(schema, "*"),
                sql.stagingTables(schema),
                row -> tables.add(new TableName(schema, row.getString("table_name"))));
        return tables;
    }

    /** Returns the nodes of the server that are in use, with what each has loaded. */
    public List<ServerNode> nodes() {
        List<ServerNode> nodes = new ArrayList<>();
        query(new TableName("system", "skipping_nodes"), sql.nodes(), row -> nodes.add(ServerNode.read(row)));
        return nodes;
    }

    /**
     * Lists the files that a vacuum would delete.
     *
     * @param files their names, as {@code "table$vacuum"} has them
     * @param bytes their total size
     */
    public record Vacuumed(List<String> files, long bytes) {}

    /** Returns what {@link #vacuum} would delete now, and deletes nothing. */
    public Vacuumed vacuumed(TableName table, String olderThan) {
        List<String> files = new ArrayList<>();
        long[] bytes = {0};
        query(table, sql.vacuumed(table, olderThan), row -> {
            files.add(row.getString("file"));
            bytes[0] = row.getLong("total_bytes");
        });
        return new Vacuumed(files, bytes[0]);
    }

    /** Returns the tables of a schema as they are now, without views; throws if there is no such schema. */
    public List<TableName> tables(String schema) {
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

    /** Returns the indexes of a table; none if nothing was built or requested. */
    public List<IndexStatus> indexes(TableName table) {
        List<IndexStatus> indexes = new ArrayList<>();
        query(table, sql.indexes(table), row -> indexes.add(IndexStatus.read(row)));
        return indexes;
    }

    /** Returns what scans of a table have skipped; empty if the server does not say. */
    public Optional<TableScans> scans(TableName table) {
        List<TableScans> scans = new ArrayList<>();
        query(table, sql.scans(table), row -> scans.add(TableScans.read(row)));
        return scans.stream().findFirst();
    }

    /** Returns the objects by what the index knows of them. */
    public ObjectStates objectStates(TableName table) {
        List<ObjectStates> states = new ArrayList<>();
        query(
                table,
                sql.objectStates(table),
                row -> states.add(new ObjectStates(
                        row.getLong("unindexed"),
                        row.getLong("stale"),
                        new ObjectStates.Single(
                                row.getLong("single"), row.getLong("single_bytes"), row.getString("largest")))));
        return states.getFirst();
    }

    /** Returns how many ranges each index has a summary of, by its name. */
    public Map<String, Long> summarised(TableName table) {
        Map<String, Long> ranges = new LinkedHashMap<>();
        query(table, sql.summarised(table), row -> ranges.put(row.getString("index_name"), row.getLong("ranges")));
        return ranges;
    }

    /** Returns how many bytes a second a thread has read in recent queries; empty if the user may not see that. */
    public OptionalDouble pace() {
        double[] pace = {0};
        try {
            query(new TableName("system", "runtime"), SkippingSql.pace(), row -> {
                long millis = row.getLong("millis");
                pace[0] = millis == 0 ? 0 : 1000.0 * row.getLong("bytes") / millis;
            });
        } catch (InterruptedJobException e) {
            throw e;
        } catch (JobException e) {
            return OptionalDouble.empty();
        }
        return pace[0] > 0 ? OptionalDouble.of(pace[0]) : OptionalDouble.empty();
    }

    /** Returns the schemas of the catalog, but for that of its metadata. */
    public List<String> schemas() {
        List<String> schemas = new ArrayList<>();
        query(new TableName("*", "*"), sql.allSchemas(), row -> schemas.add(row.getString("schema_name")));
        return schemas;
    }

    /** Returns the columns of a table with their types, in order. */
    public Map<String, String> columns(TableName table) {
        Map<String, String> types = new LinkedHashMap<>();
        describe(table, sql.noRows(table), types::put);
        return types;
    }

    /**
     * Returns the columns of a table that the user may see, with their types, in order, but for those that Hive keeps in the
     * names of folders, and not in objects. Unlike {@link #columns}, this needs no right to read all of them.
     */
    public Map<String, String> columnsInObjects(TableName table) {
        Map<String, String> types = new LinkedHashMap<>();
        rows(table, sql.showColumns(table)).stream()
                .filter(column -> !"partition key".equals(column.get(2)))
                .forEach(column -> types.put(column.get(0), column.get(1)));
        return types;
    }

    /** Returns the types of what a query would return. */
    public List<String> typesInOrder(TableName table, String text) {
        List<String> types = new ArrayList<>();
        describe(table, text, (_, type) -> types.add(type));
        return types;
    }

    private void describe(TableName table, String text, BiConsumer<String, String> columns) {
        run(table, (statement, _) -> {
            try (ResultSet result = statement.executeQuery(text)) {
                ResultSetMetaData described = result.getMetaData();
                for (int column = 1; column <= described.getColumnCount(); column++) {
                    columns.accept(described.getColumnName(column), described.getColumnTypeName(column));
                }
            }
        });
    }

    /** Returns the name of the catalog. */
    public String name() {
        return catalog;
    }

    /**
     * Holds some objects of a table, and the sums of all.
     *
     * @param chosen the objects of the sample
     * @param objects how many objects the table has
     * @param bytes the total size of the table's objects
     * @param unindexed how many objects of the table are not in its index
     */
    public record Sample(List<Sampled> chosen, long objects, long bytes, long unindexed) {
        /**
         * Describes an object of the sample.
         *
         * @param path the location of the object
         * @param bytes its size
         * @param ranges how many ranges it has in the index; 0 if it is not there
         */
        public record Sampled(String path, long bytes, long ranges) {}
    }

    /** Returns a sample of about so many objects. No object is read. */
    public Sample sample(TableName table, int objects) {
        List<Sample.Sampled> chosen = new ArrayList<>();
        long[] sums = {0, 0, 0};
        query(table, sql.sample(table, objects), row -> {
            chosen.add(new Sample.Sampled(row.getString("object"), row.getLong("object_size"), row.getLong("ranges")));
            sums[0] = row.getLong("objects");
            sums[1] = row.getLong("bytes");
            sums[2] = row.getLong("unindexed");
        });
        return new Sample(chosen, sums[0], sums[1], sums[2]);
    }

    /** Returns the rows of a query, as texts. */
    public List<List<String>> rows(TableName table, String text) {
        List<List<String>> rows = new ArrayList<>();
        query(table, text, row -> {
            List<String> values = new ArrayList<>();
            for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
                values.add(row.getString(column));
            }
            rows.add(values);
        });
        return rows;
    }

    /** Returns a plan that says, for programs, what indexes could decide. */
    public List<List<String>> explainForPrograms(TableName table, String explain) {
        List<List<String>> rows = new ArrayList<>();
        run(table, (statement, heartbeat) -> {
            statement.execute(sql.explainForPrograms());
            readRows(statement, heartbeat, explain, row -> rows.add(List.of(row.getString(1))));
        });
        return rows;
    }

    /** Returns the statement that creates the table. */
    public String definition(TableName table) {
        return rows(table, sql.showCreate(table)).getFirst().getFirst();
    }

    /** Executes a statement, and ignores its result. */
    public void call(TableName table, String text) {
        run(table, (statement, _) -> statement.execute(text));
    }

    /** Returns what writes statements for this catalog. */
    public SkippingSql sql() {
        return sql;
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
        Map<String, List<String>> others = new TreeMap<>();
        try {
            execute(table, (statement, heartbeat) -> {
                readRows(statement, heartbeat, sql.connector(), row -> connectors.add(row.getString(1)));
                readRows(
                        statement,
                        heartbeat,
                        SkippingSql.catalogs(),
                        row -> others.computeIfAbsent(row.getString(2), _ -> new ArrayList<>())
                                .add(row.getString(1)));
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
                ? "No catalog there has connector.name=skipping_hive or skipping_iceberg"
                : others.entrySet().stream()
                        .map(connector -> "Catalogs with connector.name=%s: %s"
                                .formatted(connector.getKey(), String.join(", ", connector.getValue())))
                        .collect(joining(". "));
        if (connectors.isEmpty()) {
            throw new JobException(
                    Scope.SERVER,
                    "Trino at %s has no catalog '%s', or user %s may not see it. %s"
                            .formatted(server, catalog, server.user(), remedy),
                    failure);
        }
        if (!SkippingSql.CONNECTORS.contains(connectors.getFirst())) {
            throw new JobException(
                    Scope.SERVER,
                    "Catalog '%s' at %s has connector.name=%s, which knows no indexes; change it to %s. %s"
                            .formatted(
                                    catalog,
                                    server,
                                    connectors.getFirst(),
                                    connectors.getFirst().equals("iceberg") ? "skipping_iceberg" : "skipping_hive",
                                    remedy),
                    failure);
        }
    }
}
