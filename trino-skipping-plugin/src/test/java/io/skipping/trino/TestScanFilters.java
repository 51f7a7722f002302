// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trino.Session;
import io.trino.testing.MaterializedRow;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Filters that a scan takes over from the engine, and what reaches the scan through them. */
public class TestScanFilters extends AbstractLakeTest {
    private static final String FILTERED = "filtered by the scan, constraint on";
    private static final String ANSWERED = "answered by the index";
    private static final int OBJECTS = 10;
    private static final int ROWS = 20;

    private static final String COLUMNS =
            "id bigint, small tinyint, price decimal(10, 2), wide decimal(30, 3), name varchar, code char(6), flag boolean, day date, ts timestamp(3), dbl double, flt real, nan double, dt varchar";

    /** Estimates of what a filter leaves come of the bounds of its column. */
    @Override
    protected Map<String, String> lakeProperties() {
        return Map.of("skipping.column-statistics.enabled", "true");
    }

    @Override
    protected void createTables() {
        for (String format : List.of("textfile", "parquet", "orc")) {
            create("t_" + format, format);
            assertThat(tables.build("t_" + format, "4kB").failed()).isZero();
        }
    }

    /** Values grow with the rows, and each column has its exceptions. */
    private void create(String table, String format) {
        runner.execute("CREATE TABLE %s (%s) WITH (format = '%s', partitioned_by = ARRAY['dt'])"
                .formatted(table, COLUMNS, format));
        insert(table, 0, OBJECTS);
    }

    private void insert(String table, int from, int to) {
        // compressed text is not cut
        Session plainText = Session.builder(runner.getDefaultSession())
                .setCatalogSessionProperty("lake", "compression_codec", "NONE")
                .build();
        for (int object = from; object < to; object++) {
            writeRows(plainText, """
                    INSERT INTO %s
                    SELECT
                        n,
                        IF(n %% 50 = 3, NULL, CAST(n / 2 AS tinyint)),
                        n * decimal '0.25',
                        n * decimal '1000000000000000000.125',
                        IF(n %% 60 = 5, NULL, 'é' || lpad(CAST(n AS varchar), 4, '0')),
                        CAST('c' || CAST(n / 10 AS varchar) AS char(6)),
                        n > 100,
                        date '2020-01-01' + n * interval '1' day,
                        timestamp '2020-01-01 00:00:00.001' + n * interval '1' hour,
                        IF(n = 100, -0.0e0, (n - 100) * 0.5e0),
                        CAST((n - 100) * 0.25 AS real),
                        IF(n %% 70 = 7, nan(), n * 1e0),
                        '%s'
                    FROM UNNEST(sequence(%d, %d)) AS t(n)
                    """.formatted(
                            table, object < OBJECTS / 2 ? "a" : "b", object * ROWS, object * ROWS + ROWS - 1));
        }
    }

    @Test
    public void testSpans() {
        assertTraced("SELECT name FROM CATALOG.t_textfile WHERE id < 20");
    }

    @Test
    public void testRandomFilters() {
        int seed = Integer.getInteger("property.seed", 20261121);
        Random random = new Random(seed);
        int filtered = 0;
        int answered = 0;
        for (int i = 0; i < Integer.getInteger("property.queries", 25); i++) {
            String table = List.of("t_textfile", "t_parquet", "t_orc").get(random.nextInt(3));
            String where = condition(random);
            for (int more = random.nextInt(3); more > 0; more--) {
                where += (random.nextInt(4) == 0 ? " OR " : " AND ") + condition(random);
            }
            if (random.nextInt(4) == 0) {
                where = "dt = 'a' AND (" + where + ")";
            }
            String all = "SELECT * FROM %s." + SCHEMA + "." + table + " WHERE " + where + " ORDER BY id";
            List<MaterializedRow> expected = rows(all.formatted("hive"));
            assertThat(rows(all.formatted("lake"))).as("%s, seed %s", all, seed).isEqualTo(expected);

            String few = "SELECT id, dbl FROM lake." + SCHEMA + "." + table + " WHERE " + where + " LIMIT 7";
            assertThat(rows(few))
                    .as("%s, seed %s", few, seed)
                    .hasSize(Math.min(7, expected.size()))
                    .doesNotHaveDuplicates()
                    .isSubsetOf(expected.stream()
                            .map(row -> new MaterializedRow(List.of(row.getField(0), row.getField(9))))
                            .toList());
            String first =
                    "SELECT id FROM %s." + SCHEMA + "." + table + " WHERE " + where + " ORDER BY id DESC LIMIT 3";
            assertThat(rows(first.formatted("lake")))
                    .as("%s, seed %s", first, seed)
                    .isEqualTo(rows(first.formatted("hive")));
            String aggregates = "SELECT count(*), count(small), min(price), max(name), min(id) FROM %s." + SCHEMA + "."
                    + table + " WHERE " + where;
            assertThat(rows(aggregates.formatted("lake")))
                    .as("%s, seed %s", aggregates, seed)
                    .isEqualTo(rows(aggregates.formatted("hive")));
            filtered += explain(all.formatted("lake")).contains(FILTERED) ? 1 : 0;
            answered += explain(aggregates.formatted("lake")).contains(ANSWERED) ? 1 : 0;
        }
        assertThat(filtered)
                .as("queries whose filter the scan took over, seed %s", seed)
                .isPositive();
        assertThat(answered)
                .as("aggregates that the index answered, seed %s", seed)
                .isPositive();
    }

    private static String condition(Random random) {
        // mostly where an object begins or ends
        int row = random.nextInt(2) == 0 ? random.nextInt(OBJECTS + 1) * ROWS : random.nextInt(OBJECTS * ROWS);
        String comparison = List.of("<", "<=", ">", ">=", "=", "<>").get(random.nextInt(6));
        return switch (random.nextInt(16)) {
            case 0 -> "id %s %d".formatted(comparison, row);
            case 1 -> "id BETWEEN %d AND %d".formatted(row, row + 2 * ROWS - 1);
            case 2 -> "id IN (%d, %d, %d)".formatted(row, row + 1, row + 70);
            case 3 -> "small %s %d".formatted(comparison, row / 2);
            case 4 -> "price %s %s".formatted(comparison, row / 4.0);
            case 5 -> "wide %s decimal '%d.000'".formatted(comparison, row * 1_000_000_000_000_000L);
            case 6 -> "name %s 'é%04d'".formatted(comparison, row);
            case 7 -> "code %s 'c%d'".formatted(comparison, row / 10);
            case 8 -> random.nextBoolean() ? "flag" : "NOT flag";
            case 9 -> "day %s date '2020-01-01' + interval '%d' day".formatted(comparison, row);
            case 10 -> "ts %s timestamp '2020-01-01 00:00:00.001' + interval '%d' hour".formatted(comparison, row);
            case 11 -> "dbl %s %se0".formatted(comparison, random.nextInt(3) == 0 ? "-0.0" : (row - 100) * 0.5);
            case 12 -> "flt %s real '%s'".formatted(comparison, (row - 100) * 0.25);
            case 13 -> "nan %s %d.0e0".formatted(comparison, row);
            case 14 ->
                List.of("small", "name", "nan", "id").get(random.nextInt(4))
                        + (random.nextBoolean() ? " IS NULL" : " IS NOT NULL");
            default -> "(dbl < %1$s OR dbl > %1$s)".formatted((row - 100) * 0.5 + "e0");
        };
    }

    /** Filters over text, which keeps exact bounds, and whether they are decided for all rows, and how many rows they leave. */
    @DataProvider
    public Object[][] decided() {
        return new Object[][] {
            {"id >= 60", 140},
            {"id >= 60 AND price < 30", 60},
            {"dbl < 0", 100},
            {"id >= 60 AND dt = 'a'", 40},
            {"flag", 99},
            {"id BETWEEN 40 AND 79 OR id >= 180", 60},
            {"code >= CAST('c' AS char(6))", 200},
            {"ts > timestamp '1999-01-01 00:00:00'", 200},
        };
    }

    @Test(dataProvider = "decided")
    public void testAggregatesOverADecidedFilter(String where, long count) {
        String query = "SELECT count(*), min(id), max(ts) FROM %s." + SCHEMA + ".t_textfile WHERE " + where;
        assertThat(rows(query.formatted("lake"))).isEqualTo(rows(query.formatted("hive")));
        assertThat(rows(query.formatted("lake")).getFirst().getField(0)).isEqualTo(count);
        if (!where.equals("flag")) {
            assertThat(explain(query.formatted("lake"))).contains(ANSWERED);
        }
    }

    @Test
    public void testNoRowAtAll() {
        String query = "SELECT count(*), max(id) FROM lake." + SCHEMA + ".t_textfile WHERE id > 1000";
        assertThat(rows(query)).containsExactly(new MaterializedRow(Arrays.asList(0L, null)));
        assertThat(explain(query)).contains(ANSWERED);
    }

    @Test
    public void testALimitOverAFilterReadsOneObject() {
        for (String where : List.of("id >= 60", "id >= 70", "id >= 70 AND dbl < 30", "id >= 60 AND dt = 'b'")) {
            String query = "SELECT id FROM lake." + SCHEMA + ".t_textfile WHERE " + where + " LIMIT 5";
            assertThat(rows(query)).hasSize(5).allMatch(row -> (long) row.getField(0) >= 60);
            assertThat(objectsRead(query)).as(where).isEqualTo(1);
        }
        String more = "SELECT id FROM lake." + SCHEMA + ".t_textfile WHERE id >= 70 LIMIT 125";
        assertThat(rows(more)).as("more than what is surely there").hasSize(125).doesNotHaveDuplicates();
    }

    @Test
    public void testTheFirstRowsOfAFilter() {
        String query = "SELECT id FROM %s." + SCHEMA + ".t_textfile WHERE dbl >= -20 ORDER BY id LIMIT 4";
        assertThat(rows(query.formatted("lake"))).isEqualTo(rows(query.formatted("hive")));
        assertThat(objectsRead(query.formatted("lake"))).isEqualTo(1);
    }

    @Test
    public void testWhatIsNotInTheIndexIsFiltered() {
        create("changing", "textfile");
        tables.build("changing", "4kB");
        insert("changing", OBJECTS, OBJECTS + 2);
        for (String where : List.of("id >= 100", "id < 100", "id BETWEEN 195 AND 215", "dbl > 0")) {
            String all = "SELECT * FROM %s." + SCHEMA + ".changing WHERE " + where + " ORDER BY id";
            assertThat(rows(all.formatted("lake"))).as(where).isEqualTo(rows(all.formatted("hive")));
            String count = "SELECT count(*), max(id) FROM %s." + SCHEMA + ".changing WHERE " + where;
            assertThat(rows(count.formatted("lake"))).as(where).isEqualTo(rows(count.formatted("hive")));
        }
        assertThat(explain("SELECT * FROM lake." + SCHEMA + ".changing WHERE id < 100"))
                .contains(FILTERED);
        assertThat(rows("SELECT id FROM lake." + SCHEMA + ".changing WHERE id >= 100 LIMIT 1000"))
                .hasSize(140);
    }

    /** The engine had filtered; Hive, which deletes whole partitions, must not be told that there is no filter. */
    @Test
    public void testRowsAreNotDeletedByPartition() {
        create("kept", "textfile");
        tables.build("kept", "4kB");
        for (String catalog : List.of("hive", "lake")) {
            for (String where : List.of("id >= 60", "id >= 60 AND dt = 'a'", "id < 0", "dbl < 0")) {
                assertThatThrownBy(() ->
                                runner.execute(on, "DELETE FROM %s.%s.kept WHERE %s".formatted(catalog, SCHEMA, where)))
                        .as("%s %s", catalog, where)
                        .hasMessageContaining("Modifying Hive table rows is only supported for transactional tables");
            }
        }
        assertThat(rows("SELECT count(*) FROM hive." + SCHEMA + ".kept")
                        .getFirst()
                        .getField(0))
                .isEqualTo(200L);
        runner.execute(on, "DELETE FROM lake.%s.kept WHERE dt = 'a'".formatted(SCHEMA));
        assertThat(rows("SELECT count(*) FROM hive." + SCHEMA + ".kept")
                        .getFirst()
                        .getField(0))
                .isEqualTo(100L);
    }

    /** With this property, the engine takes the partitions of a table for the rows of a scan that it believes to be unfiltered. */
    @Test
    public void testPartitionsAreNotTakenForRows() {
        Session optimizing = Session.builder(on)
                .setSystemProperty("optimize_metadata_queries", "true")
                .build();
        for (String query : List.of(
                "SELECT DISTINCT dt FROM %s.%s.t_textfile WHERE id < 100",
                "SELECT max(dt) FROM %s.%s.t_textfile WHERE id < 100")) {
            assertThat(explain(query.formatted("lake", SCHEMA))).contains(FILTERED);
            assertThat(runner.execute(optimizing, query.formatted("lake", SCHEMA))
                            .getMaterializedRows())
                    .as(query)
                    .isEqualTo(runner.execute(optimizing, query.formatted("hive", SCHEMA))
                            .getMaterializedRows())
                    .hasSize(1);
        }
    }

    /** Hive deletes all objects that were scanned, and would write those rows only that the scan gives. */
    @Test
    public void testOptimizeDoesNotFilter() {
        create("rewritten", "parquet");
        tables.build("rewritten", "4kB");
        Session optimizing = Session.builder(on)
                .setCatalogSessionProperty("lake", "non_transactional_optimize_enabled", "true")
                .build();
        for (String where : List.of("id >= 60", "id >= 60 AND dt = 'a'", "id > 1000")) {
            assertThatThrownBy(() -> runner.execute(
                            optimizing,
                            "ALTER TABLE lake.%s.rewritten EXECUTE optimize WHERE %s".formatted(SCHEMA, where)))
                    .as(where)
                    .hasMessageContaining("WHERE");
        }
        runner.execute(optimizing, "ALTER TABLE lake.%s.rewritten EXECUTE optimize WHERE dt = 'a'".formatted(SCHEMA));
        runner.execute(optimizing, "ALTER TABLE lake.%s.rewritten EXECUTE optimize".formatted(SCHEMA));
        assertThat(rows("SELECT count(*), count(DISTINCT id) FROM hive." + SCHEMA + ".rewritten")
                        .getFirst()
                        .getFields())
                .containsExactly(200L, 200L);
    }

    @Test
    public void testJoinsAndOtherQueries() {
        for (String query : List.of(
                "SELECT t.id, u.name FROM CATALOG.t_textfile t JOIN CATALOG.t_orc u ON t.id = u.id AND u.price < 20 WHERE t.id >= 40 ORDER BY 1",
                "SELECT dt, count(*) FROM CATALOG.t_orc WHERE id >= 40 GROUP BY dt ORDER BY dt",
                "SELECT count(*) FROM (SELECT * FROM CATALOG.t_textfile WHERE id >= 40 LIMIT 30) WHERE id < 1000",
                "SELECT id FROM CATALOG.t_parquet WHERE id >= 40 AND id % 7 = 1 AND name LIKE 'é%' ORDER BY 1",
                "SELECT 1 FROM CATALOG.t_textfile WHERE id >= 100",
                "SELECT id FROM CATALOG.t_textfile WHERE id >= 100 UNION ALL SELECT id FROM CATALOG.t_textfile WHERE id < 40 ORDER BY 1",
                "SELECT (SELECT max(id) FROM CATALOG.t_textfile WHERE id < 40), count(*) FROM CATALOG.t_textfile WHERE id >= 100",
                "SELECT id FROM CATALOG.t_textfile WHERE id >= 100 AND id IN (SELECT id FROM CATALOG.t_orc WHERE dbl > 10) ORDER BY 1")) {
            assertSameRows(query);
        }
    }

    /** Of what the engine believes a join's side to have, when the scan has filtered it. */
    @Test
    public void testEstimatesCountWhatTheFilterLeaves() {
        String plan = explain(
                "SELECT t.id FROM lake.%1$s.t_textfile t JOIN lake.%1$s.t_orc u ON t.id = u.id WHERE t.id >= 180"
                        .formatted(SCHEMA));
        assertThat(plan).contains(FILTERED).containsPattern("Estimates: \\{rows: 20 ");
    }

    private long objectsRead(String query) {
        Map<String, Long> metrics = tables.metrics(runner.getDefaultSession(), query);
        return metrics.get("skipping.objects.considered") - metrics.get("skipping.objects.pruned");
    }

    private String explain(String query) {
        return (String) value("EXPLAIN " + query);
    }
}
