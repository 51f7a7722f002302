// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;

import io.trino.Session;
import io.trino.testing.DistributedQueryRunner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What the Hive connector does keeps working through ours, on tables that are indexed. */
@Test(singleThreaded = true)
public class TestHiveFeatures {
    private DistributedQueryRunner runner;
    private SkippingTestTables tables;

    @BeforeClass
    public void setUp() throws Exception {
        Path root = Files.createTempDirectory("skipping-features");
        runner = SkippingQueryRunner.create(root, Map.of());
        tables = new SkippingTestTables(runner, root);
        runner.execute("""
                CREATE TABLE orders WITH (format = 'PARQUET', partitioned_by = ARRAY['day']) AS
                SELECT x AS id, x % 100 AS customer, CAST(x AS double) / 4 AS price, 'n' || CAST(x AS varchar) AS note,
                       CAST(ROW(x, 'z') AS row(a bigint, b varchar)) AS nested,
                       '2026-01-0' || CAST(x / 2500 + 1 AS varchar) AS day
                FROM UNNEST(sequence(0, 9999)) AS t(x)
                """);
        runner.execute("""
                CREATE TABLE customers WITH (format = 'ORC', bucketed_by = ARRAY['id'], bucket_count = 4) AS
                SELECT CAST(x AS integer) AS id, 'customer ' || CAST(x AS varchar) AS name FROM UNNEST(sequence(0, 99)) AS t(x)
                """);
        runner.execute("""
                CREATE TABLE other_customers WITH (format = 'ORC', bucketed_by = ARRAY['id'], bucket_count = 4) AS
                SELECT * FROM customers WHERE id < 50
                """);
        assertThat(tables.build("orders", "4kB").failed()).isZero();
        assertThat(tables.build("customers", "4kB").failed()).isZero();
    }

    @AfterClass(alwaysRun = true)
    public void tearDown() throws Exception {
        if (runner != null) {
            runner.close();
            runner = null;
        }
    }

    @DataProvider
    public Object[][] queries() {
        return new Object[][] {
            {"SELECT count(*), sum(price) FROM CATALOG.orders WHERE id BETWEEN 100 AND 200"},
            {"SELECT count(*) FROM CATALOG.orders WHERE id = 2600 AND day = '2026-01-02'"},
            {"SELECT count(*) FROM CATALOG.orders WHERE id = 2600 AND day = '2026-01-03'"},
            {"SELECT count(*) FROM CATALOG.orders WHERE id = 2600 OR day = '2026-01-03'"},
            {"SELECT nested.a, nested.b FROM CATALOG.orders WHERE nested.a BETWEEN 5 AND 9 ORDER BY 1"},
            {"SELECT \"$path\", \"$file_size\", \"$partition\" FROM CATALOG.orders WHERE id = 17"},
            {"SELECT \"$file_modified_time\" FROM CATALOG.orders WHERE id = 17"},
            {"SELECT count(*) FROM CATALOG.orders WHERE \"$path\" LIKE '%2026-01-02%' AND id > 2600"},
            {"SELECT \"$bucket\", count(*) FROM CATALOG.customers WHERE id IN (1, 2, 3, 50, 99) GROUP BY 1 ORDER BY 1"},
            {"SELECT day, count(*) FROM CATALOG.orders GROUP BY day ORDER BY day"},
            {"SELECT * FROM CATALOG.\"orders$partitions\" ORDER BY 1"},
            {
                "SELECT o.id, c.name FROM CATALOG.orders o JOIN CATALOG.customers c ON o.customer = c.id WHERE c.name = 'customer 7' ORDER BY 1"
            },
            {"SELECT count(*) FROM CATALOG.customers a JOIN CATALOG.other_customers b ON a.id = b.id WHERE b.id < 20"},
            {"SELECT count(*) FROM CATALOG.customers WHERE id IN (SELECT customer FROM CATALOG.orders WHERE id < 10)"},
            {"SELECT max(price) FROM CATALOG.orders WHERE id < 0"},
            {"SELECT count(*) FROM CATALOG.orders WHERE id IN (SELECT x * 7 FROM UNNEST(sequence(1, 1000)) AS t(x))"},
            {"SELECT id FROM CATALOG.orders WHERE price > 2499 ORDER BY id DESC LIMIT 5"},
            {"SELECT count(*) FROM CATALOG.orders WHERE note = 'n77' OR (id > 9990 AND customer = 95)"},
        };
    }

    @Test(dataProvider = "queries")
    public void readsAreEqual(String query) {
        assertThat(runner.execute(query.replace("CATALOG", "lake." + SCHEMA)).getMaterializedRows())
                .isEqualTo(runner.execute(query.replace("CATALOG", "hive." + SCHEMA))
                        .getMaterializedRows());
    }

    @Test
    public void dynamicFiltersPrune() {
        runner.execute("CREATE TABLE few AS SELECT CAST(9500 AS bigint) AS id, 'x' AS kind");
        String join = "SELECT count(*) FROM lake.test.orders o JOIN lake.test.few f ON o.id = f.id WHERE f.kind = 'x'";
        assertThat(runner.execute(join).getOnlyValue()).isEqualTo(1L);
        Session waiting = Session.builder(runner.getDefaultSession())
                .setCatalogSessionProperty("lake", "dynamic_filtering_wait_timeout", "20s")
                .setSystemProperty("join_distribution_type", "BROADCAST")
                .setSystemProperty("join_reordering_strategy", "NONE")
                .build();
        assertThat(tables.metric(waiting, join, "skipping.objects.pruned"))
                .as("of four objects, one holds the key that the other side has")
                .isEqualTo(3);
    }

    @Test
    public void disjunctionOverSeveralColumnsPrunes() {
        assertThat(tables.metric(
                        "SELECT count(*) FROM lake.test.orders WHERE id = 5 OR price > 2499",
                        "skipping.objects.pruned"))
                .as("neither of the two days in between holds such a row")
                .isEqualTo(2);
    }

    @Test
    public void writesWork() {
        runner.execute(
                "CREATE TABLE w (a bigint, b varchar, p varchar) WITH (format = 'JSON', partitioned_by = ARRAY['p'])");
        runner.execute("INSERT INTO w VALUES (1, 'one', 'x'), (2, 'two', 'y')");
        runner.execute("INSERT INTO w VALUES (3, 'three', 'y')");
        tables.build("w", "4kB");
        runner.execute("INSERT INTO w VALUES (4, 'four', 'y')");
        assertThat(runner.execute("SELECT b FROM w WHERE a = 4").getOnlyValue())
                .as("a new object is read before it is indexed")
                .isEqualTo("four");
        runner.execute("DELETE FROM w WHERE p = 'x'");
        assertThat(runner.execute("SELECT count(*) FROM w").getOnlyValue()).isEqualTo(3L);
        runner.execute("ALTER TABLE w ADD COLUMN c integer");
        assertThat(runner.execute("SELECT count(*) FROM w WHERE c IS NULL AND a > 1")
                        .getOnlyValue())
                .isEqualTo(3L);
        runner.execute("ALTER TABLE w RENAME TO w2");
        assertThat(runner.execute("SELECT count(*) FROM w2 WHERE a = 3").getOnlyValue())
                .isEqualTo(1L);
        runner.execute("CALL lake.system.create_empty_partition('test', 'w2', ARRAY['p'], ARRAY['z'])");
        runner.execute("DROP TABLE w2");
    }

    @Test
    public void viewsAndAnalyzeWork() {
        runner.execute("CREATE VIEW cheap AS SELECT id, price FROM orders WHERE price < 10");
        assertThat(runner.execute("SELECT count(*) FROM cheap WHERE id > 20").getOnlyValue())
                .isEqualTo(19L);
        runner.execute("ANALYZE orders");
        assertThat(runner.execute("SHOW STATS FOR orders").getMaterializedRows())
                .isEqualTo(runner.execute("SHOW STATS FOR hive.test.orders").getMaterializedRows());
        runner.execute("DROP VIEW cheap");
    }

    @Test
    public void explainAndPreparedStatementsWork() {
        assertThat((String) runner.execute("EXPLAIN SELECT * FROM orders WHERE id = 5")
                        .getOnlyValue())
                .contains("orders");
        assertThat(runner.execute(
                                Session.builder(runner.getDefaultSession())
                                        .addPreparedStatement("q", "SELECT count(*) FROM orders WHERE id = ?")
                                        .build(),
                                "EXECUTE q USING 5")
                        .getOnlyValue())
                .isEqualTo(1L);
    }
}
