// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import io.trino.Session;
import io.trino.testing.MaterializedRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Zeros of both signs. The engine compares them as equal nearly everywhere; but IN of two to seven reals compares bits, in
 * the code that it generates and not in what evaluates the same expression while it plans.
 */
public class TestSignedZeros extends AbstractLakeTest {
    private static final int ROWS = 40;

    /** What becomes of the row n in each object. */
    private static final List<String> OBJECTS = List.of(
            "-0e0",
            "7.5e0",
            "0e0",
            "element_at(ARRAY[-0e0, 0e0, 1e0, -1e0, nan(), NULL, 7.5e0, 1e-60, -1e-60, 5e0], n % 10 + 1)",
            "element_at(ARRAY[0e0, 1e0], n % 2 + 1)",
            "element_at(ARRAY[-0e0, -1e0], n % 2 + 1)");

    private static final String EIGHT =
            "%1$s '0.0', %1$s '1.0', %1$s '2', %1$s '3', %1$s '4', %1$s '5', %1$s '6', %1$s '7'";

    /** Of a column %2$s of type %1$s. */
    private static final List<String> CONDITIONS = List.of(
            "%2$s IN (%1$s '0.0', %1$s '1.0')",
            "%2$s NOT IN (%1$s '0.0', %1$s '1.0')",
            "%2$s IN (%1$s '-0.0', %1$s '1.0')",
            "%2$s NOT IN (%1$s '-0.0', %1$s '1.0')",
            "%2$s IN (%1$s '-0.0', %1$s '0.0', %1$s '1.0')",
            "%2$s IN (%1$s '0.0', NULL)",
            "%2$s IN (" + EIGHT + ")",
            "%2$s NOT IN (" + EIGHT + ")",
            "%2$s = %1$s '0.0' OR %2$s = %1$s '1.0'",
            "%2$s <> %1$s '0.0' AND %2$s <> %1$s '1.0'",
            "%2$s IN (%1$s '0.0', %1$s '1.0') OR id < 3",
            "%2$s NOT IN (%1$s '0.0', %1$s '1.0') OR id < 3",
            "%2$s IN (%1$s '0.0', %1$s '1.0') AND %2$s < %1$s '0.5'",
            "%2$s IN (%1$s '0.0', %1$s '1.0') OR %2$s > %1$s '0.0'",
            "%2$s BETWEEN %1$s '-5' AND %1$s '5' AND %2$s NOT IN (%1$s '0.0', %1$s '5.0')",
            "(%2$s > %1$s '-5' AND %2$s < %1$s '0') OR (%2$s > %1$s '0' AND %2$s < %1$s '1') OR (%2$s > %1$s '1' AND %2$s < %1$s '7')",
            "%2$s < %1$s '0.0' OR %2$s > %1$s '0.0'",
            "%2$s = %1$s '0.0'",
            "%2$s = %1$s '-0.0'",
            "%2$s <> %1$s '0.0'",
            "%2$s >= %1$s '0.0'",
            "%2$s > %1$s '-0.0'",
            "%2$s < %1$s '0.0'",
            "%2$s <= %1$s '-0.0'",
            "%2$s BETWEEN %1$s '0.0' AND %1$s '1.0'",
            "NOT (%2$s = %1$s '0.0' OR %2$s = %1$s '1.0')",
            "CASE WHEN %2$s IN (%1$s '0.0', %1$s '1.0') THEN 'a' ELSE 'b' END = 'b'",
            "CASE WHEN %2$s IN (%1$s '0.0', %1$s '1.0') THEN 'a' ELSE 'b' END = 'a'",
            "CASE %2$s WHEN %1$s '0.0' THEN 'a' ELSE 'b' END = 'a'",
            "coalesce(%2$s NOT IN (%1$s '0.0', %1$s '1.0'), true)",
            "-(%2$s) IN (%1$s '0.0', %1$s '1.0')",
            "-(%2$s) NOT IN (%1$s '0.0', %1$s '1.0')",
            "CAST(%2$s AS varchar) = '-0.0E0' OR CAST(%2$s AS varchar) = '-0E0'",
            "1 / %2$s < 0");

    /** The first conditions are asked of paths too, and those after them up to here of aggregates. */
    private static final int OF_PATHS = 9;

    private static final int COMPARED = 25;

    private static final List<String> TABLES =
            List.of("auto_textfile", "auto_parquet", "auto_orc", "values_textfile", "values_parquet", "values_orc");

    /** How else than in a column of its own a table has a number. */
    private static final List<String> PATHS = List.of(
            "REAL nested.r",
            "DOUBLE nested.d",
            "REAL list[1]",
            "REAL element_at(list, 1)",
            "REAL element_at(dict, 'k')",
            "REAL CAST(s AS real)",
            "REAL TRY_CAST(s AS real)",
            "REAL CAST(d AS real)",
            "DOUBLE CAST(s AS double)",
            "DOUBLE CAST(r AS double)");

    private static final String COLUMNS =
            "id bigint, r real, d double, s varchar, nested row(r real, d double), list array(real), dict map(varchar, real)";

    @Override
    protected Optional<String> withSameRows(String query) {
        return Optional.of(query.replace("CATALOG.values_", "CATALOG.auto_"));
    }

    @Override
    protected void createTables() {
        // which rows the engine itself filters by a join's other side depends on when it hears of it
        on = Session.builder(on)
                .setSystemProperty("enable_dynamic_row_filtering", "false")
                .build();
        for (String format : List.of("textfile", "parquet", "orc")) {
            create("auto_" + format, format);
            create("values_" + format, format);
            for (String column : List.of("r", "d", "s")) {
                for (String type : List.of("values", "minmax")) {
                    runner.execute("CALL lake.system.create_index('%s', 'values_%s', '%s', ARRAY['%s'])"
                            .formatted(SCHEMA, format, type, column));
                }
            }
            for (String path : List.of("nested.r", "nested.d")) {
                runner.execute("CALL lake.system.create_index('%s', 'values_%s', 'values', ARRAY['%s'])"
                        .formatted(SCHEMA, format, path));
            }
            assertThat(tables.build("auto_" + format, "1MB").failed()).isZero();
            assertThat(tables.build("values_" + format, "1MB").failed()).isZero();
        }
        writeRows("CREATE TABLE few WITH (format = 'parquet') AS "
                + "SELECT CAST(v AS real) AS r, v AS d FROM (VALUES 0e0, 1e0) AS t(v)");
    }

    private void create(String table, String format) {
        runner.execute("CREATE TABLE %s (%s) WITH (format = '%s')".formatted(table, COLUMNS, format));
        for (int object = 0; object < OBJECTS.size(); object++) {
            writeRows("""
                    INSERT INTO %s
                    SELECT
                        n, CAST(v AS real), v, CAST(v AS varchar), CAST(ROW(CAST(v AS real), v) AS row(r real, d double)),
                        ARRAY[CAST(v AS real)], MAP(ARRAY['k'], ARRAY[CAST(v AS real)])
                    FROM (SELECT n, %s AS v FROM UNNEST(sequence(%d, %d)) AS t(n))
                    """.formatted(table, OBJECTS.get(object), object * ROWS, object * ROWS + ROWS - 1));
        }
    }

    @DataProvider
    public Object[][] tablesAndPaths() {
        List<Object[]> cases = new ArrayList<>();
        for (String table : TABLES) {
            cases.add(new Object[] {table, "REAL r"});
            cases.add(new Object[] {table, "DOUBLE d"});
        }
        for (String table : List.of("values_textfile", "auto_parquet")) {
            PATHS.forEach(path -> cases.add(new Object[] {table, path}));
        }
        return cases.toArray(Object[][]::new);
    }

    @Test(dataProvider = "tablesAndPaths")
    public void testConditionsHoldForTheSameRows(String table, String path) {
        assertSameAsPlain(rowsOfEach(table, path, PATHS.contains(path) ? OF_PATHS : CONDITIONS.size()));
    }

    /** Returns a query for the number of rows of each condition, and the sum of their ids. */
    private static String rowsOfEach(String table, String path, int most) {
        // counted together: aggregates of each would take longer than the scans
        return conditions(path, most)
                .map(condition -> "SELECT '%s' AS condition, id FROM CATALOG.%s WHERE %s"
                        .formatted(condition.replace("'", "''"), table, condition))
                .collect(joining(" UNION ALL ", "SELECT condition, count(*), sum(id) FROM (", ") GROUP BY condition"));
    }

    /** Aggregates alone, which the index might answer, and rows up to a limit, which it counts. */
    @Test
    public void testCountsAndLimitsAreThoseOfTheRows() {
        for (String table : List.of("auto_textfile", "auto_orc", "values_parquet")) {
            for (String column : List.of("REAL r", "DOUBLE d")) {
                Map<Object, Long> counts = plain(rowsOfEach(table, column, CONDITIONS.size())).stream()
                        .collect(toMap(row -> row.getField(0), row -> (Long) row.getField(1)));
                Multiset<List<Object>> expected = HashMultiset.create();
                conditions(column, COMPARED).forEach(condition -> {
                    long count = counts.getOrDefault(condition, 0L);
                    expected.add(List.of(condition, count));
                    expected.add(List.of("limit", Math.min(70, count)));
                });
                String query = conditions(column, COMPARED)
                        .map(condition -> "SELECT '%s', count(*) FROM lake.%s.%s WHERE %s UNION ALL "
                                        .formatted(condition.replace("'", "''"), SCHEMA, table, condition)
                                + "SELECT 'limit', count(*) FROM (SELECT * FROM lake.%s.%s WHERE %s LIMIT 70)"
                                        .formatted(SCHEMA, table, condition))
                        .collect(joining(" UNION ALL "));
                Multiset<List<Object>> counted = HashMultiset.create();
                rows(query).forEach(row -> counted.add(row.getFields()));
                assertThat(counted).as("%s of %s", column, table).isEqualTo(expected);
            }
        }
    }

    private static Stream<String> conditions(String path, int most) {
        String type = path.substring(0, path.indexOf(' '));
        String value = path.substring(path.indexOf(' ') + 1);
        return CONDITIONS.subList(0, most).stream().map(condition -> condition.formatted(type, value));
    }

    @Test
    public void testExtremesKeepTheirSign() {
        for (String table : TABLES.subList(0, 4)) {
            for (String column : List.of("r", "d", "nested.r")) {
                // of zeros of both signs any may come, so each object alone
                assertSameAsPlain(IntStream.range(0, 3)
                        .mapToObj(object ->
                                "SELECT CAST(min(%1$s) AS varchar), CAST(max(%1$s) AS varchar) FROM CATALOG.%2$s WHERE id BETWEEN %3$d AND %4$d"
                                        .formatted(column, table, object * ROWS, object * ROWS + ROWS - 1))
                        .collect(joining(" UNION ALL ")));
                assertSameAsPlain("SELECT %1$s + 1 FROM (SELECT * FROM CATALOG.%2$s ORDER BY %1$s LIMIT 60)"
                        .formatted(column, table));
            }
        }
    }

    @Test
    public void testJoinsFindTheSameRows() {
        for (String table : TABLES.subList(0, 4)) {
            for (String column : List.of("r", "d")) {
                assertSameAsPlain("SELECT f.id FROM CATALOG.%1$s f JOIN CATALOG.few g ON f.%2$s = g.%2$s"
                        .formatted(table, column));
                assertSameAsPlain("SELECT id FROM CATALOG.%1$s WHERE %2$s IN (SELECT %2$s FROM CATALOG.few)"
                        .formatted(table, column));
                assertSameAsPlain("SELECT id FROM CATALOG.%1$s WHERE %2$s NOT IN (SELECT %2$s FROM CATALOG.few)"
                        .formatted(table, column));
            }
        }
    }

    /** The scan goes on to filter what is compared and not looked up. */
    @Test
    public void testComparisonsWithZeroAreTakenOver() {
        for (String condition : List.of("r >= REAL '0.0'", "d > 0e0", "r > REAL '-0.0'")) {
            String query = "SELECT id FROM lake.%s.auto_textfile WHERE %s".formatted(SCHEMA, condition);
            List<MaterializedRow> plan = rows("EXPLAIN " + query);
            assertThat(plan.toString()).as(condition).contains("filtered by the scan, constraint on");
        }
    }
}
