// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.lake;

import static java.util.Objects.requireNonNull;

import com.google.common.util.concurrent.Uninterruptibles;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestLog;
import io.trino.jdbc.QueryStats;
import io.trino.jdbc.TrinoStatement;
import io.trino.spi.StandardErrorCode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Runs queries one after the other, with no other client on the server. */
public final class Queries implements AutoCloseable {
    private static final Duration CATALOGS_KNOWN_WITHIN = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(200);

    private final RequestLog log;
    private final Connection connection;

    /** Connects to the server of a lake, and measures the requests to its S3. */
    public Queries(LocalLake lake) throws SQLException {
        this(lake.s3().log(), lake.trino().connect());
    }

    /**
     * Creates queries over a connection.
     *
     * @param log the requests to S3
     * @param connection closed together with this object
     */
    public Queries(RequestLog log, Connection connection) {
        this.log = requireNonNull(log, "log is null");
        this.connection = requireNonNull(connection, "connection is null");
    }

    /** Runs a query and measures it. */
    public Run run(String sql) throws SQLException {
        RequestLog.Mark mark = log.mark();
        AtomicReference<QueryStats> last = new AtomicReference<>();
        try (Statement statement = connection.createStatement()) {
            statement.unwrap(TrinoStatement.class).setProgressMonitor(last::set);
            long start = System.nanoTime();
            List<List<Object>> rows = rows(statement, sql);
            double seconds = (System.nanoTime() - start) / 1e9;
            RequestCounts counts = log.since(mark);
            return new Run(rows, seconds, last.get().getCpuTimeMillis() / 1e3, counts);
        }
    }

    /** Makes the queries that follow use a setting. */
    public void use(Setting setting) throws SQLException {
        setting.prepare(connection);
    }

    /**
     * Runs a statement without measuring it, and returns its rows; no rows if the statement has no result. For some
     * seconds after its start, a server may not know that its own worker has a catalog. A statement that fails for this
     * reason is tried again.
     */
    public List<List<Object>> rows(String sql) throws SQLException {
        long deadline = System.nanoTime() + CATALOGS_KNOWN_WITHIN.toNanos();
        while (true) {
            try (Statement statement = connection.createStatement()) {
                return rows(statement, sql);
            } catch (SQLException e) {
                boolean noWorker = e.getErrorCode()
                        == StandardErrorCode.NO_NODES_AVAILABLE.toErrorCode().getCode();
                if (!noWorker || System.nanoTime() > deadline) {
                    throw e;
                }
                Uninterruptibles.sleepUninterruptibly(POLL);
            }
        }
    }

    /**
     * Returns the size of the data of a table.
     *
     * @param table the name in SQL
     */
    public TableSize size(String table) throws SQLException {
        List<Object> row =
                rows("SELECT count(*), sum(size) FROM (SELECT DISTINCT \"$path\", \"$file_size\" AS size FROM %s)"
                                .formatted(table))
                        .getFirst();
        return new TableSize((long) row.getFirst(), (long) row.getLast());
    }

    /** Runs a statement, and returns its rows; no rows if the statement has no result. */
    public static List<List<Object>> rows(Statement statement, String sql) throws SQLException {
        List<List<Object>> rows = new ArrayList<>();
        if (!statement.execute(sql)) {
            return rows;
        }
        try (ResultSet result = statement.getResultSet()) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<Object> row = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    row.add(result.getObject(column));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
