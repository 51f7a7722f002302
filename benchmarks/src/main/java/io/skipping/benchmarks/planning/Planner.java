// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.planning;

import io.skipping.testing.lake.Contender;
import io.skipping.testing.lake.LocalLake;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Lists the ways in which the same query of the same tables is planned. */
enum Planner implements Contender {
    /** The stock Hive connector. No table has statistics. */
    HIVE("hive", LocalLake.HIVE_CATALOG),
    /** This project's connector, whose indexes give the optimiser statistics. */
    SKIPPING("skipping", LocalLake.SKIPPING_CATALOG),
    /** This project's connector without statistics. */
    WITHOUT_STATISTICS("skipping-without-statistics", LocalLake.SKIPPING_CATALOG);

    private final String system;
    private final String catalog;

    Planner(String system, String catalog) {
        this.system = system;
        this.catalog = catalog;
    }

    @Override
    public String system() {
        return system;
    }

    /** Makes the queries of a connection be about the tables of a schema. */
    void prepare(Connection connection, String schema) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("USE %s.%s".formatted(catalog, schema));
            if (this == WITHOUT_STATISTICS) {
                statement.execute("SET SESSION %s.statistics_enabled = false".formatted(catalog));
            }
        }
    }
}
