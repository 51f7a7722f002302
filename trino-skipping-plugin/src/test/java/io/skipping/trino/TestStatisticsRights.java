// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;

import io.trino.Session;
import io.trino.metadata.QualifiedObjectName;
import io.trino.spi.security.Identity;
import io.trino.spi.security.ViewExpression;
import io.trino.testing.MaterializedRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What SHOW STATS and EXPLAIN tell of rows and columns that a user may not see. */
@Test(singleThreaded = true, groups = "servers")
public class TestStatisticsRights extends AbstractLakeTest {
    /** Of the first rule that matches a user and a table, the rest counts. */
    private static final String RULES = """
            {
              "schemas": [{"user": "user", "owner": true}, {"owner": false}],
              "tables": [
                {"user": "user", "privileges": ["SELECT", "INSERT", "DELETE", "OWNERSHIP", "GRANT_SELECT"]},
                {"user": "reader", "privileges": ["SELECT"]},
                {"user": "half_blind", "table": "t", "privileges": ["SELECT"], "columns": [{"name": "secret", "allow": false}]},
                {"user": "filtered", "table": "t", "privileges": ["SELECT"], "filter": "k < 10"},
                {"user": "filtered_by_a_query", "table": "t", "privileges": ["SELECT"], "filter": "k IN (SELECT 3)"},
                {"user": "masked", "table": "t", "privileges": ["SELECT"], "columns": [{"name": "secret", "mask": "secret + 0"}]},
                {"table": "few|few_of_invoker|few_of_engine|few_of_iceberg", "privileges": ["SELECT"]}
              ],
              "functions": [{"privileges": ["EXECUTE"]}],
              "procedures": [{"privileges": ["EXECUTE"]}]
            }
            """;

    private static final Stats ALL = new Stats(null, 0.0, 50.0, "1", "50");
    private static final Stats OF_SECRET = new Stats(null, 0.0, 50.0, "1001", "1050");
    private static final Stats NONE = new Stats(null, null, null, null, null);

    /** Of one column. */
    private record Stats(Double distinct, Double nullsFraction, Double rowCount, String low, String high) {}

    @Override
    protected Map<String, String> lakeProperties() throws IOException {
        Path rules = Files.writeString(Files.createTempFile("rules", ".json"), RULES);
        return Map.of(
                "hive.security", "file",
                "security.config-file", rules.toString(),
                "skipping.column-statistics.enabled", "true");
    }

    @Override
    protected void createTables() throws IOException {
        SkippingQueryRunner.createLake(runner, "quiet", root, Map.of());
        SkippingQueryRunner.createLake(runner, "open", root, Map.of("skipping.column-statistics.enabled", "true"));
        // the metastore is not told of the object
        Files.createDirectory(root.resolve("t"));
        Files.write(
                root.resolve("t/object"),
                IntStream.rangeClosed(1, 50).mapToObj(k -> k + "," + (1000 + k)).toList());
        runner.execute(
                "CREATE TABLE hive.%s.t (k bigint, secret bigint) WITH (format = 'TEXTFILE', textfile_field_separator = ',', external_location = 'local:///t')"
                        .formatted(SCHEMA));
        for (String column : List.of("k", "secret")) {
            runner.execute("CALL lake.system.create_index('%s', 't', 'values', ARRAY['%s'])".formatted(SCHEMA, column));
            runner.execute("CALL lake.system.create_index('%s', 't', 'minmax', ARRAY['%s'])".formatted(SCHEMA, column));
        }
        tables.build("t", "4kB");
        runner.execute("CREATE VIEW few AS SELECT * FROM t WHERE k < 10");
        runner.execute("CREATE VIEW few_of_invoker SECURITY INVOKER AS SELECT * FROM t WHERE k < 10");
        // the engine alone decides on access, and does not ask these catalogs
        SkippingQueryRunner.createLake(runner, "engine", root, Map.of("hive.security", "system"));
        runner.execute("CREATE VIEW few_of_engine AS SELECT * FROM engine.%s.t WHERE k < 10".formatted(SCHEMA));
        IcebergQueryRunner.addCatalogs(runner, root, Map.of("iceberg.security", "system"), Map.of());
        runner.execute("CREATE TABLE ice.%1$s.t AS SELECT * FROM lake.%1$s.t".formatted(SCHEMA));
        runner.execute("CALL ice.system.create_index('%s', 't', 'values', ARRAY['secret'])".formatted(SCHEMA));
        new SkippingTestTables(runner, root, "ice").buildAsIs("t", "4kB");
        runner.execute("CREATE VIEW few_of_iceberg AS SELECT * FROM ice.%s.t WHERE k < 10".formatted(SCHEMA));
    }

    @DataProvider
    public Object[][] users() {
        return new Object[][] {
            {"user", "t", "k", ALL},
            {"user", "t", "secret", OF_SECRET},
            {"reader", "t", "k", ALL},
            {"reader", "t", "secret", OF_SECRET},
            {"half_blind", "(SELECT k FROM t)", "k", ALL},
            {"filtered", "t", "k", NONE},
            {"filtered", "t", "secret", NONE},
            {"filtered", "(SELECT * FROM t WHERE secret > 1040)", "secret", NONE},
            {"filtered_by_a_query", "t", "secret", NONE},
            {"masked", "t", "k", ALL},
            {"masked", "t", "secret", new Stats(null, null, 50.0, null, null)},
            {"nobody", "few", "k", NONE},
            {"nobody", "few", "secret", NONE},
            {"filtered", "few_of_invoker", "secret", NONE},
        };
    }

    @Test(dataProvider = "users")
    public void testStatisticsAreForThoseWhoSeeTheRowsAndTheColumn(
            String user, String relation, String column, Stats expected) {
        assertThat(stats(user, relation, column)).isEqualTo(expected);
    }

    /** What EXPLAIN counts is of all rows. */
    @Test
    public void testExplanationsAreForThoseWhoSeeAllRows() {
        String query = "EXPLAIN SELECT k FROM t WHERE secret = 2040";
        assertThat((String) executeAs("reader", query).getFirst().getField(0)).contains("leaves 0 of 1 objects");
        assertThat((String) executeAs("filtered", query).getFirst().getField(0))
                .contains("there is a row filter")
                .doesNotContain("leaves 0")
                .doesNotContain("objects");
        // the view hides the rows that a condition on it would find in the table
        for (String secret : List.of("1040", "2040")) {
            assertThat((String) executeAs("nobody", "EXPLAIN SELECT k FROM few WHERE secret = " + secret)
                            .getFirst()
                            .getField(0))
                    .as(secret)
                    .contains("a view with the rights of its owner")
                    .doesNotContain("of 1 objects");
        }
    }

    private String plan(String user, String query) {
        return (String) executeAs(user, "EXPLAIN " + query).getFirst().getField(0);
    }

    /** The engine does not say then who may see what: it may have row filters, and reads views with the rights of their owners. */
    @Test
    public void testExplanationsAreForNobodyIfTheCatalogIsNotAsked() {
        for (String relation : List.of("few_of_engine", "few_of_iceberg", "engine.%s.t", "ice.%s.t")) {
            for (String secret : List.of("1040", "2040")) {
                assertThat(plan(
                                "nobody",
                                "SELECT k FROM %s WHERE secret = %s"
                                        .formatted(relation, secret)
                                        .formatted(SCHEMA)))
                        .as("%s of %s", secret, relation)
                        .contains("Trino has not asked catalog ")
                        .doesNotContain("of 1 objects")
                        .doesNotContainPattern("leaves \\d");
            }
        }
    }

    /** For these, Trino asks itself on behalf of the catalog. */
    @Test
    public void testAdviceIsGivenIfTheCatalogIsNotAsked() {
        executeAs("user", "SELECT k FROM engine.%s.t WHERE k + secret = 1".formatted(SCHEMA));
        assertThat(executeAs("user", "SELECT condition FROM engine.%s.\"t$advice\"".formatted(SCHEMA)))
                .extracting(row -> row.getField(0))
                .contains("(k + secret) = ?");
    }

    /** Nothing else is hidden by that: all catalogs are asked that do not leave access to the engine. */
    @Test
    public void testExplanationsAreForAllIfAllMayDoAll() {
        String open = "open.%s.t".formatted(SCHEMA);
        for (String query : List.of(
                "SELECT k FROM %s WHERE secret = 2040",
                "SELECT max(k + 1) FROM %s WHERE secret = 2040",
                "SELECT a.secret FROM %1$s a JOIN %1$s b USING (k) WHERE b.secret = 2040",
                "WITH r AS (SELECT * FROM %s) SELECT k FROM r WHERE secret = 2040")) {
            assertThat(plan("anybody", query.formatted(open))).as(query).contains("leaves 0 of 1 objects");
        }
    }

    /** Tells a user who may select one column of a table nothing of another, on which a view has a condition. */
    @Test
    public void testExplanationsAreOfColumnsThatTheUserSelects() {
        assertThat(plan("half_blind", "SELECT k FROM t WHERE k = 77")).contains("leaves 0 of 1 objects");
        for (String secret : List.of("1040", "2040")) {
            String ofView = "SELECT k FROM few WHERE secret = " + secret;
            // whoever a table is looked up for first
            for (String query : List.of("SELECT k FROM t UNION ALL " + ofView, ofView + " UNION ALL SELECT k FROM t")) {
                assertThat(plan("half_blind", query))
                        .as(query)
                        .contains("there is a mask on secret, or a view or a filter whose conditions are on it")
                        .doesNotContain("All conditions leave ");
                assertThat(plan("reader", query.replace("k FROM t", "k + secret FROM t")))
                        .as(query)
                        .contains("All conditions leave ");
            }
        }
    }

    /** A view's owner sees what the view leaves out, and so does who may select from its table. */
    @Test
    public void testAViewShowsWhatItsUserMaySeeAnyway() {
        for (String user : List.of("user", "reader")) {
            for (String view : List.of("few", "few_of_invoker")) {
                assertThat(stats(user, view, "secret").high())
                        .as("%s of %s", user, view)
                        .isEqualTo(user.equals("user") || view.equals("few_of_invoker") ? "1050" : null);
            }
        }
    }

    @Test
    public void testPlansOfAFilteredUserHaveNoEstimates() {
        for (String where : List.of("secret > 1040", "secret > 0", "secret > 5000")) {
            String query = "EXPLAIN SELECT k FROM t WHERE " + where;
            assertThat((String) executeAs("filtered", query).getFirst().getField(0))
                    .as(where)
                    .doesNotContainPattern("rows: \\d");
            assertThat((String) executeAs("user", query).getFirst().getField(0))
                    .as(where)
                    .containsPattern("rows: \\d");
        }
    }

    /** The engine's own access control, which denies, is asked before the catalog's. */
    @Test
    public void testWhatTheEngineItselfDeniesIsNotShown() {
        String open = "open." + SCHEMA + ".t";
        assertThat(stats("anybody", open, "secret")).isEqualTo(OF_SECRET);
        runner.getAccessControl()
                .rowFilter(
                        new QualifiedObjectName("open", SCHEMA, "t"),
                        "anybody",
                        ViewExpression.builder().expression("k < 10").build());
        try {
            assertThat(stats("anybody", open, "secret")).isEqualTo(NONE);
            assertThat(stats("somebody", open, "secret")).isEqualTo(OF_SECRET);
        } finally {
            runner.getAccessControl().reset();
        }
    }

    @Test
    public void testColumnStatisticsCanBeTurnedOff() {
        String quiet = "quiet." + SCHEMA + ".t";
        assertThat(stats("user", quiet, "secret")).isEqualTo(new Stats(null, null, 50.0, null, null));
        assertThat((String) executeAs("user", "EXPLAIN SELECT k FROM %s WHERE secret > 5000".formatted(quiet))
                        .getFirst()
                        .getField(0))
                .doesNotContainPattern("rows: [0-4]?[0-9] ");
    }

    private Stats stats(String user, String relation, String column) {
        List<MaterializedRow> rows = executeAs(user, "SHOW STATS FOR " + relation);
        MaterializedRow found = rows.stream()
                .filter(row -> column.equals(row.getField(0)))
                .findFirst()
                .orElseThrow();
        return new Stats(
                (Double) found.getField(2),
                (Double) found.getField(3),
                (Double) rows.getLast().getField(4),
                (String) found.getField(5),
                (String) found.getField(6));
    }

    private List<MaterializedRow> executeAs(String user, String sql) {
        return runner.execute(
                        Session.builder(runner.getDefaultSession())
                                .setIdentity(Identity.ofUser(user))
                                .build(),
                        sql)
                .getMaterializedRows();
    }
}
