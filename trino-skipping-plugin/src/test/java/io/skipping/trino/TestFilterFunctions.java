// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static io.skipping.trino.core.text.RandomText.literal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import io.trino.Session;
import io.trino.testing.MaterializedRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Filters that are no comparisons, decided by the values that ranges hold, as the engine evaluates them. */
public class TestFilterFunctions extends AbstractLakeTest {
    /** Objects of the table, each with a city, a day and so on of its own. */
    private static final int OBJECTS = 6;

    @Override
    protected void createTables() {
        String rows = """
                SELECT
                    n AS id,
                    element_at(ARRAY['Paris', ' Lyon', 'MARSEILLE', 'Évry', NULL, '12.5'], k + 1) AS city,
                    date '2020-01-31' + interval '1' month * k AS day,
                    timestamp '2020-01-01 23:59:59.500' + interval '1' day * k AS ts,
                    CAST(element_at(ARRAY['a', 'b', 'c', 'd', 'e', NULL], k + 1) AS char(3)) AS c3,
                    element_at(ARRAY[0.0e0, -0.0e0, 1e0, nan(), -5.5e0, NULL], k + 1) AS dbl,
                    CAST(k AS decimal(20, 2)) AS dec
                FROM (SELECT n, n / 10 AS k FROM UNNEST(sequence(FIRST, LAST)) AS t(n))
                """;
        for (int object = 0; object < OBJECTS; object++) {
            String some =
                    rows.replace("FIRST", String.valueOf(object * 10)).replace("LAST", String.valueOf(object * 10 + 9));
            writeRows(
                    object == 0
                            ? "CREATE TABLE cities WITH (format = 'PARQUET') AS " + some
                            : "INSERT INTO cities " + some);
        }
        tables.setAutoIndexes("cities", false);
        for (String column : new String[] {"city", "day", "ts", "c3", "dbl", "dec"}) {
            runner.execute(
                    "CALL lake.system.create_index('%s', 'cities', 'values', ARRAY['%s'])".formatted(SCHEMA, column));
        }
        assertThat(tables.build("cities", "1MB").failed()).isZero();
        createLines();
    }

    private void createLines() {
        for (int object = 0; object < OBJECTS; object++) {
            String some = """
                    SELECT
                        n AS id,
                        IF(n = 7, NULL, 'GET /page-%1$d/' || to_hex(sha256(to_utf8(CAST(n AS varchar)))) || ' user-%1$d é Gecko') AS line
                    FROM UNNEST(sequence(%2$d, %3$d)) AS t(n)
                    """.formatted(object, object * 100, object * 100 + 99);
            writeRows(
                    object == 0
                            ? "CREATE TABLE lines WITH (format = 'TEXTFILE') AS " + some
                            : "INSERT INTO lines " + some);
        }
        tables.setAutoIndexes("lines", false);
        // enough for so small ranges
        runner.execute(
                "CALL lake.system.create_index('%s', 'lines', 'ngram', ARRAY['line'], MAP(ARRAY['budget_percent', 'fpp'], ARRAY['100', '0.0001']))"
                        .formatted(SCHEMA));
        assertThat(tables.build("lines", "1MB").failed()).isZero();
    }

    /** Filters, how many objects hold a row that satisfies them, and how many are skipped. */
    @DataProvider
    public Object[][] filters() {
        return new Object[][] {
            {"lower(city) = 'paris'", 1, 5},
            {"upper(city) = 'PARIS'", 1, 5},
            {"trim(city) = 'Lyon'", 1, 5},
            {"city LIKE '%r%s%'", 1, 5},
            {"city NOT LIKE '%r%'", 3, 3},
            {"regexp_like(city, '^[A-Z]+$')", 1, 5},
            {"strpos(city, 'ou') > 0 OR length(city) = 4", 2, 4},
            {"substr(city, 2, 3) = 'ari'", 1, 5},
            {"starts_with(city, 'É')", 1, 5},
            {"coalesce(city, 'none') = 'none'", 1, 5},
            {"TRY_CAST(city AS double) > 12", 1, 5},
            // NULL AND something is not seen to be never TRUE
            {"reverse(city) = 'siraP' AND id < 5", 1, 4},
            {"month(day) = 3", 1, 5},
            {"year(day) = 2021", 0, 6},
            {"day_of_week(day) IN (5, 6)", 2, 4},
            {"date_trunc('day', ts) = timestamp '2020-01-03 00:00:00'", 1, 5},
            {"hour(ts) = 23", 6, 0},
            {"CAST(ts AS date) = date '2020-01-02'", 1, 5},
            {"length(c3) = 3", 5, 1},
            {"concat(rtrim(CAST(c3 AS varchar)), 'x') = 'bx'", 1, 5},
            // an object with zeros of any sign, and one with a NaN, might match
            {"1 / dbl < 0", 2, 2},
            // NaN stays NaN, which equals nothing
            {"dbl * 2 = -11", 1, 5},
            // what is not known to keep order is asked value by value, and NaNs are not among the values
            {"power(dbl, 3) = 1", 1, 4},
            {"is_nan(dbl)", 1, 5},
            {"abs(dec) + 1 = 3", 1, 5},
            {"mod(CAST(dec AS bigint), 2) = 1", 3, 3},
        };
    }

    @Test(dataProvider = "filters")
    public void testObjectsWithoutAMatchingValueAreSkipped(String filter, int matching, int pruned) {
        String query = "SELECT id, city, \"$path\" FROM CATALOG.cities WHERE " + filter;
        assertThat(plain(query).stream().map(row -> row.getField(2)).distinct())
                .as("objects with matching rows: the number in this test")
                .hasSize(matching);
        assertPrunes(query, pruned);
    }

    /** Checks that rows are those of the stock connector, and how many objects a scan leaves out; one that asks no index counts none. */
    private void assertPrunes(String query, long pruned) {
        assertThat(metricsOfSameRows(query).getOrDefault("skipping.objects.pruned", 0L))
                .as("objects pruned")
                .isEqualTo(pruned);
    }

    @Override
    protected Optional<String> withSameRows(String query) {
        return Optional.of(query);
    }

    /** Returns how many objects a scan leaves out; one that asks no index counts none. */
    private long prunedObjects(String query) {
        return tables.metrics(runner.getDefaultSession(), query).getOrDefault("skipping.objects.pruned", 0L);
    }

    /** Filters over lines of a log, each object with words of its own, and how many objects are skipped. */
    @DataProvider
    public Object[][] patterns() {
        return new Object[][] {
            {"line LIKE '%user-3 %'", 5},
            {"line LIKE 'GET /page-3%'", 5},
            {"line LIKE '%GET !_%' ESCAPE '!'", 6},
            {"starts_with(line, 'GET /page-3')", 5},
            {"strpos(line, 'user-3 ') > 0", 5},
            {"0 < strpos(line, 'user-3 ')", 5},
            {"regexp_like(line, 'page-3.*Gecko')", 5},
            {"line LIKE '%user-3 %' OR line LIKE '%user-4 %'", 4},
            {"line LIKE '%nobody%'", 6},
            // nothing is known of these, or all have it
            {"line NOT LIKE '%user-3 %'", 0},
            {"regexp_like(line, '(?i)USER-3 ')", 0},
            {"line LIKE '%r-%'", 0},
            {"line LIKE '%Gecko'", 0},
            {"upper(line) LIKE '%USER-3 %'", 0},
        };
    }

    @Test(dataProvider = "patterns")
    public void testObjectsWithoutTheTextAreSkipped(String filter, int pruned) {
        assertPrunes("SELECT id, line FROM CATALOG.lines WHERE " + filter, pruned);
    }

    @Test
    public void testBytesAreCountedByReason() {
        Map<String, Long> metrics = tables.metrics(
                runner.getDefaultSession(),
                "SELECT id FROM lake.%s.cities WHERE city = 'Paris' AND day = date '2020-01-31'".formatted(SCHEMA));
        assertThat(metrics.get("skipping.bytes.pruned")).isPositive();
        assertThat(metrics)
                .containsEntry("skipping.pruned.by.values", 5L)
                .containsEntry("skipping.bytes.pruned.by.values", metrics.get("skipping.bytes.pruned"));
    }

    /** Filters, and what of them the plan says is of no use for an index. */
    @DataProvider
    public Object[][] unused() {
        return new Object[][] {
            {"city = 'Paris' AND id + dec > 7", "\\(CAST\\(id AS decimal\\(19,0\\)\\) \\+ dec\\)"},
            {"city = concat(c3, 'x')", " = (CAST\\()?concat\\("},
            {"city = 'Paris' OR dec = id", "\\(city = 'Paris'\\) OR "},
            {"city NOT LIKE U&'_\\+01F600%'", "NOT \\(city LIKE '_😀%'\\)"},
            {"city = 'Paris' OR dec = 3", ""},
            {"lower(city) = 'paris' AND (dec = 3 OR city = 'Lyon')", ""},
            {"city = 'Paris'", ""},
        };
    }

    @Test(dataProvider = "unused")
    public void testConjunctsThatNoIndexCanDecideAreNamed(String filter, String named) {
        String plan =
                (String) runner.execute("EXPLAIN SELECT id FROM lake.%s.cities WHERE %s".formatted(SCHEMA, filter))
                        .getOnlyValue();
        if (named.isEmpty()) {
            assertThat(plan).doesNotContain("no index can decide it");
        } else {
            assertThat(plan).containsPattern(named + ".*: no index can decide it");
        }
    }

    /** Filters that fail for some rows, and match none of those that they do not fail for. */
    @DataProvider
    public Object[][] failures() {
        return new Object[][] {
            {"CAST(city AS double) > 100", "Cannot cast"},
            {"id + 9223372036854775800 < 5", "bigint addition overflow"},
            {"CAST(dbl AS bigint) = 12", "NaN"},
            {"1 / CAST(dec AS bigint) = 7", "Division by zero"},
            {"chr(id - 1) = 'x'", "Not a valid Unicode code point"},
            // fails only where all cities are NULL
            {"1 / (CAST(dec AS bigint) - 4) + length(city) > 100", "Division by zero"},
            {"date_parse(city, '%Y') > timestamp '2020-01-01'", "Invalid format"},
            {"day = date '2030-01-01' OR from_hex(city) = X'00'", ""},
        };
    }

    @Test(dataProvider = "failures")
    public void testWhatFailsFailsAsBefore(String filter, String message) {
        for (String catalog : List.of("hive", "lake")) {
            assertThatThrownBy(() -> rows("SELECT id FROM %s.%s.cities WHERE %s".formatted(catalog, SCHEMA, filter)))
                    .as(catalog)
                    .hasMessageContaining(message);
        }
    }

    /** The engine shows a connector no CASE and no lambda; the tests of values ask for all of the filter. */
    @DataProvider
    public Object[][] hiddenFilters() {
        return new Object[][] {
            {"CASE WHEN length(city) > 0 THEN concat(city, '!') ELSE 'x' END = 'Paris!'", 5},
            {"concat(CASE WHEN city = 'Paris' THEN 'a' ELSE 'b' END, 'x') = 'ax'", 5},
            {"any_match(ARRAY[city, 'x'], place -> place = 'Paris')", 5},
            {"city <> 'nowhere' AND cardinality(filter(ARRAY[city], place -> place = 'Paris')) = 1", 5},
            {"concat(CASE WHEN city LIKE 'P_r%s' THEN 'a' ELSE 'b' END, 'x') = 'ax'", 5},
            {"concat(CASE WHEN city LIKE U&'_\\+01F600%s' THEN 'a' ELSE 'b' END, 'x') = 'bx'", 0},
            {"any_match(ARRAY[city, 'x'], place -> place LIKE U&'_\\+01F600%s')", 0},
            {"concat(CASE WHEN CAST(dec AS real) IN (REAL '2.0', REAL '3.0') THEN 'a' ELSE 'b' END, 'x') = 'ax'", 4},
            {"concat(CASE WHEN CAST(dec AS real) IN (REAL '0.0', REAL '3.0') THEN 'a' ELSE 'b' END, 'x') = 'ax'", 0},
            {"concat(CASE WHEN CAST(dec AS real) IN (REAL 'NaN', REAL '3.0') THEN 'a' ELSE 'b' END, 'x') = 'ax'", 0},
            {
                "concat(CASE WHEN city LIKE U&'_\\+01F600%s' THEN 'a' ELSE 'b' END, 'x') = 'bx' AND reverse(city) = 'siraP'",
                0
            },
            {"concat(CASE WHEN city LIKE U&'_\\+01F600%s' THEN 'a' ELSE 'b' END, 'x') = 'bx' AND month(day) = 3", 5},
            {
                "(city LIKE 'P_r%s' OR reverse(city) = 'x') AND concat(CASE WHEN dec < 3 THEN 'a' ELSE 'b' END, 'x') <> ''",
                4
            },
        };
    }

    @Test(dataProvider = "hiddenFilters")
    public void testHiddenConditionsAreTestedUnlessTheyMayBeDisputed(String filter, int pruned) {
        assertPrunes("SELECT id, city FROM CATALOG.cities WHERE " + filter, pruned);
    }

    /**
     * Conditions that the coordinator evaluates otherwise than the scan does, also where the column itself is neither text with
     * such characters nor real.
     */
    private static List<String> disputed() {
        String smiley = literal("😀");
        return List.of(
                "concat('x', %s, city) LIKE %s".formatted(smiley, literal("_😀%")),
                "concat('x', chr(128512 + CAST(dec AS integer))) NOT LIKE %s".formatted(literal("_😀%")),
                "CAST(dbl AS real) IN (REAL '0.0', REAL '1.0')",
                "CAST(dbl AS real) NOT IN (REAL '0.0', REAL '1.0')",
                "CAST(replace(city, city, 'NaN') AS real) IN (REAL 'NaN', REAL '1.0')",
                "-CAST(dec AS real) NOT IN (REAL '0.0', REAL '2.0')",
                "from_unixtime(CAST(dec AS double), 2, 0) NOT IN (timestamp '1970-01-01 00:00:00 UTC', timestamp '1970-01-01 00:00:02 UTC')",
                "from_unixtime(CAST(dec AS double)) AT TIME ZONE 'Asia/Tokyo' NOT IN (timestamp '1970-01-01 00:00:00 UTC', timestamp '1970-01-01 00:00:02 UTC')");
    }

    private static String columnOf(String condition) {
        return Stream.of("city", "dec", "dbl")
                .filter(condition::contains)
                .findFirst()
                .orElseThrow();
    }

    /** The engine does not show all of a filter, and never all for the same reason. */
    @Test
    public void testDisputedConditionsLoseNoRows() {
        for (String condition : disputed()) {
            String column = columnOf(condition);
            String hidden = "concat(CASE WHEN %s THEN 'a' ELSE CAST(%s AS varchar) END, 'x') = 'ax'"
                    .formatted(condition, column);
            for (String filter : List.of(
                    condition,
                    hidden,
                    "%s AND length(CAST(%s AS varchar)) < 100".formatted(hidden, column),
                    "(%s AND random() < 2) OR id = -1".formatted(condition),
                    "regexp_like('x', CAST(%s AS varchar)) OR %s".formatted(column, condition))) {
                assertSameAsPlain("SELECT id FROM CATALOG.cities WHERE " + filter);
            }
        }
    }

    @Test
    public void testDisputedConditionsLoseNoRowsWhereNothingIsShown() {
        for (String property : List.of("complex_expression_pushdown", "allow_pushdown_into_connectors")) {
            Session session =
                    Session.builder(on).setSystemProperty(property, "false").build();
            for (String condition : disputed()) {
                assertThat(rowsOf(session, "lake", condition))
                        .as("%s, without %s", condition, property)
                        .isEqualTo(rowsOf(session, "hive", condition));
            }
        }
    }

    @Test
    public void testDisputedConditionsInFunctionsLoseNoRows() {
        for (String condition : disputed()) {
            String column = columnOf(condition);
            String type = column.equals("city") ? "varchar" : column.equals("dbl") ? "double" : "decimal(20, 2)";
            assertSameAsPlain(
                    "WITH FUNCTION disputed(%1$s %2$s) RETURNS boolean RETURN (%3$s) SELECT id FROM CATALOG.cities WHERE disputed(%1$s)"
                            .formatted(column, type, condition));
        }
    }

    private Multiset<MaterializedRow> rowsOf(Session session, String catalog, String condition) {
        return HashMultiset.create(
                local.rows(session, "SELECT id FROM %s.%s.cities WHERE %s".formatted(catalog, SCHEMA, condition)));
    }

    @Test
    public void testWhatChangesFromRowToRowIsNotAsked() {
        assertThat(prunedObjects("SELECT count(*) FROM lake.%s.cities WHERE month(day) = CAST(random() * 10 AS bigint)"
                        .formatted(SCHEMA)))
                .isZero();
    }
}
