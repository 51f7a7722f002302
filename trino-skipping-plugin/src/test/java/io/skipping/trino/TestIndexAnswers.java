// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trino.Session;
import io.trino.testing.TransactionBuilder;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Aggregates that the index knows. */
public class TestIndexAnswers extends AbstractLakeTest {
    private static final String ANSWERED = "answered by the index";

    private static final String COLUMNS =
            "id bigint, small tinyint, price decimal(30, 3), name varchar, ts timestamp(3), dbl double, nan double, none integer, tags array(varchar), dt varchar";

    @Override
    protected void createTables() {
        for (String format : List.of("textfile", "parquet", "orc")) {
            create("t_" + format, format);
            assertThat(tables.build("t_" + format, "4kB").failed()).isZero();
        }
    }

    private void create(String table, String format) {
        runner.execute("CREATE TABLE %s (%s) WITH (format = '%s', partitioned_by = ARRAY['dt'])"
                .formatted(table, COLUMNS, format));
        for (int object = 0; object < 4; object++) {
            insert(table, object);
        }
    }

    private void insert(String table, int object) {
        writeRows("""
                INSERT INTO %s
                SELECT
                    n,
                    IF(n %% 3 = 0, NULL, CAST(n %% 100 - 50 AS tinyint)),
                    n * decimal '10000000000000000000.125',
                    IF(n %% 5 = 0, NULL, 'é' || CAST(n AS varchar)),
                    timestamp '2020-01-01 00:00:00.001' + n * interval '1' hour,
                    n * 1.5e0 - 6,
                    IF(n = 7, nan(), n * 1e0),
                    NULL,
                    ARRAY['x'],
                    '%s'
                FROM UNNEST(sequence(%d, %d)) AS t(n)
                """.formatted(table, object < 2 ? "a" : "b", object * 50, object * 50 + 49));
    }

    /** Queries over a table %s, and whether no object is read for them: of text, and of formats with footers. */
    @DataProvider
    public Object[][] queries() {
        return new Object[][] {
            {"SELECT count(*) FROM %s", true, true},
            {"SELECT count(*), count(1), count(id), count(name), count(none) FROM %s", true, true},
            // bounds from a footer may be no values
            {"SELECT min(id), max(id), min(small), max(small), min(price), max(price) FROM %s", true, false},
            {"SELECT min(name), max(name), min(ts), max(ts) FROM %s", true, false},
            // such columns are read, since footers do not tell of NaN
            {"SELECT min(dbl), max(dbl), count(dbl), count(*) FROM %s", true, true},
            {"SELECT min(none), max(none), count(none) FROM %s", true, true},
            // the engine decides where NaN stands
            {"SELECT min(nan), max(nan) FROM %s", false, false},
            {"SELECT min(nan), max(nan) FROM %s WHERE dt = 'b'", true, true},
            {"SELECT count(nan) FROM %s", true, true},
            {"SELECT count(*) FROM %s WHERE dt = 'a'", true, true},
            {"SELECT count(*) FROM %s WHERE dt = 'nowhere'", false, false},
            {"SELECT count(*) FROM %s WHERE id > 60", false, false},
            {"SELECT max(id) FROM %s WHERE name = 'é7'", false, false},
            {"SELECT dt, count(*) FROM %s GROUP BY dt ORDER BY dt", false, false},
            {"SELECT count(DISTINCT id) FROM %s", false, false},
            {"SELECT count(*) FILTER (WHERE id > 60) FROM %s", false, false},
            {"SELECT sum(id), count(*) FROM %s", false, false},
            {"SELECT count(tags), count(*) FROM %s", false, false},
            {"SELECT max(dt), count(*) FROM %s", false, false},
            {"SELECT count(*) + 1, max(id) * 2 FROM %s HAVING count(*) > 3", true, false},
            {"SELECT count(*) FROM (SELECT * FROM %s LIMIT 7)", false, false},
            {"SELECT t.id FROM %1$s t JOIN (SELECT max(id) AS id FROM %1$s) u ON t.id = u.id", true, false},
            {"SELECT (SELECT max(id) FROM %1$s), (SELECT count(*) FROM %1$s), count(*) FROM %1$s", true, true},
            {"SELECT count(*) FROM (SELECT count(*) AS c FROM %s) WHERE c > 1000", true, true},
        };
    }

    @Test(dataProvider = "queries")
    public void testTheAnswerIsThatOfThePlainConnector(String query, boolean text, boolean footers) {
        for (String format : List.of("textfile", "parquet", "orc")) {
            String table = ".%s.t_%s".formatted(SCHEMA, format);
            assertSameAsPlain(query.formatted("CATALOG.t_" + format));
            assertThat(explain(on, query.formatted("lake" + table)).contains(ANSWERED))
                    .as("%s: %s", format, ANSWERED)
                    .isEqualTo(format.equals("textfile") ? text : footers);
        }
    }

    /** Statements of a transaction see what others of it have done. */
    @Test
    public void testAnswersInATransaction() {
        create("in_transaction", "textfile");
        tables.build("in_transaction", "4kB");
        String count = "SELECT count(*) FROM lake.%s.in_transaction".formatted(SCHEMA);
        TransactionBuilder.transaction(
                        runner.getTransactionManager(),
                        runner.getPlannerContext().getMetadata(),
                        runner.getAccessControl())
                .execute(on, session -> {
                    assertThat(runner.execute(session, count).getOnlyValue()).isEqualTo(200L);
                    runner.execute(session, "DELETE FROM lake.%s.in_transaction WHERE dt = 'a'".formatted(SCHEMA));
                    assertThat(runner.execute(session, count).getOnlyValue()).isEqualTo(100L);
                });
    }

    /** Checks that a listing that fails makes the scan fail, and not the plan, which the stock connector makes without one. */
    @Test
    public void testPlansOfWhatCannotBeListed() throws Exception {
        // an index outside of the folder that goes
        SkippingQueryRunner.createLake(
                runner, "elsewhere", root, Map.of("skipping.index.location", "local:///indexes"));
        Files.createDirectories(root.resolve("vanishing"));
        runner.execute(
                "CREATE TABLE hive.%s.vanishing (id bigint) WITH (external_location = 'local:///vanishing', format = 'TEXTFILE')"
                        .formatted(SCHEMA));
        runner.execute("INSERT INTO hive.%s.vanishing VALUES 1, 2, 3".formatted(SCHEMA));
        new SkippingTestTables(runner, root, "elsewhere").build("vanishing", "4kB");
        String query = "SELECT count(*) FROM %s.%s.vanishing";
        String ours = query.formatted("elsewhere", SCHEMA);
        assertThat(explain(on, ours)).contains(ANSWERED);
        deleteRecursively(root.resolve("vanishing"), ALLOW_INSECURE);
        assertThat(explain(on, ours)).doesNotContain(ANSWERED);
        assertThatThrownBy(() -> runner.execute(on, query.formatted("hive", SCHEMA)))
                .hasMessageContaining("location does not exist");
        assertThatThrownBy(() -> runner.execute(on, ours)).hasMessageContaining("location does not exist");
    }

    @Test
    public void testWithoutSkippingObjectsAreRead() {
        assertThat(explain(off, "SELECT count(*) FROM lake.%s.t_textfile".formatted(SCHEMA)))
                .doesNotContain(ANSWERED);
    }

    @Test
    public void testWhatIsNotInTheIndexIsRead() {
        create("changing", "textfile");
        tables.build("changing", "4kB");
        String query = "SELECT count(*), max(id) FROM lake.%s.changing".formatted(SCHEMA);
        assertThat(rows(query).getFirst().getFields()).containsExactly(200L, 199L);
        assertThat(explain(on, query)).contains(ANSWERED);

        insert("changing", 9);
        assertThat(rows(query).getFirst().getFields()).as("one object more").containsExactly(250L, 499L);
        assertThat(explain(on, query)).doesNotContain(ANSWERED);

        tables.build("changing", "4kB");
        assertThat(rows(query).getFirst().getFields()).containsExactly(250L, 499L);
        assertThat(explain(on, query)).contains(ANSWERED);

        runner.execute("DELETE FROM lake.%s.changing WHERE dt = 'b'".formatted(SCHEMA));
        assertThat(rows(query).getFirst().getFields())
                .as("what lives no more does not count")
                .containsExactly(100L, 99L);
        assertThat(explain(on, query)).contains(ANSWERED);
    }

    private String explain(Session session, String query) {
        return (String) value(session, "EXPLAIN " + query);
    }
}
