// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.lake;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.sql.Array;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Requests and builds the index of a table by SQL.
 *
 * @param queries sends the SQL
 * @param catalog the catalog of this project's connector that has the table
 * @param schema the name of the schema
 * @param table the name of the table
 * @param rangeSize in the form that {@code index-builder build --range-size} takes; empty for the default
 */
public record IndexedTable(Queries queries, String catalog, String schema, String table, Optional<String> rangeSize) {
    private static final Duration INDEXED_WITHIN = Duration.ofMinutes(2);
    /** Longer than the 2 seconds within which a build leaves out objects that were modified before it. */
    private static final Duration OLD_ENOUGH = Duration.ofMillis(2500);

    private static final Duration POLL = Duration.ofMillis(500);

    /** Describes a Hive table whose index has ranges of the default size. */
    public IndexedTable(Queries queries, String schema, String table) {
        this(queries, LocalLake.SKIPPING_CATALOG, schema, table, Optional.empty());
    }

    /** Requests an index over columns, or expressions over them, in place of the automatic indexes. */
    public void request(String type, List<String> columns) throws SQLException {
        request(type, columns, Map.of());
    }

    /** Requests the indexes that another table of the schema has. */
    public void requestSameAs(String other) throws SQLException {
        String sql = """
                SELECT index_type, columns, map_keys(options), map_values(options)
                FROM %s""".formatted(new IndexedTable(queries, catalog, schema, other, rangeSize).indexes());
        for (List<Object> index : queries.rows(sql)) {
            Map<String, String> options = new LinkedHashMap<>();
            List<Object> values = elements(index.get(3));
            for (Object name : elements(index.get(2))) {
                options.put((String) name, (String) values.get(options.size()));
            }
            List<String> columns =
                    elements(index.get(1)).stream().map(String.class::cast).toList();
            request((String) index.getFirst(), columns, options);
        }
    }

    private static List<Object> elements(Object array) throws SQLException {
        return List.of((Object[]) ((Array) array).getArray());
    }

    /** Requests an index over columns, or expressions over them, beside those that were requested before or are automatic. */
    public void add(String type, List<String> columns) throws SQLException {
        add(type, columns, Map.of());
    }

    private void request(String type, List<String> columns, Map<String, String> options) throws SQLException {
        queries.rows("CALL %s.system.set_auto_indexes(%s, enabled => false)".formatted(catalog, arguments()));
        add(type, columns, options);
    }

    /** Requests an index with options of its type, beside those that were requested before or are automatic. */
    public void add(String type, List<String> columns, Map<String, String> options) throws SQLException {
        queries.rows("CALL %s.system.create_index(%s, index_type => %s, columns => %s, options => MAP(%s, %s))"
                .formatted(
                        catalog,
                        arguments(),
                        Sql.literal(type),
                        array(columns),
                        array(options.keySet()),
                        array(options.values())));
    }

    private static String array(Collection<String> texts) {
        return texts.stream()
                .map(Sql::literal)
                .collect(Collectors.joining(", ", "CAST(ARRAY[", "] AS array(varchar))"));
    }

    /**
     * Builds the index once. Leaves out objects that were written within the last 2 seconds.
     *
     * @throws SQLException also if an object cannot be summarised
     */
    public void buildOnce() throws SQLException {
        List<List<Object>> events =
                queries.rows("SELECT DISTINCT event, build, message FROM TABLE(%s.system.summarize(%s))"
                        .formatted(
                                catalog,
                                arguments()
                                        + rangeSize
                                                .map(size -> ", range_size => " + Sql.literal(size))
                                                .orElse("")));
        for (List<Object> event : events) {
            if (event.getFirst().equals("failed")) {
                throw new SQLException("An object can't be summarised: " + event.getLast());
            }
        }
        queries.rows("CALL %s.system.publish_index(%s, build => '%s')"
                .formatted(catalog, arguments(), events.getFirst().get(1)));
    }

    /**
     * Builds the index repeatedly until it covers every object.
     *
     * @throws IOException if it still does not after two minutes
     */
    public void build() throws IOException, SQLException {
        long deadline = System.nanoTime() + INDEXED_WITHIN.toNanos();
        buildOnce();
        while (!isComplete()) {
            if (System.nanoTime() > deadline) {
                throw new IOException("Not all objects of %s.%s are in its index after %d s"
                        .formatted(schema, table, INDEXED_WITHIN.toSeconds()));
            }
            try {
                TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("Interrupted while an index was built");
            }
            buildOnce();
        }
    }

    /** Waits until objects that were written just now are old enough to be indexed. */
    public static void awaitOldEnough() throws IOException {
        try {
            TimeUnit.MILLISECONDS.sleep(OLD_ENOUGH.toMillis());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while waiting until objects are old enough to be indexed");
        }
    }

    /** Returns whether the table has an index, and every index covers all objects. */
    public boolean isComplete() throws SQLException {
        List<Object> coverage = queries.rows(
                        "SELECT count(*), count_if(objects_indexed < objects_total) FROM " + indexes())
                .getFirst();
        return (long) coverage.getFirst() > 0 && (long) coverage.getLast() == 0;
    }

    /** Returns the size of the index in its store, in bytes. */
    public long bytes() throws SQLException {
        return (long) queries.rows("SELECT max(index_bytes) FROM " + indexes())
                .getFirst()
                .getFirst();
    }

    private String indexes() {
        return "%s.%s.\"%s$indexes\"".formatted(catalog, schema, table);
    }

    private String arguments() {
        return "schema_name => %s, table_name => %s".formatted(Sql.literal(schema), Sql.literal(table));
    }
}
