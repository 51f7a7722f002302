// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.trino.SkippingTestTables.BuildResult;
import io.trino.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Floating-point columns of Parquet and ORC, whose footers do not tell of NaN: what is first in an order, and what is least and
 * greatest, is what the stock connector says, whether a build has read the columns or has been content with the footers.
 */
public class TestNans extends AbstractLakeTest {
    private static final String ANSWERED = "answered by the index";
    private static final int OBJECTS = 6;
    private static final int ROWS = 2000;
    /** Rows in a row that are of one kind. */
    private static final int BLOCK = 250;

    /** What becomes of a number v in the row n; a block of rows is of one of these kinds. */
    private static final List<String> KINDS = List.of(
            "v",
            "v",
            "IF(n % 7 = 3, nan(), v)",
            "IF(n % 250 = 249, nan(), v)",
            "nan()",
            "CAST(NULL AS double)",
            "IF(n % 3 = 0, NULL, v)",
            "IF(n % 2 = 0, -0.0e0, 0e0)",
            "IF(n % 2 = 0, -0.0e0, abs(v))",
            "IF(n % 50 = 1, infinity(), IF(n % 50 = 2, -infinity(), v))",
            "IF(n % 4 = 0, NULL, IF(n % 4 = 1, nan(), v))");

    /** {@code dbl} and {@code flt} have all that there is, {@code clean} neither NULL nor NaN. */
    private static final List<String> COLUMNS = List.of("dbl", "flt", "clean");

    private static final List<String> TABLES = List.of("parquet", "orc", "parquet_nans_unknown", "orc_ranks");

    private static final String NANS_UNKNOWN = "MAP(ARRAY['nans'], ARRAY['unknown'])";

    private final int seed = Integer.getInteger("property.seed", 20261122);

    @Override
    protected Optional<String> withSameRows(String query) {
        return Optional.of(query.replace("CATALOG.parquet_nans_unknown", "CATALOG.parquet")
                .replace("CATALOG.orc_ranks", "CATALOG.orc"));
    }

    @Override
    protected void createTables() {
        for (String table : TABLES) {
            create(table, table.split("_")[0]);
            if (table.contains("_")) {
                for (String column : COLUMNS) {
                    createIndex(table, "minmax", column, isUnknown(table) ? NANS_UNKNOWN : "MAP()");
                    createIndex(table, "ranks", column, "MAP(ARRAY['if_read', 'ranks'], ARRAY['true', '10,100'])");
                }
            }
            BuildResult build = tables.build(table, "4kB");
            assertThat(build.failed()).isZero();
            assertThat(build.rows()).isEqualTo(OBJECTS * ROWS);
            assertThat(build.ranges()).as("ranges of %s", table).isGreaterThan(2 * OBJECTS);
        }
    }

    private static boolean isUnknown(String table) {
        return table.endsWith("_nans_unknown");
    }

    private void createIndex(String table, String type, String column, String options) {
        tables.setAutoIndexes(table, false);
        runner.execute("CALL lake.system.create_index('%s', '%s', '%s', ARRAY['%s'], %s)"
                .formatted(SCHEMA, table, type, column, options));
    }

    private void create(String table, String format) {
        // one object for each insert, with several row groups or stripes in it
        Session writer = Session.builder(runner.getDefaultSession())
                .setSystemProperty("task_concurrency", "1")
                .setSystemProperty("task_max_writer_count", "1")
                .setSystemProperty("task_min_writer_count", "1")
                .setSystemProperty("scale_writers", "false")
                .setCatalogSessionProperty("lake", "compression_codec", "NONE")
                .setCatalogSessionProperty("lake", "parquet_writer_block_size", "8kB")
                .setCatalogSessionProperty("lake", "orc_optimized_writer_max_stripe_rows", "500")
                .build();
        runner.execute(
                "CREATE TABLE %s (id bigint, dbl double, flt real, clean double, zero double, rare double, part varchar) WITH (format = '%s', partitioned_by = ARRAY['part'])"
                        .formatted(table, format));
        Random random = new Random(seed);
        for (int object = 0; object < OBJECTS; object++) {
            writeRows(writer, """
                    INSERT INTO %s
                    SELECT n, %s, CAST(%s AS real), v, IF(n %% 2 = 0, -0.0e0, 1e0), IF(n = 7001, nan(), v), '%s'
                    FROM (SELECT n, (n * %d %% 997 - 500) * 0.25e0 AS v FROM UNNEST(sequence(%d, %d)) AS t(n))
                    """.formatted(
                            table,
                            kinds(random, object),
                            kinds(random, object),
                            object,
                            1 + random.nextInt(996),
                            object * ROWS,
                            object * ROWS + ROWS - 1));
        }
    }

    /** The first object is without exceptions, the last one of nothing else. */
    private static String kinds(Random random, int object) {
        List<String> ofBlocks = new ArrayList<>();
        for (int block = 0; block < ROWS / BLOCK; block++) {
            int kind = switch (object) {
                case 0 -> 0;
                case OBJECTS - 1 -> 4 + block % 2;
                default -> random.nextInt(KINDS.size());
            };
            ofBlocks.add("WHEN %d THEN %s".formatted(block, KINDS.get(kind)));
        }
        return "CASE (n %% %d) / %d %s END".formatted(ROWS, BLOCK, String.join(" ", ofBlocks));
    }

    @DataProvider
    public Object[][] columns() {
        List<Object[]> cases = new ArrayList<>();
        for (String table : TABLES) {
            COLUMNS.forEach(column -> cases.add(new Object[] {table, column}));
        }
        return cases.toArray(Object[][]::new);
    }

    @Test(dataProvider = "columns")
    public void testTheFirstRowsStayTheFirst(String table, String column) {
        for (String direction : List.of("ASC", "DESC")) {
            for (String nulls : List.of("FIRST", "LAST")) {
                for (int count : nulls.equals("FIRST") ? new int[] {1, 1500} : new int[] {10, 101}) {
                    // of zeros of both signs any may come
                    assertSameAsPlain(
                            "SELECT c + 0e0 FROM (SELECT %1$s AS c FROM CATALOG.%2$s ORDER BY %1$s %3$s NULLS %4$s LIMIT %5$d)"
                                    .formatted(column, table, direction, nulls, count));
                }
            }
            assertSameRows("SELECT id FROM CATALOG.%s WHERE part <> '5' ORDER BY %s %s, id LIMIT 20"
                    .formatted(table, column, direction));
        }
    }

    /** NaN is the least of all in an order that has NULLs first, the greatest in one that has them last. */
    @Test
    public void testTheOnlyNanIsWhereTheEngineHasIt() {
        for (String table : TABLES) {
            for (String order : List.of("ASC NULLS FIRST", "ASC NULLS LAST", "DESC NULLS FIRST", "DESC NULLS LAST")) {
                String query = "SELECT rare FROM CATALOG.%s ORDER BY rare %s LIMIT 1".formatted(table, order);
                assertSameRows(query);
                assertThat(rows(query.replace("CATALOG", "lake." + SCHEMA))
                                .getFirst()
                                .getField(0)
                                .equals(Double.NaN))
                        .as(query)
                        .isEqualTo(order.equals("ASC NULLS FIRST") || order.equals("DESC NULLS LAST"));
            }
        }
    }

    @Test(dataProvider = "columns")
    public void testTheLeastAndTheGreatestStayTheSame(String table, String column) {
        int answered = 0;
        List<String> filters = List.of("", "WHERE part = '0'", "WHERE part IN ('1', '2')", "WHERE part = '5'");
        for (String filter : filters) {
            String query = "SELECT count(*), count(%1$s), min(%1$s) + 0e0, max(%1$s) + 0e0 FROM CATALOG.%2$s %3$s"
                    .formatted(column, table, filter);
            assertSameRows(query);
            answered += isAnswered(query) ? 1 : 0;
        }
        if (isUnknown(table)) {
            assertThat(answered).as("by footers").isZero();
        } else {
            assertThat(answered)
                    .as("only the first object is without a NaN")
                    .isEqualTo(column.equals("clean") ? filters.size() : 1);
        }
    }

    @Test(dataProvider = "columns")
    public void testFiltersStayTheSame(String table, String column) {
        String counts = List.of(
                        "%s > 100", "%s <> 3", "NOT (%s < 0)", "is_nan(%s)", "%s = 0", "%s IS NULL", "%s <= infinity()")
                .stream()
                .map(condition ->
                        "SELECT '%1$s', count(*), min(id), max(id), min(%2$s) + 0e0, max(%2$s) + 0e0 FROM CATALOG.%3$s WHERE %1$s"
                                .formatted(condition.formatted(column), column, table))
                .collect(joining(" UNION ALL "));
        assertSameRows(counts);
    }

    @Test
    public void testTheSignOfZeroIsNotLost() {
        for (String table : TABLES) {
            String query = "SELECT CAST(min(zero) AS varchar), CAST(max(zero) AS varchar) FROM CATALOG." + table;
            assertSameRows(query);
            assertThat(rows(query.replace("CATALOG", "lake." + SCHEMA))
                            .getFirst()
                            .getFields())
                    .as(table)
                    .containsExactly("-0E0", "1.0E0");
        }
    }

    @Test
    public void testObjectsAreSkippedWhoseColumnsWereRead() {
        for (String table : TABLES) {
            String query = "SELECT clean FROM lake.%s.%s ORDER BY clean DESC LIMIT 2".formatted(SCHEMA, table);
            assertThat(tables.metric(query, "skipping.objects.pruned"))
                    .as("%s: the greatest value is in all objects, and a NaN might be", table)
                    .isEqualTo(isUnknown(table) ? 0 : OBJECTS - 1);
        }
    }

    /** As docs/building.md says how. */
    @Test
    public void testAnIndexFromFootersIsMadeAnewWhenNansAreAskedFor() {
        String table = "asked_later";
        create(table, "parquet");
        createIndex(table, "minmax", "clean", NANS_UNKNOWN);
        assertThat(tables.build(table, "4kB").planned()).isEqualTo(OBJECTS);
        String query = "SELECT max(clean) FROM CATALOG." + table;
        assertThat(isAnswered(query)).isFalse();
        assertThat(tables.build(table, "4kB").planned()).as("again").isZero();

        createIndex(table, "minmax", "clean", "MAP(ARRAY['nans'], ARRAY['known'])");
        assertThat(tables.build(table, "4kB").planned()).isEqualTo(OBJECTS);
        assertSameRows(query);
        assertThat(isAnswered(query)).isTrue();
    }

    private boolean isAnswered(String query) {
        return ((String) value("EXPLAIN " + query.replace("CATALOG", "lake." + SCHEMA))).contains(ANSWERED);
    }
}
