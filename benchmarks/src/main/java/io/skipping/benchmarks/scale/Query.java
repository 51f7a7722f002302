// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.scale;

import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Contender;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import java.sql.SQLException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Describes a query that systems run in turns.
 *
 * @param what its name in results
 * @param sql the SQL for each system
 */
record Query(String what, Map<String, String> sql) {
    /** A system, by its name in results. */
    record Named(String system) implements Contender {}

    /** The systems' names in results, and in their catalogs. */
    static final String HIVE = LocalLake.HIVE_CATALOG;

    static final String ICEBERG = LocalLake.ICEBERG_CATALOG;
    static final String SKIPPING = "skipping";

    static String catalog(String system) {
        return system.equals(SKIPPING) ? LocalLake.SKIPPING_CATALOG : system;
    }

    /**
     * Returns a query over one table.
     *
     * @param sql with {@code %s} for the table
     * @param tables the table of each system, in SQL
     */
    static Query of(String what, String sql, Map<String, String> tables) {
        Map<String, String> all = new LinkedHashMap<>();
        tables.forEach((system, table) -> all.put(system, sql.formatted(table)));
        return new Query(what, all);
    }

    /** Runs the query once to warm up and then in turns. Results must be equal. */
    Rounds<Named> ask(Queries queries, int rounds) throws SQLException {
        return Rounds.ask(queries, systems(), system -> sql.get(system.system()), rounds);
    }

    /** Does the same as {@link #ask} for statements whose results differ. */
    Rounds<Named> askDifferent(Queries queries, int rounds) throws SQLException {
        // one to warm up
        Rounds.ask(asker(queries), List.of(systems()));
        return Rounds.ask(asker(queries), Collections.nCopies(rounds, systems()));
    }

    /** Runs the query once, without a warm-up. Results must be equal. */
    Rounds<Named> askOnce(Queries queries) throws SQLException {
        return Rounds.ask(asker(queries), List.of(systems())).requireEqual(what);
    }

    private List<Named> systems() {
        return sql.keySet().stream().map(Named::new).toList();
    }

    private Rounds.Asker<Named> asker(Queries queries) {
        return system -> queries.run(sql.get(system.system()));
    }
}
