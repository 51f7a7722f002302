// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.trino.Session;
import io.trino.testing.MaterializedRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
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
        create("touched", "PARQUET", "NONE");
        create("unbuilt", "PARQUET", "NONE");
        create("packed", "TEXTFILE", "GZIP");
        for (String table : List.of("things", "asked", "changing", "touched", "packed")) {
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
        return text(session, "%s SELECT n FROM lake.%s.%s WHERE %s".formatted(explain, SCHEMA, table, condition));
    }

    private String text(Session session, String query) {
        return runner.execute(session, query).getMaterializedRows().stream()
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
            {"coalesce(n, 0) = 7", "COALESCE(n, 0) = 7: minmax leaves 1 of 4 objects"},
            {
                "(n, kind) IN ((7, 'kind 0'), (9, 'kind 0'))", "(n, kind) IN (",
            },
            {"(n, kind) IN ((7, 'kind 0'), (9, 'kind 0'))", ": minmax leaves 1 of 4 objects"},
            {
                "concat(CASE WHEN n > 1500 THEN 'big' ELSE 'small' END, kind) = 'bigkind 7'",
                " THEN 'big' ELSE 'small' END AS varchar), kind) = 'bigkind 7': "
            },
            {"any_match(ARRAY[kind, 'x'], k -> k = 'kind 3')", "any_match(ARRAY[kind, varchar 'x'], (k) -> "},
            {
                "any_match(ARRAY[kind, 'x'], k -> k = 'kind 3')",
                " = varchar 'kind 3')): the engine tests the values in values(kind)"
            },
            {"cardinality(filter(ARRAY[n, other], x -> x > 7)) = 2", ": no index can decide it"},
            {"cardinality(filter(ARRAY[n, other], x -> x > 7)) = 2", "cardinality(filter(ARRAY[n, other], "},
            {"reverse(kind) = '3 dnik'", "reverse(kind) = '3 dnik': the engine tests the values in values(kind)"},
            {
                "reverse(town) = '3 nwot'",
                "values(town), bloom(town) cannot decide it: CALL lake.system.create_index('test', 'things', 'values', ARRAY['town'])"
            },
            {
                "mixed > 7",
                "mixed >= 8: nothing is excluded by minmax(mixed): matching values may be in each of the 4 ranges."
                        + " The index excludes more of a table that is laid out by mixed: java -jar partitioner.jar train --catalog lake --table test.things"
                        + " --server URL --columns mixed --object-size 64MB --output model.json, then java -jar partitioner.jar rewrite --catalog lake"
                        + " --table test.things --server URL --model model.json --sort mixed"
            },
            {"mixed > 7 AND n = 3", "n = 3: minmax leaves 1 of 4 objects"},
        };
    }

    @Test(dataProvider = "findings")
    public void testEachConditionIsExplained(String condition, String expected) {
        assertThat(explain("things", condition)).contains(expected);
        assertThat(explain(on, "EXPLAIN ANALYZE", "things", condition)).contains(expected);
    }

    /** The engine shows a TRY when the scan begins, and not while it plans. */
    @Test
    public void testConditionsWithTryAreExplainedOfAScanThatRan() {
        assertThat(explain(on, "EXPLAIN ANALYZE", "things", "TRY(CAST(digits AS bigint)) = 1600"))
                .contains("TRY(CAST(digits AS bigint)) = 1600: minmax leaves 1 of 4 objects");
        assertThat(explain(on, "EXPLAIN ANALYZE", "things", "n < 600 AND TRY(n / other) = 1"))
                .contains("n <= 599: minmax leaves 2 of 4 objects", "TRY(n / other) = 1: no index can decide it");
        assertThat(explain("things", "TRY(CAST(digits AS bigint)) = 1600"))
                .contains("No condition on a stored column is known yet");
    }

    @Test
    public void testTextThatDoesNotCastIsCounted() {
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
    public void testTheStatementHelps(String condition, String reason) {
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

    /** Says of a query, by EXPLAIN and by EXPLAIN ANALYZE alike, what is expected. */
    private void assertSays(Session session, String table, String rest, String... expected) {
        for (String explain : List.of("EXPLAIN", "EXPLAIN ANALYZE")) {
            assertThat(text(session, "%s SELECT n FROM lake.%s.%s %s".formatted(explain, SCHEMA, table, rest)))
                    .as(explain)
                    .contains(expected);
        }
    }

    @Test
    public void testATableWithoutAnIndexSaysHowToBuildOne() {
        assertSays(
                on,
                "unbuilt",
                "WHERE n = 3",
                "The table has no index: java -jar index-builder.jar build --catalog lake --table %s.unbuilt"
                        .formatted(SCHEMA));
    }

    /** Commands are pasted into a shell, and names may be made for that. */
    @Test
    public void testNamesInCommandsAreQuoted() {
        String name = "2024.q1; it's `quoted`";
        runner.execute("CREATE TABLE lake.%s.\"%s\" AS SELECT 3 AS n".formatted(SCHEMA, name));
        String quoted = "'\"%s\".\"2024.q1; it'\\''s `quoted`\"'".formatted(SCHEMA);
        assertSays(
                on,
                '"' + name + '"',
                "WHERE n = 3",
                "The table has no index: java -jar index-builder.jar build --catalog lake --table %s --server URL"
                        .formatted(quoted));
    }

    @Test
    public void testSkippingThatIsOffIsSaid() {
        assertSays(off, "things", "WHERE n = 3", "Skipping is turned off: SET SESSION lake.skipping_enabled = true");
        assertThat(explain(off, "EXPLAIN", "things", "n = 3")).doesNotContain("leaves");
    }

    @Test
    public void testObjectsThatTheIndexDoesNotKnowAreCounted() {
        insert("changing", "PARQUET", "NONE", OBJECTS);
        assertSays(
                on,
                "changing",
                "WHERE n = 3",
                "minmax leaves 1 of 4 objects",
                "of the 5 objects of the scan, 1 are not indexed and are read, such as ");
    }

    @Test
    public void testObjectsThatHaveChangedAreToldFromOthers() throws IOException {
        List<Path> objects = tables.objects("touched");
        Files.setLastModifiedTime(objects.get(0), FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
        Files.copy(objects.get(2), objects.get(1), StandardCopyOption.REPLACE_EXISTING);
        assertSays(
                on,
                "touched",
                "WHERE n = 3",
                "of the 4 objects of the scan, 2 have changed since they were indexed (1 in size, 1 in their modification time alone) and are read, such as ",
                "java -jar index-builder.jar build --catalog lake --table %s.touched".formatted(SCHEMA));
        assertThat(rows("SELECT state, reason FROM lake.%s.\"touched$objects\"".formatted(SCHEMA)))
                .extracting(MaterializedRow::toString)
                .containsExactlyInAnyOrder(
                        "[stale, changed in its modification time alone]",
                        "[stale, changed in size]",
                        "[indexed, null]",
                        "[indexed, null]");
    }

    @Test
    public void testWhatIsReadInAnotherWayIsNamed() {
        Session byPosition = Session.builder(on)
                .setCatalogSessionProperty("lake", "parquet_use_column_names", "false")
                .build();
        assertSays(
                byPosition,
                "things",
                "WHERE n = 3",
                "4 are read in another way than when they were indexed",
                "(parquet/by-position",
                " and was parquet/by-name",
                ". Set it back: SET SESSION lake.parquet_use_column_names = true, or java -jar index-builder.jar build");
        assertThat(text(byPosition, "SELECT DISTINCT reason FROM lake.%s.\"things$objects\"".formatted(SCHEMA)))
                .startsWith("read in another way: parquet/by-position")
                .contains(" and was parquet/by-name");
    }

    @Test
    public void testCompressedTextIsSaidToBeReadAsAWhole() {
        assertSays(
                on,
                "packed",
                "WHERE n = 3",
                "1 of the 1 objects left have one range and are read as a whole",
                "gzip is read in parts only if it has several members",
                "gunzip -c ",
                " | bgzip -c > members");
    }

    @Test
    public void testSmallObjectsAreSaidToBeReadAsAWhole() {
        assertSays(
                on,
                "things",
                "WHERE n < 900",
                "2 of the 2 objects left have one range and are read as a whole",
                "they are small, ",
                "ALTER TABLE \"lake\".\"%s\".\"things\" EXECUTE optimize".formatted(SCHEMA));
        assertThat(explain("things", "n = 3"))
                .as("a single object, of which a larger one would not let it read less")
                .contains("minmax leaves 1 of 4 objects")
                .doesNotContain("read as a whole");
    }

    /** Ids that no bounds exclude, in rows so narrow that neither a chosen nor a requested filter has room. */
    @Test
    public void testFiltersWithoutRoomAreAskedForAndMadeLarger() {
        String rows = "SELECT n * 7919 %% 100003 AS n FROM UNNEST(sequence(%d, %d)) AS t(n)";
        runner.execute("CREATE TABLE lake.%s.narrow WITH (format = 'PARQUET') AS ".formatted(SCHEMA)
                + rows.formatted(1, 4000));
        runner.execute("INSERT INTO lake.%s.narrow ".formatted(SCHEMA) + rows.formatted(4001, 8000));
        tables.build("narrow", "1MB");
        String statement = statement(
                explain("narrow", "n = 7919"),
                "values(n), bloom(n) have no room for the values of any range, and one that is asked for has more: ");
        assertThat(statement).contains("'bloom', ARRAY['n']");
        runner.execute(statement);
        tables.build("narrow", "1MB");
        statement = statement(
                explain("narrow", "n = 7919"), "; with other options, bloom(n) has up to ten times as much: ");
        runner.execute(statement);
        tables.build("narrow", "1MB");
        assertThat(IntStream.rangeClosed(1, 10).mapToObj(n -> explain("narrow", "n = " + n * 7919)))
                .as("a filter may err about some of the values, and about few of them")
                .filteredOn(plan -> plan.contains("bloom leaves 1 of 2 objects"))
                .hasSizeGreaterThan(5);
        assertThat(explain("narrow", "n = 7919"))
                .as("larger sets are not advised where a filter has room")
                .doesNotContain("no room");
    }

    /** Returns the statement of SQL that a plan advises after some words. */
    private static String statement(String plan, String before) {
        assertThat(plan).contains(before + "CALL lake.");
        int begin = plan.indexOf(before) + before.length();
        return plan.substring(begin, plan.indexOf(", then ", begin));
    }

    @Test
    public void testLargeRowGroupsAreSaidToBeReadAsAWhole() {
        runner.execute("""
                CREATE TABLE lake.%s.grouped WITH (format = 'PARQUET') AS
                SELECT n, array_join(transform(sequence(1, 40), x -> to_hex(sha256(to_utf8(CAST(n * 40 + x AS varchar))))), '') AS noise
                FROM UNNEST(sequence(1, 3000)) AS t(n)
                """.formatted(SCHEMA));
        tables.build("grouped", "1MB");
        assertSays(
                on,
                "grouped",
                "WHERE n = 3",
                "1 of the 1 objects left have one range and are read as a whole",
                "they have one row group or stripe each",
                "SET SESSION lake.parquet_writer_block_size = '16MB'",
                "nothing is excluded by minmax(n)");
    }

    @Test
    public void testScansWithoutConditionsSayWhatWouldSkip() {
        assertSays(on, "things", "", "The index of ", "No condition on a stored column is known yet");
        assertSays(
                on,
                "things",
                "ORDER BY n LIMIT 3",
                "ORDER BY n LIMIT 3: ranges that these rows do not need are left out while the query runs");
    }

    /** Each condition by which scans have read much is explained as EXPLAIN does, until what is advised has been done. */
    @Test
    public void testAdviceNamesWhatHelpsThePastScans() {
        create("advised", "PARQUET", "NONE");
        String condition = "town LIKE '%own 1234%'";
        scan("advised", condition);
        assertThat(advice("advised"))
                .containsExactly(
                        "[town LIKE ?, The table has no index, null, java -jar index-builder.jar build --catalog lake --table %s.advised --server URL, 1, 4]"
                                .formatted(SCHEMA));

        tables.build("advised", "1MB");
        scan("advised", "town LIKE '%own 5678%'");
        scan("advised", "n = 3");
        scan("advised", "n + other = 7");
        String statement = "CALL lake.system.create_index('%s', 'advised', 'ngram', ARRAY['town'])".formatted(SCHEMA);
        assertThat(advice("advised"))
                .as("n = 3 leaves one object of four")
                .hasSize(2)
                .anyMatch(row -> row.startsWith("[(n + other) = ?, no index can decide it")
                        && row.endsWith(" null, null, 1, 4]"))
                .anyMatch(row -> row.startsWith("[town LIKE ?, ")
                        && row.contains(" cannot decide it, " + statement + ", java -jar index-builder.jar build ")
                        && row.endsWith(", 2, 8]"));

        runner.execute(statement);
        assertThat(advice("advised"))
                .anyMatch(row -> row.contains("ngram(town) was asked for and is not built, null, java"));
        tables.build("advised", "1MB");
        assertThat(advice("advised")).hasSize(1).allMatch(row -> row.startsWith("[(n + other) = ?"));
    }

    private void scan(String table, String condition) {
        runner.execute(on, "SELECT n FROM lake.%s.%s WHERE %s".formatted(SCHEMA, table, condition));
    }

    private List<String> advice(String table) {
        return rows(
                        "SELECT condition, reason, statement, command, scans, objects_read FROM lake.%s.\"%s$advice\" WHERE bytes_read > 0 AND last_scan <= now()"
                                .formatted(SCHEMA, table))
                .stream()
                .map(MaterializedRow::toString)
                .toList();
    }

    /** The text is made when a plan is written, and not whenever a handle is. */
    @Test
    public void testQueriesAreNotExplained() {
        runner.execute("SELECT n FROM lake.%s.things WHERE n = 3 AND other = 3".formatted(SCHEMA));
        List<String> handles = runner.getSpans().stream()
                .map(span -> String.valueOf(span.getAttributes().asMap().values()))
                .filter(attributes -> attributes.contains("things"))
                .toList();
        assertThat(handles).isNotEmpty().noneMatch(attributes -> attributes.contains("The index of"));
    }
}
