// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static io.trino.testing.assertions.Assert.assertEventually;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.units.Duration;
import io.trino.Session;
import io.trino.execution.QueryManager;
import io.trino.spi.metrics.Count;
import io.trino.spi.metrics.Metrics;
import io.trino.spi.type.TimeZoneKey;
import io.trino.testing.MaterializedRow;
import io.trino.testing.QueryRunner;
import io.trino.testing.QueryRunner.MaterializedResultWithPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Builds indexes of tables in a local folder, as the job would, and looks at what scans did. */
final class SkippingTestTables {
    private final QueryRunner runner;
    private final Path root;
    private final String catalog;
    /** what asks in place of the server */
    private Optional<LocalQueries> local = Optional.empty();

    /** @param root the folder that {@code local:///} locations are in */
    SkippingTestTables(QueryRunner runner, Path root) {
        this(runner, root, "lake");
    }

    /** @param catalog whose indexes are built */
    SkippingTestTables(QueryRunner runner, Path root, String catalog) {
        this.runner = runner;
        this.root = root;
        this.catalog = catalog;
    }

    /** Has queries, of which rows and numbers of splits are wanted, asked without stages and tasks from now on. */
    void ask(LocalQueries local) {
        this.local = Optional.of(local);
    }

    /** Summarises what is new by a session in a time zone, and publishes it. */
    BuildResult buildIn(String zone, String table, String rangeSize) {
        return build(
                Session.builder(runner.getDefaultSession())
                        .setTimeZoneKey(TimeZoneKey.getTimeZoneKey(zone))
                        .build(),
                table,
                rangeSize);
    }

    /** The same by any session. */
    BuildResult build(Session session, String table, String rangeSize) {
        makeOld();
        return buildAsIs(session, table, rangeSize);
    }

    /** What a build said. */
    record BuildResult(long planned, long current, long done, long failed, long ranges, long rows) {}

    /** Summarises what is new and publishes it. */
    BuildResult build(String table, String rangeSize) {
        makeOld();
        return buildAsIs(table, rangeSize);
    }

    /** The same, without making young objects old before. */
    BuildResult buildAsIs(String table, String rangeSize) {
        return buildAsIs(runner.getDefaultSession(), table, rangeSize);
    }

    private BuildResult buildAsIs(Session session, String table, String rangeSize) {
        List<MaterializedRow> events = rows(
                session,
                ("SELECT event, build, objects, ranges, rows FROM TABLE(%s.system.summarize("
                                + "schema_name => '%s', table_name => '%s', range_size => '%s'))")
                        .formatted(catalog, SCHEMA, table, rangeSize));
        String build = (String) events.getFirst().getField(1);
        runner.execute(
                session, "CALL %s.system.publish_index('%s', '%s', '%s')".formatted(catalog, SCHEMA, table, build));
        return new BuildResult(
                sum(events, "planned", 2),
                sum(events, "current", 2),
                sum(events, "done", 2),
                sum(events, "failed", 2),
                sum(events, "done", 3),
                sum(events, "done", 4));
    }

    private static long sum(List<MaterializedRow> events, String event, int field) {
        return events.stream()
                .filter(row -> row.getField(0).equals(event))
                .mapToLong(row -> (Long) row.getField(field))
                .sum();
    }

    /** Returns the objects of a table, ordered by their names. */
    List<Path> objects(String table) {
        String query = "SELECT DISTINCT \"$path\" FROM %s.%s.%s ORDER BY 1".formatted(catalog, SCHEMA, table);
        return rows(runner.getDefaultSession(), query).stream()
                .map(row -> root.resolve(((String) row.getField(0)).substring("local:///".length())))
                .toList();
    }

    private List<MaterializedRow> rows(Session session, String query) {
        return local.map(it -> it.rows(session, query))
                .orElseGet(() -> runner.execute(session, query).getMaterializedRows());
    }

    /** Gives all objects a modification time a minute ago, so that they are not too young to be indexed. */
    void makeOld() {
        Instant aMinuteAgo = Instant.now().minusSeconds(60);
        try (Stream<Path> files = Files.walk(root)) {
            for (Path object : files.filter(SkippingTestTables::isObject).toList()) {
                if (Files.getLastModifiedTime(object).toInstant().isAfter(aMinuteAgo)) {
                    Files.setLastModifiedTime(object, FileTime.from(aMinuteAgo));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isObject(Path file) {
        return Files.isRegularFile(file)
                && StreamSupport.stream(file.spliterator(), false)
                        .noneMatch(part -> part.toString().startsWith("_")
                                || part.toString().startsWith("."));
    }

    /** The value of a split source metric of a query's only scan. */
    long metric(String query, String metric) {
        return metric(runner.getDefaultSession(), query, metric);
    }

    /** The largest value of a split source metric among a query's scans. */
    long metric(Session session, String query, String metric) {
        Long value = metrics(session, query).get(metric);
        if (value == null) {
            throw new AssertionError("No metric %s of %s".formatted(metric, query));
        }
        return value;
    }

    /**
     * Holds what a query gave.
     *
     * @param scans what each of its split sources counted
     */
    record Scanned(List<MaterializedRow> rows, List<Metrics> scans) {
        /** Returns what its split sources counted; of several, the largest value of each metric. */
        Map<String, Long> metrics() {
            Map<String, Long> counts = new HashMap<>();
            for (Metrics metrics : scans) {
                metrics.getMetrics().forEach((name, metric) -> {
                    if (name.startsWith("skipping.") && metric instanceof Count<?> count) {
                        counts.merge(name, count.getTotal(), Math::max);
                    }
                });
            }
            return counts;
        }
    }

    /** The metrics of a split source, of one run of a query, or of its planning; of several scans, the largest value of each. */
    Map<String, Long> metrics(Session session, String query) {
        return ofSelect(query)
                .map(it -> it.scanWithoutReading(session, query))
                .orElseGet(() -> scanOnServer(session, query))
                .metrics();
    }

    /** Runs a query once, and returns its rows and what its scans counted. */
    Scanned scan(Session session, String query) {
        return ofSelect(query).map(it -> it.scan(session, query)).orElseGet(() -> scanOnServer(session, query));
    }

    /** Returns what asks a query without stages and tasks, if something does. */
    private Optional<LocalQueries> ofSelect(String query) {
        return local.filter(_ -> query.startsWith("SELECT "));
    }

    /** Runs a query once in stages and tasks, and takes what its scans counted from what the server knows of it. */
    Scanned scanOnServer(Session session, String query) {
        MaterializedResultWithPlan result = runner.executeWithPlan(session, query);
        QueryManager queries = runner.getCoordinator().getQueryManager();
        // rows are there before the last stage has ended
        assertEventually(
                new Duration(1, MINUTES),
                new Duration(2, MILLISECONDS),
                () -> assertThat(queries.getFullQueryInfo(result.queryId()).isFinalQueryInfo())
                        .as("%s has ended", query)
                        .isTrue());
        return new Scanned(
                result.result().getMaterializedRows(), ScanMetrics.of(queries.getFullQueryInfo(result.queryId())));
    }

    /** Turns on or off that builds choose indexes beside those that are asked for. */
    void setAutoIndexes(String table, boolean enabled) {
        runner.execute("CALL %s.system.set_auto_indexes('%s', '%s', %s)".formatted(catalog, SCHEMA, table, enabled));
    }
}
