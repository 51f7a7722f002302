// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static com.google.inject.Scopes.SINGLETON;
import static com.google.inject.multibindings.OptionalBinder.newOptionalBinder;
import static io.airlift.configuration.ConfigBinder.configBinder;
import static io.trino.execution.FailureInjector.InjectedFailureType.TASK_FAILURE;
import static io.trino.spi.ErrorType.INTERNAL_ERROR;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.KdTreeModel;
import io.skipping.partitioner.Keys;
import io.trino.Session;
import io.trino.execution.FailureInjector;
import io.trino.execution.QueryInfo;
import io.trino.execution.TestingFailureInjectionConfig;
import io.trino.execution.TestingFailureInjector;
import io.trino.plugin.exchange.filesystem.FileSystemExchangePlugin;
import io.trino.testing.DistributedQueryRunner;
import io.trino.testing.FaultTolerantExecutionConnectorTestHelper;
import io.trino.testing.MaterializedRow;
import io.trino.testing.QueryRunner.MaterializedResultWithPlan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests queries and builds on a cluster with {@code retry-policy=TASK}, which repeats tasks that fail. The exchange manager
 * of 476 is not published.
 */
@Test(groups = "servers")
public class TestFaultTolerantExecution extends AbstractLakeTest {
    /** Two partitions, below 2000 and from there on. */
    private static final KdTreeModel USAGES = new KdTreeModel.Builder(
                    List.of(new Column("usage", ColumnType.DOUBLE)), 2)
            .cut(0, Keys.ofDouble(2000))
            .leaf(0)
            .leaf(1)
            .build();

    private SkippingTestTables iceberg;

    @Override
    protected DistributedQueryRunner createRunner() throws Exception {
        return SkippingQueryRunner.create(root, lakeProperties(), builder -> {
            FaultTolerantExecutionConnectorTestHelper.getExtraProperties().forEach(builder::addExtraProperty);
            builder.setAdditionalModule(binder -> {
                configBinder(binder).bindConfig(TestingFailureInjectionConfig.class);
                newOptionalBinder(binder, FailureInjector.class)
                        .setBinding()
                        .to(TestingFailureInjector.class)
                        .in(SINGLETON);
            });
            builder.setAdditionalSetup(server -> {
                server.installPlugin(new FileSystemExchangePlugin());
                server.loadExchangeManager(
                        "filesystem",
                        Map.of(
                                "exchange.base-directories",
                                root.resolve("exchange").toString()));
            });
        });
    }

    /** Without stages and tasks, there is nothing to repeat. */
    @Override
    protected boolean asksLocally() {
        return false;
    }

    @Override
    protected void createTables() {
        createTable("readings");
        runner.execute(
                "CREATE TABLE towns WITH (format = 'PARQUET') AS SELECT * FROM (VALUES (3, 'a'), (41, 'b')) AS t(town, name)");
        assertThat(tables.build("readings", "4kB").failed()).isZero();
        createIceberg();
    }

    /** Creates catalogs of Iceberg, of ours and of the stock connector, and a table of three files whose ids have the same bounds. */
    private void createIceberg() {
        IcebergQueryRunner.addCatalogs(runner, root, Map.of(), Map.of());
        iceberg = new SkippingTestTables(runner, root, "ice");
        createMeters("meters");
        assertThat(iceberg.buildAsIs("meters", "4kB").done()).isEqualTo(3);
    }

    private void createMeters(String table) {
        for (int file = 0; file < 3; file++) {
            runner.execute((file == 0 ? "CREATE TABLE ice.test.%s AS " : "INSERT INTO ice.test.%s ").formatted(table)
                    + "SELECT i * 3 + %1$d AS id, i AS n FROM UNNEST(sequence(0, 999)) AS t(i)".formatted(file));
        }
        runner.execute(
                "CALL ice.system.create_index('test', '%s', 'bloom', ARRAY['id'], MAP(ARRAY['budget_percent'], ARRAY['50']))"
                        .formatted(table));
    }

    /** Creates a table of eight objects, ordered by id. */
    private void createTable(String table) {
        runner.execute(
                "CREATE TABLE %s (id bigint, town bigint, usage double) WITH (format = 'TEXTFILE')".formatted(table));
        for (int object = 0; object < 8; object++) {
            runner.execute("INSERT INTO %s SELECT n, n / 100, n * 0.5 FROM UNNEST(sequence(%s, %s)) AS t(n)"
                    .formatted(table, object * 1000, object * 1000 + 999));
        }
    }

    @DataProvider
    public Object[][] queries() {
        return new Object[][] {
            {"SELECT * FROM CATALOG.readings WHERE id BETWEEN 2100 AND 2200"},
            {"SELECT count(*), sum(usage) FROM CATALOG.readings WHERE town = 41"},
            {"SELECT count(*), min(id), max(id) FROM CATALOG.readings"},
            {"SELECT r.id, t.name FROM CATALOG.readings r JOIN CATALOG.towns t ON r.town = t.town"},
            {"SELECT id, usage FROM CATALOG.readings WHERE town > 30 ORDER BY id DESC LIMIT 10"},
            {"SELECT count(*) FROM (SELECT * FROM CATALOG.readings WHERE id > 7000 LIMIT 5)"},
        };
    }

    @Test(dataProvider = "queries")
    public void testRows(String query) {
        assertSameRows(query);
    }

    @Test
    public void testObjectsAreSkipped() {
        assertThat(tables.metric("SELECT * FROM readings WHERE id BETWEEN 2100 AND 2200", "skipping.objects.pruned"))
                .isEqualTo(7);
    }

    @Test
    public void testQueriesWhoseTasksFail() {
        for (boolean skipping : new boolean[] {true, false}) {
            Session failing = failing(SkippingQueryRunner.skipping(on, skipping));
            assertThat(repeated(failing, "SELECT count(*), sum(usage) FROM readings WHERE town = 41")
                            .getFirst()
                            .getFields())
                    .containsExactly(100L, 207_475.0);
        }
    }

    /** Each first attempt at summarising fails; what an attempt has written may be there twice. */
    @Test
    public void testBuildsWhoseTasksFail() {
        String table = "built";
        createTable(table);
        tables.makeOld();
        List<MaterializedRow> events = repeated(
                failing(on),
                "SELECT event, build FROM TABLE(lake.system.summarize(schema_name => 'test', table_name => '%s', range_size => '4kB'))"
                        .formatted(table));
        assertThat(events).extracting(row -> row.getField(0)).contains("done").doesNotContain("failed");
        runner.execute("CALL lake.system.publish_index('test', '%s', '%s')"
                .formatted(table, events.getFirst().getField(1)));
        assertThat(tables.metric(
                        "SELECT * FROM %s WHERE id BETWEEN 2100 AND 2200".formatted(table), "skipping.objects.pruned"))
                .isEqualTo(7);
        assertSameRows("SELECT * FROM CATALOG.%s WHERE id BETWEEN 2100 AND 2200".formatted(table));
    }

    @DataProvider
    public Object[][] icebergQueries() {
        return new Object[][] {
            {"SELECT id, n FROM CATALOG.meters WHERE id = 1501"},
            {"SELECT count(*), sum(n) FROM CATALOG.meters WHERE id IN (1501, 1504) OR n = 1000"},
            {"SELECT count(*), min(n), max(id) FROM CATALOG.meters"},
            {"SELECT a.id, b.n FROM CATALOG.meters a JOIN CATALOG.meters b ON a.id = b.id WHERE b.id IN (1501, 1504)"},
            {"SELECT id FROM CATALOG.meters WHERE n >= 10 ORDER BY n DESC, id LIMIT 7"},
            {"SELECT count(*) FROM (SELECT * FROM CATALOG.meters WHERE n >= 10 LIMIT 2900)"},
        };
    }

    @Test(dataProvider = "icebergQueries")
    public void testIcebergQueriesWhoseTasksFail(String query) {
        List<MaterializedRow> stock =
                runner.execute(query.replace("CATALOG", "iceberg.test")).getMaterializedRows();
        for (boolean skipping : new boolean[] {true, false}) {
            Session session = failing(Session.builder(on)
                    .setCatalogSessionProperty("ice", "skipping_enabled", String.valueOf(skipping))
                    .build());
            assertThat(repeated(session, query.replace("CATALOG", "ice.test")))
                    .as("skipping: %s", skipping)
                    .containsExactlyInAnyOrderElementsOf(stock);
        }
    }

    /** Checks that summaries of Iceberg files that an attempt wrote before it failed do not count. */
    @Test
    public void testIcebergBuildsWhoseTasksFail() {
        createMeters("built");
        List<MaterializedRow> events =
                repeated(failing(on), "SELECT event, build FROM TABLE(ice.system.summarize('test', 'built'))");
        assertThat(events).extracting(row -> row.getField(0)).contains("done").doesNotContain("failed");
        runner.execute("CALL ice.system.publish_index('test', 'built', '%s')"
                .formatted(events.getFirst().getField(1)));
        assertIcebergPrunes("built");
        assertThat(iceberg.buildAsIs("built", "4kB").planned())
                .as("files that a second build reads")
                .isZero();
    }

    private void assertIcebergPrunes(String table) {
        String query = "SELECT id, n FROM %s.test.%s WHERE id = 1501";
        assertThat(iceberg.metrics(on, query.formatted("ice", table)))
                .containsEntry("skipping.objects.pruned", 2L)
                .containsEntry("skipping.objects.unindexed", 0L);
        assertThat(runner.execute(query.formatted("ice", table)).getMaterializedRows())
                .isEqualTo(runner.execute(query.formatted("iceberg", table)).getMaterializedRows());
    }

    /** A table that is changed by statements whose tasks are repeated has what one has that the stock connector changes. */
    @Test
    public void testIcebergChangesWhoseTasksFail() {
        createMeters("changed");
        runner.execute("CREATE TABLE iceberg.test.changed_plain AS SELECT * FROM ice.test.changed");
        iceberg.buildAsIs("changed", "4kB");
        for (String statement : List.of(
                "MERGE INTO TABLE t USING (VALUES (BIGINT '1501', BIGINT '-1'), (1504, -2), (1505, -3), (9999, -4)) AS s (id, n) ON t.id = s.id "
                        + "WHEN MATCHED AND s.n = -2 THEN DELETE WHEN MATCHED THEN UPDATE SET n = s.n WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.n)",
                "DELETE FROM TABLE WHERE id IN (3, 1501)",
                "UPDATE TABLE SET n = n + 5000 WHERE id = 1500")) {
            runner.execute(statement.replace("TABLE", "iceberg.test.changed_plain"));
            repeated(failing(on), statement.replace("TABLE", "ice.test.changed"));
            for (String query : List.of(
                    "SELECT * FROM TABLE",
                    "SELECT * FROM TABLE WHERE id IN (1500, 1501, 1504, 1505, 9999)",
                    "SELECT count(*), min(n), max(n) FROM TABLE")) {
                assertThat(runner.execute(query.replace("TABLE", "ice.test.changed"))
                                .getMaterializedRows())
                        .as("%s after %s", query, statement)
                        .containsExactlyInAnyOrderElementsOf(
                                runner.execute(query.replace("TABLE", "iceberg.test.changed_plain"))
                                        .getMaterializedRows());
            }
            iceberg.buildAsIs("changed", "4kB");
        }
        assertThat(iceberg.metrics(on, "SELECT * FROM ice.test.changed WHERE id = 1502")
                        .get("skipping.objects.pruned"))
                .isGreaterThanOrEqualTo(2);
    }

    /** Checks that objects of failed attempts do not count. */
    @Test
    public void testInsertsByLayoutWhoseTasksFail() {
        String table = "laid_out";
        runner.execute("CREATE TABLE %s WITH (format = 'ORC') AS SELECT * FROM readings WITH NO DATA".formatted(table));
        runner.execute(
                "CALL lake.system.set_layout('test', '%s', %s)".formatted(table, WrittenObjects.literal(USAGES)));
        repeated(failing(on), "INSERT INTO %s SELECT * FROM readings".formatted(table));
        assertThat(tables.objects(table)).hasSizeGreaterThanOrEqualTo(2);
        assertThat(runner.execute("SELECT * FROM %s EXCEPT SELECT * FROM readings".formatted(table))
                        .getMaterializedRows())
                .isEmpty();
        assertThat(runner.execute("SELECT count(*) FROM %s".formatted(table)).getOnlyValue())
                .isEqualTo(8000L);
        assertThat(runner.execute(
                                "SELECT count(*) FROM (SELECT 1 FROM %s GROUP BY \"$path\" HAVING min(usage) < 2000 AND max(usage) >= 2000)"
                                        .formatted(table))
                        .getOnlyValue())
                .as("objects of both sides of the cut")
                .isEqualTo(0L);
    }

    /** Runs a statement, and checks that some of its tasks have failed. */
    private List<MaterializedRow> repeated(Session session, String sql) {
        MaterializedResultWithPlan result = runner.executeWithPlan(session, sql);
        QueryInfo query = runner.getCoordinator().getQueryManager().getFullQueryInfo(result.queryId());
        assertThat(query.getQueryStats().getFailedTasks())
                .as("tasks that failed")
                .isPositive();
        return result.result().getMaterializedRows();
    }

    /** Returns a session in which the first attempts of the first tasks of all stages fail. */
    private Session failing(Session session) {
        String token = UUID.randomUUID().toString();
        for (int stage = 0; stage < 3; stage++) {
            for (int partition = 0; partition < 2; partition++) {
                runner.injectTaskFailure(token, stage, partition, 0, TASK_FAILURE, Optional.of(INTERNAL_ERROR));
            }
        }
        return Session.builder(session).setTraceToken(Optional.of(token)).build();
    }
}
