// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import io.skipping.testing.lake.Setting;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Measures queries, each on connections of its own. */
final class QueryRunner {
    private final LocalLake lake;

    QueryRunner(LocalLake lake) {
        this.lake = lake;
    }

    /**
     * Counts the objects with matching rows, which also warms up the server, and runs the query as often as it is to be
     * measured.
     */
    Measurement measure(Setting setting, String objectsSql, String sql, int runs) throws SQLException {
        try (Queries queries = new Queries(lake)) {
            queries.use(setting);
            long objects = ((Number) queries.rows(objectsSql).getFirst().getFirst()).longValue();
            List<Measurement.Run> measured = new ArrayList<>();
            for (int number = 0; number < runs; number++) {
                measured.add(run(queries, sql));
            }
            return new Measurement(setting, objects, measured);
        }
    }

    /** Runs a query once. */
    Measurement.Run run(Setting setting, String sql) throws SQLException {
        try (Queries queries = new Queries(lake)) {
            queries.use(setting);
            return run(queries, sql);
        }
    }

    private static Measurement.Run run(Queries queries, String sql) throws SQLException {
        Run run = queries.run(sql);
        return new Measurement.Run(run.rows(), run.seconds(), run.counts());
    }

    void execute(String sql) throws SQLException {
        try (Queries queries = new Queries(lake)) {
            queries.rows(sql);
        }
    }
}
