// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.planning;

import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.tpch.Tpch;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/**
 * Lists schemas of tables of TPC-H as Parquet, whose columns have the names of the specification, and prices as decimals so
 * that sums do not depend on the order of rows. The metastore has no statistics of them.
 *
 * @param indexed the tables that have an index
 */
record JoinTables(String schema, String description, List<String> tables, Set<String> indexed) {
    private static final List<String> STAR = List.of("supplier", "customer", "part", "orders", "lineitem");

    static final JoinTables TPCH =
            new JoinTables("tpch", "TPC-H, every table has an index", Tpch.TABLES, Set.copyOf(Tpch.TABLES));
    static final JoinTables FACT =
            new JoinTables("star_fact", "a star, only lineitem has an index", STAR, Set.of("lineitem"));
    static final JoinTables DIMENSION =
            new JoinTables("star_dimension", "a star, only part has an index", STAR, Set.of("part"));

    /**
     * Creates the tables and their indexes.
     *
     * @param scale the schema of the connector for TPC-H that tables are copied from, such as {@code sf1}
     */
    void create(Queries queries, String scale) throws IOException, SQLException {
        queries.rows("CREATE SCHEMA %s.%s".formatted(LocalLake.HIVE_CATALOG, schema));
        queries.rows("CREATE SCHEMA %s.%s_written".formatted(LocalLake.HIVE_CATALOG, schema));
        for (String table : tables) {
            String written = "%s.%s_written.%s".formatted(LocalLake.HIVE_CATALOG, schema, table);
            String storage = "WITH (format = 'PARQUET', external_location = 's3://%s/%s/%s')"
                    .formatted(LocalLake.BUCKET, schema, table);
            queries.rows("CREATE TABLE %s %s AS %s".formatted(written, storage, Tpch.rows(queries, scale, table)));
            // what writes objects leaves statistics in the metastore; a table over them has none
            queries.rows("CREATE TABLE %s.%s.%s (LIKE %s) %s"
                    .formatted(LocalLake.HIVE_CATALOG, schema, table, written, storage));
        }
        IndexedTable.awaitOldEnough();
        for (String table : tables) {
            if (indexed.contains(table)) {
                new IndexedTable(queries, schema, table).build();
            }
        }
    }
}
