// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.GridModel;
import io.skipping.partitioner.ModelJson;
import io.trino.Session;
import io.trino.spi.security.Identity;
import io.trino.testing.MaterializedResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Who may see an index, and who may change it. An index holds values of the data. */
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
                {"user": "stranger", "table": "t", "privileges": []},
                {"table": "t\\\\$.*", "privileges": ["SELECT"]}
              ],
              "functions": [{"privileges": ["EXECUTE"]}],
              "procedures": [{"privileges": ["EXECUTE"]}]
            }
            """;

    private static final String MODEL =
            ModelJson.write(new GridModel(List.of(new Column("k", ColumnType.BIGINT)), 2, 0));

    @Override
    protected Map<String, String> lakeProperties() throws IOException {
        Path rules = Files.writeString(Files.createTempFile("rules", ".json"), RULES);
        return Map.of("hive.security", "file", "security.config-file", rules.toString());
    }

    @Override
    protected void createTables() throws Exception {
        runner.execute(
                "CREATE TABLE t AS SELECT x AS k, 'secret ' || CAST(x AS varchar) AS secret FROM UNNEST(sequence(1, 50)) AS u(x)");
        tables.build("t", "4kB");
    }

    private MaterializedResult executeAs(String user, String sql) {
        return runner.execute(
                Session.builder(runner.getDefaultSession())
                        .setIdentity(Identity.ofUser(user))
                        .build(),
                sql);
    }

    private void assertDenied(String user, String sql) {
        assertThatThrownBy(() -> executeAs(user, sql))
                .as("%s as %s", sql, user)
                .hasMessageMatching(
                        "(?s)Access Denied: Cannot (select|insert|delete).*|.*(Row filtering|Column masking) not supported.*");
    }

    @DataProvider
    public Object[][] whoSeesAllValues() {
        return new Object[][] {
            {"user", true},
            {"reader", true},
            {"both", true},
            {"writer", false},
            {"half_blind", false},
            {"filtered", false},
            {"masked", false},
            {"stranger", false},
        };
    }

    @Test(dataProvider = "whoSeesAllValues")
    public void testValuesAreForThoseWhoMaySelectAllOfThem(String user, boolean allowed) {
        String values = "SELECT summary FROM \"t$index\" WHERE columns = ARRAY['secret']";
        String noColumns = "SELECT count(*) FROM \"t$index\"";
        String advice = "SELECT condition FROM \"t$advice\"";
        executeAs("user", "SELECT k FROM t WHERE concat(secret, CAST(k AS varchar)) = 'hidden'");
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
        return new Object[][] {
            {"user", true},
            {"reader", true},
            {"both", true},
            {"half_blind", true},
            {"filtered", true},
            {"masked", true},
            {"writer", false},
            {"stranger", false},
        };
    }

    @Test(dataProvider = "whoReadsTheTable")
    public void testCoverageIsForThoseWhoMaySelect(String user, boolean allowed) {
        String coverage = "SELECT DISTINCT objects_indexed FROM \"t$indexes\"";
        if (allowed) {
            assertThat(executeAs(user, coverage).getOnlyValue()).isEqualTo(1L);
        } else {
            assertDenied(user, coverage);
        }
    }

    @DataProvider
    public Object[][] whoMayInsert() {
        return new Object[][] {
            {"user", true}, {"writer", true}, {"both", true}, {"reader", false}, {"stranger", false},
        };
    }

    @Test(dataProvider = "whoMayInsert")
    public void testChangesAreForThoseWhoMayInsert(String user, boolean allowed) {
        String build = (String)
                executeAs("user", "SELECT max(build) FROM TABLE(lake.system.summarize('%s', 't'))".formatted(SCHEMA))
                        .getOnlyValue();
        for (String call : new String[] {
            "create_index('SCHEMA', 't', 'minmax', ARRAY['k'])",
            "drop_index('SCHEMA', 't', 'minmax', ARRAY['k'])",
            "vacuum_index('SCHEMA', 't')",
            "check_store('SCHEMA', 't')",
            "publish_index('SCHEMA', 't', '%s')".formatted(build),
            "set_layout('SCHEMA', 't', '%s')".formatted(MODEL),
            "drop_layout('SCHEMA', 't')"
        }) {
            String sql = "CALL lake.system." + call.replace("SCHEMA", SCHEMA);
            if (allowed) {
                executeAs(user, sql);
            } else {
                assertDenied(user, sql);
            }
        }
    }

    @DataProvider
    public Object[][] whoMayBuild() {
        return new Object[][] {
            {"user", true},
            {"both", true},
            {"reader", false},
            {"writer", false},
            {"half_blind", false},
            {"stranger", false},
        };
    }

    @Test(dataProvider = "whoMayBuild")
    public void testBuildingIsForThoseWhoMaySelectAllAndInsert(String user, boolean allowed) {
        String summarize = "SELECT count(*) > 0 FROM TABLE(lake.system.summarize('%s', 't'))".formatted(SCHEMA);
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
}
