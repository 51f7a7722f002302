// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.HashMultiset;
import io.trino.testing.MaterializedRow;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Statements change Iceberg tables through our connector as through the stock connector, though the tables have an index
 * that knows which files their conditions exclude.
 */
public class TestIcebergStatements extends AbstractIcebergTest {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    @Override
    protected void createTables() {}

    /** Creates the same table in both catalogs, and an index of that in ours. */
    private String table(String properties) {
        String name = "t" + NUMBER.incrementAndGet();
        for (int file = 0; file < 3; file++) {
            String rows =
                    "SELECT i * 3 + %1$d AS id, 'name ' || CAST(i AS varchar) || ' of file %1$d' AS name, i %% 2 AS part, i + %1$d * 1000 AS n FROM UNNEST(sequence(0, 999)) AS t (i)"
                            .formatted(file);
            runner.execute(
                    file == 0
                            ? "CREATE TABLE %s WITH (%s) AS %s".formatted(name, properties, rows)
                            : "INSERT INTO %s %s".formatted(name, rows));
        }
        runner.execute("CREATE TABLE %s_plain WITH (%s) AS SELECT * FROM %s".formatted(name, properties, name));
        createIndex(name, "bloom", "id");
        createIndex(name, "ngram", "name");
        build(name);
        return name;
    }

    /** Statements on tables with a partition for each {@code part}, one after the other on the same table. */
    @DataProvider
    public Object[][] statements() {
        return new Object[][] {
            {
                List.of(
                        "DELETE FROM TABLE WHERE id = 300",
                        "DELETE FROM TABLE WHERE part = 1 AND id = 304",
                        "UPDATE TABLE SET name = name || '!' WHERE id IN (303, 306)",
                        "UPDATE TABLE SET part = 7 WHERE name LIKE '%9 of file 1'",
                        "MERGE INTO TABLE t USING (VALUES (BIGINT '309', 'new'), (1000000, 'inserted'), (301, 'gone')) AS s (id, name) ON t.id = s.id "
                                + "WHEN MATCHED AND s.name = 'gone' THEN DELETE WHEN MATCHED THEN UPDATE SET name = s.name "
                                + "WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.name, 0, 0)",
                        "MERGE INTO TABLE t USING TABLE s ON t.id = s.id + 3 AND s.name LIKE '%of file 1' WHEN MATCHED THEN UPDATE SET n = s.n",
                        "INSERT INTO TABLE SELECT id + 10000, name, part, n FROM TABLE WHERE id = 303",
                        "UPDATE TABLE SET id = id + 1 WHERE name LIKE '%of file 1' AND part = 0",
                        "DELETE FROM TABLE WHERE part = 1 AND name LIKE '%of file 2'",
                        "DELETE FROM TABLE WHERE name LIKE '%of file 1'",
                        "DELETE FROM TABLE WHERE part = 1",
                        "DELETE FROM TABLE")
            },
            {
                List.of(
                        "ANALYZE TABLE",
                        "DELETE FROM TABLE WHERE id = 300",
                        "ALTER TABLE TABLE EXECUTE optimize WHERE part = 1",
                        "UPDATE TABLE SET name = name || '!' WHERE id = 303",
                        "ALTER TABLE TABLE EXECUTE optimize",
                        "ALTER TABLE TABLE EXECUTE optimize_manifests",
                        "DELETE FROM TABLE WHERE id = 301",
                        "ALTER TABLE TABLE EXECUTE expire_snapshots(retention_threshold => '0s')",
                        "ALTER TABLE TABLE EXECUTE remove_orphan_files(retention_threshold => '0s')",
                        "INSERT INTO TABLE SELECT id + 10000, name, part, n FROM TABLE WHERE id = 303",
                        "TRUNCATE TABLE TABLE")
            },
            // conditions that statistics decide for whole files, so that scans would take them over
            {
                List.of(
                        "UPDATE TABLE SET name = 'in file 0' WHERE n < 1000",
                        "DELETE FROM TABLE WHERE n >= 2000 AND part = 1",
                        "DELETE FROM TABLE WHERE n >= 1000")
            },
        };
    }

    @Test(dataProvider = "statements")
    public void testTablesArePartitioned(List<String> statements) {
        assertSameEffects(table("partitioning = ARRAY['part']"), statements);
    }

    @Test
    public void testTablesAreNotPartitioned() {
        String table = table("format = 'PARQUET'");
        assertSameEffects(
                table,
                List.of(
                        "UPDATE TABLE SET name = name || '!' WHERE id IN (300, 301)",
                        "DELETE FROM TABLE WHERE name LIKE '%9 of file 1'",
                        "MERGE INTO TABLE t USING TABLE s ON t.id = s.id + 3 AND s.name LIKE '%of file 1' WHEN MATCHED THEN UPDATE SET n = s.n",
                        "DELETE FROM TABLE WHERE part = 1 AND id < 500",
                        "ALTER TABLE TABLE EXECUTE optimize"));
        assertThatThrownBy(() -> runner.execute("ALTER TABLE %s EXECUTE optimize WHERE part = 1".formatted(table)))
                .hasMessageContaining("WHERE");
    }

    /** Runs each statement on both tables with an index that knows what the statements before it have left. */
    private void assertSameEffects(String table, List<String> statements) {
        for (String statement : statements) {
            runner.execute(statement(statement, table + "_plain").replace(SCHEMA + ".", "iceberg." + SCHEMA + "."));
            runner.execute(statement(statement, table));
            assertSame(table, statement);
            build(table);
        }
        assertSame(table, statements.getLast() + ", then a build");
    }

    private static String statement(String statement, String table) {
        return statement
                .replace("ALTER TABLE TABLE", "ALTER TABLE " + SCHEMA + "." + table)
                .replace("TRUNCATE TABLE TABLE", "TRUNCATE TABLE " + SCHEMA + "." + table)
                .replace("TABLE t ", SCHEMA + "." + table + " t ")
                .replace("TABLE s ", SCHEMA + "." + table + " s ")
                .replace("FROM TABLE", "FROM " + SCHEMA + "." + table)
                .replace("INTO TABLE", "INTO " + SCHEMA + "." + table)
                .replace("UPDATE TABLE", "UPDATE " + SCHEMA + "." + table)
                .replace("ANALYZE TABLE", "ANALYZE " + SCHEMA + "." + table);
    }

    /** Asks for all rows, and by conditions that the index decides, each of them in a scan of its own. */
    private void assertSame(String table, String after) {
        for (String query : List.of("SELECT * FROM TABLE", """
                SELECT 'all', count(*), sum(n) FROM TABLE
                UNION ALL SELECT name, id, n FROM TABLE WHERE id IN (300, 301, 303, 304, 309, 10303, 1000000)
                UNION ALL SELECT 'of file 1', count(*), 0 FROM TABLE WHERE name LIKE '%of file 1'
                UNION ALL SELECT 'of file 2', sum(n), 0 FROM TABLE WHERE part = 1 AND name LIKE '%of file 2'""")) {
            List<MaterializedRow> expected = rows(query.replace("TABLE", "iceberg." + SCHEMA + "." + table + "_plain"));
            assertThat(HashMultiset.create(rows(query.replace("TABLE", table))))
                    .as("%s after %s", query, after)
                    .isEqualTo(HashMultiset.create(expected));
        }
    }

    @DataProvider
    public Object[][] pruned() {
        return new Object[][] {
            {"DELETE FROM TABLE WHERE id = 300"},
            {"UPDATE TABLE SET n = -1 WHERE id = 306"},
            {"MERGE INTO TABLE t USING (VALUES BIGINT '312') AS s (id) ON t.id = s.id WHEN MATCHED THEN DELETE"},
        };
    }

    @Test(dataProvider = "pruned")
    public void testScansOfChangedTablesArePruned(String statement) {
        String table = table("partitioning = ARRAY['part']");
        assertThat(metrics(statement(statement, table)))
                .containsEntry("skipping.objects.considered", 6L)
                .containsEntry("skipping.objects.pruned", 5L);
    }

    /** OPTIMIZE deletes all files that were scanned, and would write those rows only that the scan gives. */
    @Test
    public void testOptimizeDoesNotFilter() {
        String table = table("partitioning = ARRAY['part']");
        for (String where : List.of("n >= 1000", "n >= 1000 AND part = 1", "n > 10000")) {
            assertThatThrownBy(() ->
                            runner.execute(on, statement("ALTER TABLE TABLE EXECUTE optimize WHERE " + where, table)))
                    .as(where)
                    .hasMessageContaining("WHERE");
        }
        assertSame(table, "optimize that was refused");
    }

    /** Had the scans of these statements taken over their filters, Iceberg would delete the other rows, too. */
    @Test
    public void testFilteredScansAreRefused() {
        runner.installPlugin(new FilteringIceberg());
        runner.createCatalog("filtering", FilteringIceberg.NAME, IcebergQueryRunner.properties(root));
        String table = table("partitioning = ARRAY['part']");
        String ofCatalog = "filtering.%s.%s".formatted(SCHEMA, table);
        assertThatThrownBy(() ->
                        runner.execute(on, "ALTER TABLE %s EXECUTE optimize WHERE n >= 1000".formatted(ofCatalog)))
                .hasMessageContaining("A table procedure can be restricted by partition columns only");
        String delete = "DELETE FROM %s WHERE n >= 1000".formatted(ofCatalog);
        assertThat((String) runner.execute(on, "EXPLAIN " + delete).getOnlyValue())
                .contains("filtered by the scan");
        runner.execute(on, delete);
        assertThat(rows("SELECT count(*), max(n) FROM iceberg.%s.%s".formatted(SCHEMA, table)))
                .containsExactly(new MaterializedRow(List.of(1000L, 999L)));
    }

    @Test
    public void testMetadataTables() {
        String table = table("partitioning = ARRAY['part']");
        runner.execute("DELETE FROM " + table + " WHERE id = 300");
        for (String view : List.of(
                "snapshots",
                "history",
                "manifests",
                "partitions",
                "files",
                "refs",
                "properties",
                "metadata_log_entries",
                "all_manifests")) {
            assertSameRows("SELECT count(*) FROM CATALOG.\"%s$%s\"".formatted(table, view));
        }
        assertSameRows("SELECT \"$partition\", count(*) FROM CATALOG.%s WHERE id = 303 GROUP BY 1".formatted(table));
    }

    @Test
    public void testTableChanges() {
        String table = table("partitioning = ARRAY['part']");
        List<MaterializedRow> ids =
                rows("SELECT snapshot_id FROM \"%s$snapshots\" ORDER BY committed_at".formatted(table));
        String query = "SELECT count(*), sum(id) FROM TABLE(%s.system.table_changes('%s', '%s', %s, %s))";
        List<MaterializedRow> changes = rows(query.formatted(
                "lake", SCHEMA, table, ids.getFirst().getField(0), ids.getLast().getField(0)));
        assertThat(changes)
                .isEqualTo(rows(query.formatted(
                        "iceberg",
                        SCHEMA,
                        table,
                        ids.getFirst().getField(0),
                        ids.getLast().getField(0))));
        assertThat(changes.getFirst().getField(0)).isEqualTo(2_000L);
    }

    @Test
    public void testTablesThatAreRenamedKeepTheirIndex() {
        String table = table("format = 'PARQUET'");
        runner.execute("ALTER TABLE %s RENAME TO renamed".formatted(table));
        assertPrunes("SELECT * FROM CATALOG.renamed WHERE id = 303", 2);
        runner.execute("DROP TABLE renamed");
    }

    @Test
    public void testMaterializedViews() {
        String table = table("format = 'PARQUET'");
        String view = table + "_view";
        runner.execute("CREATE MATERIALIZED VIEW %s AS SELECT * FROM %s WHERE id = 303".formatted(view, table));
        runner.execute("REFRESH MATERIALIZED VIEW " + view);
        runner.execute("INSERT INTO %s VALUES (303, 'again', 0, 1)".formatted(table));
        runner.execute("REFRESH MATERIALIZED VIEW " + view);
        assertThat(rows("SELECT count(*) FROM " + view).getFirst().getField(0)).isEqualTo(2L);
        runner.execute("DROP MATERIALIZED VIEW " + view);
    }
}
