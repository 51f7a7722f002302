// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.planning;

import io.airlift.units.Duration;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestLog;
import io.trino.jdbc.QueryStats;
import io.trino.jdbc.TrinoStatement;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs queries that are planned in one way, and asks the server how long it has planned each of them. */
final class Client implements AutoCloseable {
    /** Joins, how they are distributed, and the tables of scans, in the order of a plan. */
    private static final Pattern JOINS = Pattern.compile(
            "(?:Inner|Left|Right|Full|Cross|Semi)Join|Distribution: \\w+|table = \\w+:\\w+:\\w+|Fragment \\d+");

    private final URI server;
    private final RequestLog log;
    private final Connection connection;
    private final HttpClient http = HttpClient.newHttpClient();

    /** @param planning how long the query was analysed and planned, as the server says */
    record Planned(Run run, Run planning) {}

    Client(LocalLake lake, Planner planner, String schema) throws SQLException {
        this.server = lake.trino().uri();
        this.log = lake.s3().log();
        this.connection = lake.trino().connect();
        planner.prepare(connection, schema);
    }

    Planned run(String sql) throws SQLException {
        RequestLog.Mark mark = log.mark();
        AtomicReference<QueryStats> last = new AtomicReference<>();
        try (Statement statement = connection.createStatement()) {
            statement.unwrap(TrinoStatement.class).setProgressMonitor(last::set);
            long start = System.nanoTime();
            List<List<Object>> rows = Queries.rows(statement, sql);
            double seconds = (System.nanoTime() - start) / 1e9;
            RequestCounts counts = log.since(mark);
            // rows that a query orders alike come in any order
            List<List<Object>> sorted =
                    rows.stream().sorted(Comparator.comparing(List::toString)).toList();
            return new Planned(
                    new Run(sorted, seconds, last.get().getCpuTimeMillis() / 1e3, counts),
                    new Run(List.of(), planningSeconds(last.get().getQueryId()), 0, counts));
        }
    }

    /** Returns joins, how they are distributed, and the tables that are scanned, in the order of a query's plan. */
    List<String> joins(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            String plan = (String) Queries.rows(statement, "EXPLAIN (TYPE DISTRIBUTED) " + sql)
                    .getFirst()
                    .getFirst();
            return JOINS.matcher(plan)
                    .results()
                    .map(MatchResult::group)
                    .map(found -> found.replaceFirst("table = \\w+:", ""))
                    .toList();
        }
    }

    private double planningSeconds(String query) throws SQLException {
        try {
            HttpResponse<String> response = http.send(
                    HttpRequest.newBuilder(server.resolve("/v1/query/" + query + "?pruned=true"))
                            .header("X-Trino-User", "local")
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            return seconds(response.body(), "analysisTime") + seconds(response.body(), "planningTime");
        } catch (IOException e) {
            throw new SQLException("The server does not tell how long it has planned the query " + query, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException(e);
        }
    }

    /** Returns a time of a query, of which the server tells as JSON. */
    static double seconds(String query, String name) throws SQLException {
        Matcher found =
                Pattern.compile("\"%s\"\\s*:\\s*\"([^\"]+)\"".formatted(name)).matcher(query);
        if (!found.find()) {
            throw new SQLException("The server does not tell the %s of a query".formatted(name));
        }
        return Duration.valueOf(found.group(1)).getValue(TimeUnit.SECONDS);
    }

    @Override
    public void close() throws SQLException {
        http.close();
        connection.close();
    }
}
