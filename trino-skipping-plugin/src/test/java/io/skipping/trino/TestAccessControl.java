// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.common.collect.ObjectArrays;
import io.skipping.builder.IndexBuilder;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.GridModel;
import io.skipping.partitioner.ModelJson;
import io.trino.Session;
import io.trino.spi.security.Identity;
import io.trino.testing.MaterializedResult;
import io.trino.testing.MaterializedRow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests who may see an index of a table of Hive or Iceberg, and who may change it. An index holds values of the data. */
@Test(singleThreaded = true, groups = "servers")
public class TestAccessControl extends AbstractLakeTest {
    /** Of the first rule that matches a user and a table, the rest counts. */
    private static final String RULES = """
            {
              "schemas": [{"user": "user", "owner": true}, {"owner": false}],
              "tables": [
                {"user": "user", "privileges": ["SELECT", "INSERT", "DELETE", "OWNERSHIP"]},
                {"user": "reader", "privileges": ["SELECT"]},
                {"user": "writer", "privileges": ["INSERT"]},
                {"user": "both", "privileges": ["SELECT", "INSERT"]},
                {"user": "half_blind", "table": "t", "privileges": ["SELECT", "INSERT", "DELETE"], "columns": [{"name": "secret", "allow": false}]},
                {"user": "filtered", "table": "t", "privileges": ["SELECT", "INSERT", "DELETE"], "filter": "k < 10"},
                {"user": "masked", "table": "t", "privileges": ["SELECT", "INSERT", "DELETE"], "columns": [{"name": "secret", "mask": "'x'"}]},
                {"user": "shortened", "table": "t", "privileges": ["SELECT", "INSERT", "DELETE"], "columns": [{"name": "secret", "mask": "substr(secret, 1, 8)"}]},
                {"user": "partly_masked", "table": "t", "privileges": ["SELECT", "INSERT", "DELETE"], "columns": [{"name": "secret", "mask": "CASE WHEN k < 10 THEN secret END"}]},
                {"user": "stranger", "table": "t", "privileges": []},
                {"user": "blinkered", "table": "patients", "privileges": ["SELECT"], "columns": [{"name": "ssn", "allow": false}, {"name": "attributes", "allow": false}]},
                {"user": "thief", "table": "mine|_skipping_rewrite_mine_.*", "privileges": ["SELECT", "INSERT", "DELETE", "OWNERSHIP"]},
                {"table": "(t|patients)\\\\$.*", "privileges": ["SELECT"]}
              ],
              "functions": [{"privileges": ["EXECUTE"]}],
              "procedures": [{"privileges": ["EXECUTE"]}]
            }
            """;

    private static final String MODEL =
            ModelJson.write(new GridModel(List.of(new Column("k", ColumnType.BIGINT)), 2, 0));

    private Path rules;
    private SkippingTestTables iceberg;

    @Override
    protected Map<String, String> lakeProperties() throws IOException {
        rules = Files.writeString(Files.createTempFile("rules", ".json"), RULES);
        return Map.of("hive.security", "file", "security.config-file", rules.toString());
    }

    @Override
    protected void createTables() throws Exception {
        runner.execute(
                "CREATE TABLE t AS SELECT x AS k, 'secret ' || CAST(x AS varchar) AS secret FROM UNNEST(sequence(1, 50)) AS u(x)");
        tables.build("t", "4kB");
        createIceberg();
    }

    /** Creates a table of Iceberg in two files, of the same bounds, in a catalog of ours and one of the stock connector. */
    private void createIceberg() {
        IcebergQueryRunner.addCatalogs(
                runner, root, Map.of("iceberg.security", "file", "security.config-file", rules.toString()), Map.of());
        String rows =
                "SELECT x AS k, 'secret ' || CAST(x AS varchar) AS secret FROM UNNEST(sequence(1, 50)) AS u(x) WHERE x IN (1, 50) OR x % 2 = ";
        runner.execute("CREATE TABLE ice.%s.t AS %s".formatted(SCHEMA, rows) + "0");
        runner.execute("INSERT INTO ice.%s.t %s".formatted(SCHEMA, rows) + "1");
        for (String column : List.of("k", "secret")) {
            runner.execute("CALL ice.system.create_index('%s', 't', 'values', ARRAY['%s'])".formatted(SCHEMA, column));
        }
        iceberg = new SkippingTestTables(runner, root, "ice");
        assertThat(iceberg.buildAsIs("t", "4kB").done()).isEqualTo(2);
    }

    private static Session as(Session session, String user) {
        return Session.builder(session).setIdentity(Identity.ofUser(user)).build();
    }

    private MaterializedResult executeAs(String user, String sql) {
        return runner.execute(as(runner.getDefaultSession(), user), sql);
    }

    /** Adds the name of each catalog with an index at the beginning of each case. */
    private static Object[][] ofEachCatalog(Object[][] cases) {
        return Stream.of("lake", "ice")
                .flatMap(catalog -> Stream.of(cases).map(of -> ObjectArrays.concat(catalog, of)))
                .toArray(Object[][]::new);
    }

    private void assertDenied(String user, String sql) {
        assertThatThrownBy(() -> executeAs(user, sql))
                .as("%s as %s", sql, user)
                .hasMessageMatching(
                        "(?s)Access Denied: Cannot (select|insert|delete).*|.*(Row filtering|Column masking) not supported.*");
    }

    @DataProvider
    public Object[][] whoSeesAllValues() {
        return ofEachCatalog(new Object[][] {
            {"user", true},
            {"reader", true},
            {"both", true},
            {"writer", false},
            {"half_blind", false},
            {"filtered", false},
            {"masked", false},
            {"shortened", false},
            {"partly_masked", false},
            {"stranger", false},
        });
    }

    @Test(dataProvider = "whoSeesAllValues")
    public void testValuesAreForThoseWhoMaySelectAllOfThem(String catalog, String user, boolean allowed) {
        String schema = catalog + "." + SCHEMA;
        String values = "SELECT summary FROM %s.\"t$index\" WHERE columns = ARRAY['secret']".formatted(schema);
        String noColumns = "SELECT count(*) FROM %s.\"t$index\"".formatted(schema);
        String advice = "SELECT condition FROM %s.\"t$advice\"".formatted(schema);
        executeAs("user", "SELECT k FROM %s.t WHERE concat(secret, CAST(k AS varchar)) = 'hidden'".formatted(schema));
        if (allowed) {
            assertThat(executeAs(user, values).getMaterializedRows().toString()).contains("secret 1");
            assertThat((long) executeAs(user, noColumns).getOnlyValue()).isPositive();
            assertThat(executeAs(user, advice).getMaterializedRows().toString())
                    .contains("concat(secret, CAST(k AS varchar)) = ?")
                    .doesNotContain("hidden");
        } else {
            assertDenied(user, values);
            assertDenied(user, noColumns);
            assertDenied(user, advice);
        }
    }

    @DataProvider
    public Object[][] whoReadsTheTable() {
        return ofEachCatalog(new Object[][] {
            {"user", true},
            {"reader", true},
            {"both", true},
            {"half_blind", true},
            {"filtered", true},
            {"masked", true},
            {"writer", false},
            {"stranger", false},
        });
    }

    @Test(dataProvider = "whoReadsTheTable")
    public void testCoverageIsForThoseWhoMaySelect(String catalog, String user, boolean allowed) {
        String coverage =
                "SELECT DISTINCT objects_indexed = objects_total FROM %s.%s.\"t$indexes\"".formatted(catalog, SCHEMA);
        if (allowed) {
            assertThat(executeAs(user, coverage).getOnlyValue()).isEqualTo(true);
        } else {
            assertDenied(user, coverage);
        }
    }

    @DataProvider
    public Object[][] catalogs() {
        return new Object[][] {{"lake"}, {"ice"}};
    }

    /** The name of an index has the names of its columns, and keys of maps. */
    @Test(dataProvider = "catalogs")
    public void testIndexesAreNamedToThoseWhoMayKnowTheirColumns(String catalog) {
        String table = "%s.%s.patients".formatted(catalog, SCHEMA);
        runner.execute(
                "CREATE TABLE %s AS SELECT 1 AS k, '123' AS ssn, 'x' AS other, MAP(ARRAY['hiv_status'], ARRAY['y']) AS attributes"
                        .formatted(table));
        for (String column : List.of("ssn", "element_at(attributes, ''hiv_status'')", "other")) {
            runner.execute("CALL %s.system.create_index('%s', 'patients', 'bloom', ARRAY['%s'])"
                    .formatted(catalog, SCHEMA, column));
        }
        String names = "SELECT index_name FROM %s.%s.\"patients$indexes\"".formatted(catalog, SCHEMA);
        // requested ones, before a build and after it, and those that the build chooses
        for (boolean isBuilt : List.of(false, true)) {
            if (isBuilt) {
                new SkippingTestTables(runner, root, catalog).buildAsIs("patients", "4kB");
            }
            assertThat(executeAs("user", names).getOnlyColumnAsSet())
                    .contains("bloom(ssn)", "bloom(element_at(attributes, 'hiv_status'))", "bloom(other)", "minmax(k)");
            assertThat(executeAs("blinkered", names).getOnlyColumnAsSet())
                    .contains("bloom(other)", "minmax(k)")
                    .noneMatch(name ->
                            name.toString().contains("ssn") || name.toString().contains("attributes"));
        }
        runner.execute("DROP TABLE " + table);
    }

    @Test(dataProvider = "whoReadsTheTable")
    public void testStatusIsForThoseWhoMaySelect(String catalog, String user, boolean allowed) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = IndexBuilder.run(
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                "status",
                "--server",
                runner.getCoordinator().getBaseUrl().toString(),
                "--catalog",
                catalog,
                "--user",
                user,
                "--table",
                SCHEMA + ".t",
                "--details",
                "--json");
        assertThat(code).as(err.toString(UTF_8)).isEqualTo(allowed ? 0 : 1);
        if (allowed) {
            JsonNode details = new JsonMapper().readTree(out.toString(UTF_8)).at("/0/details");
            assertThat(details.at("/objects_unindexed").isInt())
                    .as("%s", out.toString(UTF_8))
                    .isTrue();
            assertThat(details.at("/ranges_without_summary").isNull())
                    .as("these are of \"t$index\": %s", details)
                    .isEqualTo(Set.of("half_blind", "filtered", "masked").contains(user));
        }
    }

    @DataProvider
    public Object[][] whoMayInsert() {
        return ofEachCatalog(new Object[][] {
            {"user", true}, {"writer", true}, {"both", true}, {"reader", false}, {"stranger", false},
        });
    }

    @Test(dataProvider = "whoMayInsert")
    public void testChangesAreForThoseWhoMayInsert(String catalog, String user, boolean allowed) {
        String build = (String) executeAs(
                        "user",
                        "SELECT max(build) FROM TABLE(%s.system.summarize('%s', 't'))".formatted(catalog, SCHEMA))
                .getOnlyValue();
        Stream<String> ofIndexes = Stream.of(
                "create_index('SCHEMA', 't', 'minmax', ARRAY['k'])",
                "drop_index('SCHEMA', 't', 'minmax', ARRAY['k'])",
                "vacuum_index('SCHEMA', 't')",
                "check_store('SCHEMA', 't')",
                "publish_index('SCHEMA', 't', '%s')".formatted(build));
        // tables of Iceberg have none
        Stream<String> ofLayouts = catalog.equals("ice")
                ? Stream.of()
                : Stream.of("set_layout('SCHEMA', 't', '%s')".formatted(MODEL), "drop_layout('SCHEMA', 't')");
        for (String call : Stream.concat(ofIndexes, ofLayouts).toList()) {
            String sql = "CALL %s.system.%s".formatted(catalog, call.replace("SCHEMA", SCHEMA));
            if (allowed) {
                executeAs(user, sql);
            } else {
                assertDenied(user, sql);
            }
        }
    }

    @DataProvider
    public Object[][] whoMayBuild() {
        return ofEachCatalog(new Object[][] {
            {"user", true},
            {"both", true},
            {"reader", false},
            {"writer", false},
            {"half_blind", false},
            {"stranger", false},
        });
    }

    @Test(dataProvider = "whoMayBuild")
    public void testBuildingIsForThoseWhoMaySelectAllAndInsert(String catalog, String user, boolean allowed) {
        String summarize = "SELECT count(*) > 0 FROM TABLE(%s.system.summarize('%s', 't'))".formatted(catalog, SCHEMA);
        // what doctor asks
        String validate = "EXPLAIN (TYPE VALIDATE) " + summarize;
        if (allowed) {
            assertThat(executeAs(user, validate).getOnlyValue()).isEqualTo(true);
            assertThat(executeAs(user, summarize).getOnlyValue()).isEqualTo(true);
        } else {
            assertDenied(user, validate);
            assertDenied(user, summarize);
        }
    }

    @DataProvider
    public Object[][] whoMayNotRewrite() {
        return new Object[][] {
            {"reader"}, {"writer"}, {"both"}, {"half_blind"}, {"filtered"}, {"masked"}, {"stranger"},
        };
    }

    @Test(dataProvider = "whoMayNotRewrite")
    public void testRewritingIsForThoseWhoSeeAndMayDeleteAll(String user) {
        assertDenied(user, "CALL lake.system.begin_rewrite('%s', 't', '0123abcd', '%s')".formatted(SCHEMA, MODEL));
        assertThat(runner.execute("SHOW TABLES LIKE '%rewrite%'").getMaterializedRows())
                .isEmpty();
    }

    /** Whoever may create tables can make them look like a rewrite of his own, of which the objects of another table are left. */
    @Test
    public void testForgedRewriteDoesNotDeleteObjectsOfOthers() throws IOException {
        String path = (String) executeAs("user", "SELECT max(\"$path\") FROM t").getOnlyValue();
        Path object = root.resolve(path.replaceFirst("local:///", ""));
        Path record = Files.createDirectories(root.resolve("forged")).resolve("record");
        Files.writeString(record, """
                {"format": "trino-skipping-rewrite", "version": 1, "schema": "%s", "table": "mine", "partition": null,
                 "oldLocation": "local:///forged", "newLocation": "%s", "begunMillis": 1, "swappedMillis": 0,
                 "managed": true, "objects": []}""".formatted(SCHEMA, path.substring(0, path.lastIndexOf('/'))));
        executeAs("thief", "CREATE TABLE mine (k bigint)");
        executeAs(
                "thief",
                "CREATE TABLE _skipping_rewrite_mine_00000000 (k bigint) WITH (format = 'TEXTFILE', external_location = 'local:///forged', extra_properties = MAP(ARRAY['skipping.rewrite'], ARRAY['local:///forged/record']))");
        for (String call : List.of("finish_rewrite('%s', 'mine', '0s')", "swap_rewrite('%s', 'mine', '00000000')")) {
            assertThatThrownBy(() -> executeAs("thief", "CALL lake.system." + call.formatted(SCHEMA)))
                    .hasMessageContaining("_skipping_rewrite_mine_00000000 is not known to be of rewrite");
            assertDenied("thief", "CALL lake.system." + call.formatted(SCHEMA).replace("'mine'", "'t'"));
        }
        assertThat(object).exists();
        executeAs("thief", "DROP TABLE _skipping_rewrite_mine_00000000");
        executeAs("thief", "DROP TABLE mine");
    }

    @DataProvider
    public Object[][] whoQueries() {
        return Stream.of("reader", "half_blind", "filtered", "masked", "shortened", "partly_masked", "writer")
                .map(user -> new Object[] {user})
                .toArray(Object[][]::new);
    }

    /** Checks that queries which the index decides, answers or shortens return what the user may see, as the stock connector does. */
    @Test(dataProvider = "whoQueries")
    public void testAnswersHaveWhatTheUserSees(String user) {
        Session skipping = as(runner.getDefaultSession(), user);
        Session without = Session.builder(skipping)
                .setCatalogSessionProperty("ice", "skipping_enabled", "false")
                .build();
        for (String query : List.of(
                "SELECT count(*), min(k), max(k), count(k) FROM CATALOG.t",
                "SELECT count(*), min(secret), max(secret) FROM CATALOG.t",
                "SELECT count(*) FROM CATALOG.t WHERE k >= 40",
                "SELECT count(*) FROM CATALOG.t WHERE secret = 'secret 40'",
                "SELECT count(*), min(k) FROM CATALOG.t WHERE secret IN ('secret 7', 'x')",
                "SELECT k FROM CATALOG.t WHERE substr(secret, 1, 8) = 'secret 4'",
                "SELECT k FROM CATALOG.t WHERE k > 1 ORDER BY k DESC LIMIT 3",
                "SELECT secret FROM CATALOG.t ORDER BY secret DESC LIMIT 3",
                "SELECT count(*) FROM (SELECT * FROM CATALOG.t WHERE k >= 1 LIMIT 20)",
                "SELECT count(*) FROM (SELECT k FROM CATALOG.t LIMIT 51)",
                "SELECT a.k FROM CATALOG.t a JOIN CATALOG.t b ON a.k = b.k WHERE b.secret > 'secret 40'",
                "SELECT a.k, a.secret FROM CATALOG.t a JOIN (VALUES 'secret 40', 'secret 7', 'x') AS b (secret) ON a.secret = b.secret")) {
            String stock = outcome(skipping, query.replace("CATALOG", "iceberg." + SCHEMA));
            for (Session session : List.of(skipping, without)) {
                assertThat(outcome(session, query.replace("CATALOG", "ice." + SCHEMA)))
                        .as("%s as %s, with skipping: %s", query, user, session == skipping)
                        .isEqualTo(stock);
            }
        }
    }

    /** Returns the rows of a query, or what it fails with. */
    private String outcome(Session session, String query) {
        try {
            Stream<String> rows = rows(session, query).stream().map(MaterializedRow::toString);
            return (query.contains("ORDER BY") ? rows : rows.sorted()).toList().toString();
        } catch (RuntimeException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Checks that the index is of use to users who see some of the rows only, of which it tells nothing else. */
    @Test
    public void testFilteredScansAreSkipped() {
        String ofTable = " FROM ice.%s.t".formatted(SCHEMA);
        for (String user : List.of("reader", "filtered", "masked", "half_blind")) {
            assertThat(iceberg.metrics(as(runner.getDefaultSession(), user), "SELECT k" + ofTable + " WHERE k = 8"))
                    .as(user)
                    .containsEntry("skipping.objects.considered", 2L)
                    .containsEntry("skipping.objects.pruned", 1L);
        }
        assertThat(executeAs("filtered", "SELECT count(*), max(k), max(secret)" + ofTable)
                        .getMaterializedRows()
                        .toString())
                .isEqualTo("[[10, 9, secret 9]]");
        assertThat(executeAs("masked", "SELECT count(*), max(k), max(secret)" + ofTable)
                        .getMaterializedRows()
                        .toString())
                .isEqualTo("[[52, 50, x]]");
    }

    /**
     * Plans do not tell a user with a row filter how many files have a value, nor one with a mask whether any has. Whether the index
     * decides a filter for all files is in all plans.
     */
    @Test
    public void testPlansHideHowManyFilesAreLeft() {
        assertThat(plan("reader", "secret 40"))
                .as("who sees all rows is told how many files have it")
                .contains("leaves 1 of 2 objects")
                .isNotEqualTo(plan("reader", "secret 400"));
        for (String secret : List.of("secret 4", "secret 40", "secret 400")) {
            assertThat(plan("filtered", secret))
                    .contains("there is a row filter")
                    .doesNotContain("of 2 objects")
                    .doesNotContainPattern("leaves \\d");
        }
        for (String user : List.of("masked", "shortened", "partly_masked")) {
            assertThat(plan(user, "secret 40")).as(user).isEqualTo(plan(user, "secret 400"));
        }
        assertThat(plan("partly_masked", "secret 40")).contains("there is a mask on secret");
    }

    /** A mask hides nothing of the other columns. */
    @Test
    public void testPlansTellOfColumnsWithoutAMask() {
        assertThat((String) executeAs("partly_masked", "EXPLAIN SELECT k FROM ice.%s.t WHERE k = 8".formatted(SCHEMA))
                        .getOnlyValue())
                .contains("k = 8: ", " leaves 1 of 2 objects");
    }

    /** Tells nobody who may not build whether there is a table. */
    @Test
    public void testStrangersDoNotLearnWhichTablesExist() {
        for (String catalog : List.of("lake", "ice")) {
            for (String user : List.of("stranger", "reader")) {
                for (String table : List.of("t", "nothing")) {
                    assertThatThrownBy(() -> executeAs(
                                    user,
                                    "SELECT count(*) FROM TABLE(%s.system.summarize('%s', '%s'))"
                                            .formatted(catalog, SCHEMA, table)))
                            .as("%s of %s as %s", table, catalog, user)
                            .hasMessageContaining(
                                    "Access Denied: Cannot insert into table %s.%s".formatted(SCHEMA, table));
                }
            }
        }
    }

    private String plan(String user, String secret) {
        String query = "EXPLAIN SELECT k FROM ice.%s.t WHERE secret = '%s'".formatted(SCHEMA, secret);
        return ((String) executeAs(user, query).getOnlyValue())
                .replace("'" + secret + "'", "?")
                .replace(secret, "?");
    }
}
