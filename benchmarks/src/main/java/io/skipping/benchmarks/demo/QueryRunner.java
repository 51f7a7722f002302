// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.demo;

import io.skipping.benchmarks.local.LocalLake;
import io.skipping.benchmarks.local.RequestLog;
import io.skipping.benchmarks.measure.Setting;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Runs queries one after the other, alone on the server, and measures them. */
final class QueryRunner {
    private final LocalLake lake;

    QueryRunner(LocalLake lake) {
        this.lake = lake;
    }

    /** Counts the objects that a query is about, which also warms up, and runs it as often as it is measured. */
    Measurement measure(Setting setting, String objectsSql, String sql, int runs) throws SQLException {
        try (Connection connection = lake.trino().connect()) {
            setting.prepare(connection);
            long objects = ((Number) rows(connection, objectsSql).getFirst().getFirst()).longValue();
            List<Measurement.Run> measured = new ArrayList<>();
            for (int number = 0; number < runs; number++) {
                measured.add(run(connection, sql));
            }
            return new Measurement(setting, objects, measured);
        }
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = lake.trino().connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private Measurement.Run run(Connection connection, String sql) throws SQLException {
        RequestLog.Mark mark = lake.s3().log().mark();
        long start = System.nanoTime();
        List<List<Object>> rows = rows(connection, sql);
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Measurement.Run(rows, seconds, lake.s3().log().since(mark));
    }

    private static List<List<Object>> rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            List<List<Object>> rows = new ArrayList<>();
            while (result.next()) {
                List<Object> row = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    row.add(result.getObject(column));
                }
                rows.add(row);
            }
            return rows;
        }
    }
}
