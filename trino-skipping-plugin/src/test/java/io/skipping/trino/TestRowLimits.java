// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import io.trino.Session;
import io.trino.testing.MaterializedRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Queries that want a few rows only: LIMIT, and ORDER BY with LIMIT. */
public class TestRowLimits extends AbstractLakeTest {
    private static final int OBJECTS = 10;
    private static final int ROWS = 20;

    /** A limit that no table reaches. */
    private static final int MORE = 1000;

    @Override
    protected void createTables() {
        for (String format : List.of("textfile", "parquet", "orc")) {
            create(format, "sorted_" + format);
            assertThat(tables.build("sorted_" + format, "1MB").failed()).isZero();
        }
        create("textfile", "some_indexed");
        tables.build("some_indexed", "1MB");
        create("parquet", "nans_unknown");
        tables.setAutoIndexes("nans_unknown", false);
        runner.execute(
                "CALL lake.system.create_index('%s', 'nans_unknown', 'minmax', ARRAY['dbl'], MAP(ARRAY['nans'], ARRAY['unknown']))"
                        .formatted(SCHEMA));
        assertThat(tables.build("nans_unknown", "1MB").failed()).isZero();
        createUneven();
        insert("some_indexed", OBJECTS, OBJECTS + 2);
    }

    private void create(String format, String table) {
        runner.execute(
                "CREATE TABLE %s (id bigint, name varchar, dbl double, few bigint, dt varchar) WITH (format = '%s', partitioned_by = ARRAY['dt'])"
                        .formatted(table, format));
        insert(table, 0, OBJECTS);
    }

    private void insert(String table, int from, int to) {
        for (int object = from; object < to; object++) {
            writeRows("""
                    INSERT INTO %s
                    SELECT
                        n,
                        'name ' || lpad(CAST(n AS varchar), 60, '0'),
                        IF(n %% 50 = 7, nan(), IF(n %% 50 = 9, NULL, n * 0.5e0)),
                        IF(n < 40, NULL, n / 40),
                        '%s'
                    FROM UNNEST(sequence(%d, %d)) AS t(n)
                    """.formatted(table, object < OBJECTS / 2 ? "a" : "b", object * ROWS, object * ROWS + ROWS - 1));
        }
    }

    /** One object has the twenty largest values but no value of its own among the smallest, and all have one in common. */
    private void createUneven() {
        runner.execute("CREATE TABLE uneven (val bigint, dbl double, same bigint) WITH (format = 'textfile')");
        for (int object = 0; object < OBJECTS; object++) {
            writeRows("""
                    INSERT INTO uneven
                    SELECT val, IF(val %% 9 = 8, NULL, val / 2e0), 7
                    FROM (SELECT IF(%d = 3, 100 + n, IF(n = %d, 90, n)) AS val FROM UNNEST(sequence(0, %d)) AS t(n))
                    """.formatted(object, ROWS - 1, ROWS - 1));
        }
        // of objects as small as these there are no ranks unless they are asked for
        for (String column : List.of("val", "dbl", "same")) {
            for (String index :
                    List.of("'minmax', ARRAY['%s']", "'ranks', ARRAY['%s'], MAP(ARRAY['ranks'], ARRAY['10'])")) {
                tables.setAutoIndexes("uneven", false);
                runner.execute(
                        "CALL lake.system.create_index('%s', 'uneven', %s)".formatted(SCHEMA, index.formatted(column)));
            }
        }
        assertThat(tables.build("uneven", "1MB").failed()).isZero();
    }

    /** Orders, and how many objects at least need not be read for the first five rows. */
    @DataProvider
    public Object[][] orders() {
        List<Object[]> orders = new ArrayList<>();
        for (String table : List.of("sorted_textfile", "sorted_parquet", "sorted_orc")) {
            orders.add(new Object[] {table, "id", 9});
            orders.add(new Object[] {table, "id DESC", 9});
            orders.add(new Object[] {table, "id DESC NULLS FIRST, name", 9});
            // bounds are cut to 32 bytes, and all names begin alike
            orders.add(new Object[] {table, "name DESC, id", 0});
            orders.add(new Object[] {table, "few DESC, id", 7});
            orders.add(new Object[] {table, "few, id", 7});
            orders.add(new Object[] {table, "few NULLS FIRST, id", 0});
            // objects 0, 2, 5, 7 hold a NaN
            orders.add(new Object[] {table, "dbl DESC, id", 5});
            orders.add(new Object[] {table, "dbl, id", 8});
            orders.add(new Object[] {table, "dbl NULLS FIRST, id", 5});
        }
        // which footers do not tell
        orders.add(new Object[] {"nans_unknown", "dbl DESC, id", 0});
        // the rows of objects that were added later are the first ones, or not
        orders.add(new Object[] {"some_indexed", "id DESC", 9});
        orders.add(new Object[] {"some_indexed", "id", 9});
        return orders.toArray(Object[][]::new);
    }

    @Test(dataProvider = "orders")
    public void testTheFirstRowsStayTheFirst(String table, String order, int pruned) {
        String rows = "SELECT id, name, few FROM %s.%s.%s ORDER BY %s LIMIT %d";
        // no two rows have the same place, so that those of fewer are the first ones of these
        List<MaterializedRow> plain = rows(rows.formatted("hive", SCHEMA, table, order, MORE));
        for (int count : new int[] {1, 5, 19, 21, MORE}) {
            assertThat(rows(rows.formatted("lake", SCHEMA, table, order, count)))
                    .as("LIMIT %s", count)
                    .isEqualTo(plain.subList(0, Math.min(count, plain.size())));
        }
        String query = "SELECT id, name FROM lake.%s.%s ORDER BY %s LIMIT 5".formatted(SCHEMA, table, order);
        assertThat(tables.metric(query, "skipping.objects.pruned")).isGreaterThanOrEqualTo(pruned);
    }

    /** Orders by one column, and how many objects are read for the first ten rows. */
    @DataProvider
    public Object[][] ranks() {
        return new Object[][] {
            // by bounds alone the tenth largest value is 90, which every object has
            {"val DESC", 1},
            {"val DESC NULLS FIRST", 1},
            {"dbl DESC NULLS LAST", 1},
            // all but one object begin with 0, and two NULLs are in each
            {"val", 9},
            {"dbl NULLS FIRST", 10},
            // any ten of equal rows will do
            {"same", 1},
            {"same DESC", 1},
        };
    }

    @Test(dataProvider = "ranks")
    public void testRanksTellOfTenRowsAtOnce(String order, int read) {
        String column = order.split(" ")[0];
        String query = "SELECT %s FROM %s.%s.uneven ORDER BY %s LIMIT %d";
        // rows in the same place have the same value, which is all that is asked for
        List<MaterializedRow> plain = rows(query.formatted(column, "hive", SCHEMA, order, MORE));
        for (int count : new int[] {1, 9, 10, 11, 20, 21, 150, MORE}) {
            assertThat(rows(query.formatted(column, "lake", SCHEMA, order, count)))
                    .as("LIMIT %s", count)
                    .isEqualTo(plain.subList(0, Math.min(count, plain.size())));
        }
        for (int count : new int[] {10, MORE}) {
            assertThat(rows(off, query.formatted(column, "lake", SCHEMA, order, count)))
                    .as("LIMIT %s without skipping", count)
                    .isEqualTo(plain.subList(0, Math.min(count, plain.size())));
        }
        assertThat(objectsRead("SELECT %s FROM lake.%s.uneven ORDER BY %s LIMIT 10".formatted(column, SCHEMA, order)))
                .isEqualTo(read);
    }

    /** Equal rows are not as good as each other if something else tells them apart, or all are wanted. */
    @Test
    public void testTiesAreReadWhereTheyMatter() {
        for (String end : List.of("ORDER BY same, val DESC LIMIT 30", "ORDER BY same FETCH FIRST 3 ROWS WITH TIES")) {
            String query = "SELECT same, val FROM %s.%s.uneven " + end;
            assertThat(rows(query.formatted("lake", SCHEMA)))
                    .as(end)
                    .hasSizeGreaterThanOrEqualTo(30)
                    .containsExactlyInAnyOrderElementsOf(rows(query.formatted("hive", SCHEMA)));
        }
    }

    @Test
    public void testALimitReadsOneObject() {
        String query = "SELECT * FROM lake.%s.sorted_textfile LIMIT 5".formatted(SCHEMA);
        assertThat(rows(query)).hasSize(5).doesNotHaveDuplicates();
        assertThat(objectsRead(query)).isEqualTo(1);
    }

    /** Hive lists on while the rows that were asked for are already found. */
    @Test
    public void testALimitEndsTheListing() {
        SkippingQueryRunner.createLake(runner, "narrow", root, Map.of("hive.max-outstanding-splits", "2"));
        String query = "SELECT * FROM narrow.%s.sorted_textfile LIMIT 5".formatted(SCHEMA);
        assertThat(rows(query)).hasSize(5).doesNotHaveDuplicates();
        Map<String, Long> metrics =
                tables.scanOnServer(runner.getDefaultSession(), query).metrics();
        assertThat(metrics.get("skipping.objects.considered")).isLessThan(OBJECTS);
        assertThat(metrics.get("skipping.objects.considered") - metrics.get("skipping.objects.pruned"))
                .isEqualTo(1);
    }

    /** An object is chosen when its first split comes; its other splits come later, in other batches. */
    @Test
    public void testALimitWithinALargeObject() {
        runner.execute("CREATE TABLE large (id bigint, name varchar) WITH (format = 'textfile')");
        // compressed text is one split
        Session plainText = Session.builder(runner.getDefaultSession())
                .setCatalogSessionProperty("lake", "compression_codec", "NONE")
                .build();
        writeRows(
                plainText,
                "INSERT INTO large SELECT n, lpad(CAST(n AS varchar), 100, '0') FROM UNNEST(sequence(1, 5000)) AS t(n)");
        assertThat(tables.build("large", "16kB").ranges()).isGreaterThan(20);
        SkippingQueryRunner.createLake(
                runner,
                "shortsplits",
                root,
                ImmutableMap.<String, String>builder()
                        .putAll(SplitSizes.properties("16kB"))
                        .put("hive.max-outstanding-splits", "2")
                        .buildOrThrow());
        for (int count : new int[] {1, 100, 1000, 3000, 4999}) {
            String query = "SELECT id FROM shortsplits.%s.large %s LIMIT %d";
            assertThat(rows(query.formatted(SCHEMA, "", count))).hasSize(count).doesNotHaveDuplicates();
            assertThat(rows(query.formatted(SCHEMA, "WHERE id > 1000", count)))
                    .hasSize(Math.min(count, 4000))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    public void testALimitOfMoreReadsMore() {
        String query = "SELECT * FROM lake.%s.sorted_textfile LIMIT %d".formatted(SCHEMA, 2 * ROWS + 1);
        assertThat(rows(query)).hasSize(2 * ROWS + 1).doesNotHaveDuplicates();
        assertThat(objectsRead(query)).isEqualTo(3);
        assertThat(rows("SELECT * FROM lake.%s.sorted_textfile LIMIT 100000".formatted(SCHEMA)))
                .hasSize(OBJECTS * ROWS);
    }

    @Test
    public void testALimitWithinAPartition() {
        String query = "SELECT * FROM lake.%s.sorted_textfile WHERE dt = 'b' LIMIT 5".formatted(SCHEMA);
        assertThat(rows(query)).hasSize(5).allMatch(row -> row.getField(4).equals("b"));
        assertThat(objectsRead(query)).isEqualTo(1);
        assertSameAsPlain("SELECT id FROM CATALOG.sorted_textfile WHERE dt = 'b' ORDER BY id LIMIT 3");
    }

    @Test
    public void testALimitOverAFilter() {
        String query = "SELECT id FROM lake.%s.sorted_textfile WHERE id >= 100 LIMIT 5".formatted(SCHEMA);
        assertThat(rows(query)).hasSize(5).allMatch(row -> (long) row.getField(0) >= 100);
        assertThat(objectsRead(query)).as("since the scan filters").isEqualTo(1);
        // the engine keeps such a filter between the limit and the scan, so that the limit does not reach the scan
        assertSameAsPlain("SELECT id FROM CATALOG.sorted_textfile WHERE id % 7 = 3 ORDER BY id DESC LIMIT 4");
    }

    @Test
    public void testAFilterOverALimit() {
        assertThat(
                        assertSameAsPlain(
                                "SELECT id FROM (SELECT * FROM CATALOG.sorted_textfile ORDER BY id LIMIT 30) WHERE id >= 25 ORDER BY id"))
                .hasSize(5);
    }

    @Test
    public void testAJoinWithALimit() {
        assertThat(
                        assertSameAsPlain(
                                "SELECT t.id FROM (SELECT * FROM CATALOG.sorted_textfile ORDER BY id DESC LIMIT 30) t JOIN CATALOG.sorted_parquet u ON t.id = u.id WHERE u.id > 175 ORDER BY t.id"))
                .hasSize(24);
    }

    @Test
    public void testWithoutSkippingNothingIsLeftOut() {
        assertThat(rows(off, "SELECT id FROM lake.%s.sorted_textfile ORDER BY id LIMIT 2".formatted(SCHEMA)))
                .hasSize(2);
    }

    /** How many objects are read; how many are listed before the limit is met depends on how fast the listing goes. */
    private long objectsRead(String query) {
        Map<String, Long> metrics = tables.metrics(runner.getDefaultSession(), query);
        return metrics.get("skipping.objects.considered") - metrics.get("skipping.objects.pruned");
    }
}
