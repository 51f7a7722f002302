// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.scale;

import io.skipping.benchmarks.local.LocalLake;
import io.skipping.benchmarks.measure.Queries;
import io.skipping.benchmarks.measure.Run;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Something that systems are asked in turns.
 *
 * @param what in results
 * @param sql for each system
 */
record Query(String what, Map<String, String> sql) {
    /** In results, and what their catalogs are called. */
    static final String HIVE = LocalLake.HIVE_CATALOG;

    static final String ICEBERG = LocalLake.ICEBERG_CATALOG;
    static final String SKIPPING = "skipping";

    static String catalog(String system) {
        return system.equals(SKIPPING) ? LocalLake.SKIPPING_CATALOG : system;
    }

    /**
     * @param sql with {@code %s} for the table
     * @param tables of each system, in SQL
     */
    static Query of(String what, String sql, Map<String, String> tables) {
        Map<String, String> all = new LinkedHashMap<>();
        tables.forEach((system, table) -> all.put(system, sql.formatted(table)));
        return new Query(what, all);
    }

    /**
     * Asks, once to warm up and then in even rounds forward, in odd ones backward.
     *
     * @param sameResults whether all systems must give the same
     * @return the runs of each system
     */
    Map<String, List<Run>> ask(Queries queries, int rounds, boolean sameResults) throws SQLException {
        return ask(queries, -1, rounds, sameResults);
    }

    /** Asks once, without asking before, and requires the same results. */
    Map<String, List<Run>> askOnce(Queries queries) throws SQLException {
        return ask(queries, 0, 1, true);
    }

    /** @param first number of the first round; those below 0 are not measured */
    private Map<String, List<Run>> ask(Queries queries, int first, int rounds, boolean sameResults)
            throws SQLException {
        List<String> systems = List.copyOf(sql.keySet());
        Map<String, List<Run>> runs = new LinkedHashMap<>();
        Set<List<List<Object>>> results = new HashSet<>();
        for (int number = first; number < rounds; number++) {
            for (String system : number % 2 == 0 ? systems : systems.reversed()) {
                Run run = queries.run(sql.get(system));
                results.add(run.rows());
                if (number >= 0) {
                    runs.computeIfAbsent(system, _ -> new ArrayList<>()).add(run);
                }
            }
        }
        if (sameResults && results.size() > 1) {
            throw new SQLException(
                    "RESULTS DIFFER, this is a bug, please report it: %s gives %s".formatted(sql, results));
        }
        return runs;
    }
}
