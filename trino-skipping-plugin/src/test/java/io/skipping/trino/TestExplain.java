// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.trino.Session;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Plans say of each condition what the index leaves, or why it leaves everything, with a statement that helps. */
@Test(groups = "servers")
public class TestExplain extends AbstractLakeTest {
    private static final int OBJECTS = 4;
    private static final int ROWS = 500;
    private static final Pattern STATEMENT = Pattern.compile("CALL lake\\.system\\.create_index\\([^)]*\\]\\)");

    @Override
    protected void createTables() {
        create("things", "PARQUET", "NONE");
        create("asked", "PARQUET", "NONE");
        create("changing", "PARQUET", "NONE");
        create("unbuilt", "PARQUET", "NONE");
        create("packed", "TEXTFILE", "GZIP");
        for (String table : List.of("things", "asked", "changing", "packed")) {
            tables.build(table, "1MB");
        }
        runner.execute("CALL lake.system.create_index('%s', 'asked', 'ngram', ARRAY['town'])".formatted(SCHEMA));
    }

    /** Objects with values of {@code n} of their own, and with all values of {@code mixed}. */
    private void create(String table, String format, String compression) {
        for (int object = 0; object < OBJECTS; object++) {
            insert(table, format, compression, object);
        }
    }

    private void insert(String table, String format, String compression, int object) {
        String rows = """
                SELECT n, n %% 499 * 1009 AS mixed, CAST(n AS varchar) AS digits,
                       IF(n = 3, 'none', CAST(n AS varchar)) AS mostly, 'town ' || CAST(n AS varchar) AS town,
                       CAST(ROW(n, 'x') AS row(a bigint, b varchar)) AS nested, n AS other,
                       'kind ' || CAST(n / 250 AS varchar) AS kind
                FROM UNNEST(sequence(%d, %d)) AS t(n)
                """.formatted(object * ROWS, object * ROWS + ROWS - 1);
        Session one = Session.builder(runner.getDefaultSession())
                .setSystemProperty("task_max_writer_count", "1")
                .setSystemProperty("task_min_writer_count", "1")
                .setSystemProperty("scale_writers", "false")
                .setCatalogSessionProperty("lake", "compression_codec", compression)
                .build();
        runner.execute(
                one,
                object == 0
                        ? "CREATE TABLE lake.%s.%s WITH (format = '%s') AS %s".formatted(SCHEMA, table, format, rows)
                        : "INSERT INTO lake.%s.%s %s".formatted(SCHEMA, table, rows));
    }

    private String explain(String table, String condition) {
        return explain(on, "EXPLAIN", table, condition);
    }

    private String explain(Session session, String explain, String table, String condition) {
        return runner
                .execute(session, "%s SELECT n FROM lake.%s.%s WHERE %s".formatted(explain, SCHEMA, table, condition))
                .getMaterializedRows()
                .stream()
                .map(row -> (String) row.getField(0))
                .collect(joining("\n"));
    }

    /** Conditions on {@code things}, and what the plan says of them. */
    @DataProvider
    public static Object[][] findings() {
        return new Object[][] {
            {"n BETWEEN 600 AND 700", "n >= 600 AND n <= 700: minmax leaves 1 of 4 objects, 1 of 4 ranges, "},
            {"n IN (3, 1999)", "n IN (3, 1999): minmax leaves 2 of 4 objects, 2 of 4 ranges, "},
            {"n < 0", "n <= -1: minmax leaves 0 of 4 objects, 0 of 4 ranges, "},
            {"n < 600 AND other > 400", "other >= 401: nothing is excluded by minmax(other)"},
            {"n < 1200 AND other > 900", "All conditions leave 2 of 4 objects, 2 of 4 ranges, "},
            {"n = 7 OR other = 1700", "(n = 7) OR (other = 1700): minmax leaves 2 of 4 objects"},
            {"town LIKE 'town 17%'", "town >= 'town 17' AND town < 'town 18': minmax leaves 2 of 4 objects"},
            {"CAST(digits AS bigint) = 1600", "CAST(digits AS bigint) = 1600: minmax leaves 1 of 4 objects"},
            {"TRY_CAST(mostly AS bigint) = 1600", "TRY_CAST(mostly AS bigint) = 1600: minmax leaves 1 of 4 objects"},
            {"n + other = 7", "(n + other) = 7: no index can decide it"},
            {"reverse(kind) = '3 dnik'", "reverse(kind) = '3 dnik': the engine tests the values in values(kind)"},
            {
                "reverse(town) = '3 nwot'",
                "values(town), bloom(town) cannot decide it: CALL lake.system.create_index('test', 'things', 'values', ARRAY['town'])"
            },
            {
                "mixed > 7",
                "mixed >= 8: nothing is excluded by minmax(mixed): matching values may be in each of the 4 ranges."
                        + " More is excluded of a table that is laid out by mixed: "
            },
        };
    }

    @Test(dataProvider = "findings")
    public void eachConditionIsExplained(String condition, String expected) {
        assertThat(explain("things", condition)).contains(expected);
        assertThat(explain(on, "EXPLAIN ANALYZE", "things", condition)).contains(expected);
    }

    @Test
    public void textThatDoesNotCastIsCounted() {
        assertThat(explain("things", "CAST(mostly AS bigint) = 1600"))
                .containsPattern(
                        "CAST\\(mostly AS bigint\\) = 1600: minmax leaves 2 of 4 objects.*does not cast.*\\(1\\): with TRY_CAST");
    }

    /** Conditions that nothing is skipped for, and after the statement that the plan names has been run. */
    @DataProvider
    public static Object[][] remedies() {
        return new Object[][] {
            {"nested.a = 600", "nested.a = 600: there is no index over nested.a"},
        };
    }

    @Test(dataProvider = "remedies")
    public void theStatementHelps(String condition, String reason) {
        String table = "remedied";
        runner.execute("DROP TABLE IF EXISTS lake.%s.%s".formatted(SCHEMA, table));
        create(table, "PARQUET", "NONE");
        tables.build(table, "1MB");

        String before = explain(table, condition);
        Matcher statement = STATEMENT.matcher(before);
        assertThat(before).contains(reason);
        assertThat(statement.find()).as(before).isTrue();
        runner.execute(statement.group());
        assertThat(explain(table, condition))
                .contains(" was asked for and is not built: java -jar index-builder.jar build");
        tables.build(table, "1MB");

        assertThat(explain(table, condition)).contains(" leaves 1 of 4 objects");
        assertSameAsPlain("SELECT n FROM CATALOG.%s WHERE %s".formatted(table, condition));
    }

    @Test
    public void aTableWithoutAnIndexSaysHowToBuildOne() {
        assertThat(explain("unbuilt", "n = 3"))
                .contains("The table has no index: java -jar index-builder.jar build --catalog lake --table %s.unbuilt"
                        .formatted(SCHEMA));
    }

    @Test
    public void skippingThatIsOffIsSaid() {
        assertThat(explain(off, "EXPLAIN", "things", "n = 3"))
                .contains("Skipping is turned off: SET SESSION lake.skipping_enabled = true")
                .doesNotContain("leaves");
    }

    @Test
    public void objectsThatTheIndexDoesNotKnowAreCounted() {
        insert("changing", "PARQUET", "NONE", OBJECTS);
        assertThat(explain("changing", "n = 3"))
                .contains("minmax leaves 1 of 4 objects")
                .contains("of the 5 objects in the store, 1 are not indexed and 0 have changed since");
    }

    @Test
    public void compressedTextIsSaidToBeReadAsAWhole() {
        assertThat(explain("packed", "n = 3"))
                .containsPattern(
                        "1 of the 1 objects left have one range and are read as a whole.*gzip of several members");
    }

    /** The text is made when a plan is written, and not whenever a handle is. */
    @Test
    public void queriesAreNotExplained() {
        runner.execute("SELECT n FROM lake.%s.things WHERE n = 3 AND other = 3".formatted(SCHEMA));
        List<String> handles = runner.getSpans().stream()
                .map(span -> String.valueOf(span.getAttributes().asMap().values()))
                .filter(attributes -> attributes.contains("things"))
                .toList();
        assertThat(handles).isNotEmpty().noneMatch(attributes -> attributes.contains("The index of"));
    }
}
