// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static io.skipping.trino.SkippingQueryRunner.skipping;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Lists;
import com.google.common.collect.Multiset;
import com.google.common.collect.Multisets;
import io.trino.Session;
import io.trino.testing.DistributedQueryRunner;
import io.trino.testing.MaterializedRow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * The same queries on the plain Hive connector, on ours with skipping off, and with skipping on, over tables of every
 * format and type: equal results, and something skipped where something can be.
 */
public class TestDifferential {
    private static final List<String> TYPED_FORMATS =
            List.of("TEXTFILE", "JSON", "PARQUET", "ORC", "AVRO", "RCTEXT", "RCBINARY", "SEQUENCEFILE");

    private static final String ROWS = """
            SELECT
                n AS id,
                IF(n % 97 = 0, NULL, CAST(n % 100 AS tinyint)) AS tiny,
                CAST(n % 30000 AS smallint) AS small,
                CAST(n / 7 AS integer) AS int4,
                IF(n % 1009 = 0, nan(), IF(n = 4001, infinity(), CAST(n AS double) / 3 - 2000)) AS dbl,
                CAST(IF(n % 500 = 0, -0.0e0, n * 0.25e0) AS real) AS flt,
                CAST(n * 0.01 AS decimal(12, 2)) AS dec_short,
                CAST(n AS decimal(38, 5)) * 1000000000000000 AS dec_long,
                IF(n % 3 = 0, NULL, 'town-' || lpad(CAST(n / 50 AS varchar), 6, '0')) AS town,
                CAST(IF(n % 2 = 0, 'é' || CAST(n / 1000 AS varchar), 'b') AS char(5)) AS c5,
                CAST('v' || CAST(n % 17 AS varchar) AS varchar(20)) AS v20,
                date '2020-01-01' + interval '1' day * (n / 20) AS day,
                timestamp '2020-01-01 00:00:00.000' + interval '1' minute * n AS ts,
                n % 2 = 0 AS even,
                to_utf8('bin' || CAST(n / 100 AS varchar)) AS bin,
                ARRAY[n, n + 1] AS list,
                CAST(ROW(n, 'x') AS row(a bigint, b varchar)) AS nested
            FROM (SELECT x * 100 + y AS n
                  FROM UNNEST(sequence(FIRST, LAST)) AS t(x) CROSS JOIN UNNEST(sequence(0, 99)) AS u(y))
            """;

    private static final List<String> PREDICATES = List.of(
            "id = 1234",
            "id <> 1234",
            "id < 300",
            "id >= 11900",
            "id BETWEEN 5000 AND 5100",
            "id IN (7, 4321, 9999, 123456)",
            "id NOT IN (7, 4321)",
            "id = 3 OR id = 11111",
            "NOT (id > 200)",
            "id IS NULL",
            "id IS NOT NULL AND id < 50",
            "id < 0",
            "int4 = 1000",
            "dbl > 1990",
            "dbl < -1990",
            "dbl <> 0",
            "dbl = infinity()",
            "is_nan(dbl)",
            "flt = 0",
            "flt = -0.0",
            "flt > 2900",
            "dec_short = 42.42",
            "dec_short BETWEEN 10 AND 10.5",
            "dec_long > decimal '11900000000000000000'",
            "dec_long = decimal '5000000000000000000'",
            "town = 'town-000100'",
            "town IS NULL AND id < 100",
            "town >= 'town-000230'",
            "town > 'zzz'",
            "town IN ('town-000001', 'town-000200', 'nowhere')",
            "day = date '2020-03-01'",
            "day > date '2021-08-20'",
            "day BETWEEN date '2020-02-01' AND date '2020-02-03'",
            "ts < timestamp '2020-01-01 01:00:00'",
            "ts = timestamp '2020-01-03 10:00:00'",
            "even AND id < 100",
            "even IS NULL",
            "id BETWEEN 100 AND 200 AND day = date '2020-01-09'",
            "id = 77 OR town = 'town-000077'",
            "nested.a = 500",
            "contains(list, 700)",
            "id = 5 AND id = 6");

    private static final List<String> PREDICATES_NOT_IN_AVRO = List.of(
            "tiny = 42 AND id < 1000",
            "tiny IS NULL AND id < 500",
            "small > 11900",
            "c5 = 'é3'",
            "c5 = 'b'",
            "c5 > 'é8'",
            "v20 = 'v3' AND id < 200",
            "bin = to_utf8('bin42')");

    private static final int TOGETHER = 10;

    private Path root;
    private DistributedQueryRunner runner;
    private SkippingTestTables tables;
    private Session on;
    private Session off;

    @BeforeClass
    public void setUp() throws Exception {
        root = Files.createTempDirectory("skipping-differential");
        runner = SkippingQueryRunner.create(root, Map.of());
        tables = new SkippingTestTables(runner, root);
        on = skipping(runner.getDefaultSession(), true);
        off = skipping(runner.getDefaultSession(), false);
        Session writer = Session.builder(runner.getDefaultSession())
                .setCatalogSessionProperty("lake", "compression_codec", "NONE")
                .build();
        for (String format : TYPED_FORMATS) {
            String table = "t_" + format.toLowerCase(Locale.ENGLISH);
            for (int part = 0; part < 3; part++) {
                String rows = ROWS.replace("FIRST", String.valueOf(part * 40))
                        .replace("LAST", String.valueOf(part * 40 + 39));
                if (format.equals("JSON")) {
                    // JSON has no word for them
                    rows = rows.replace("nan()", "NULL").replace("infinity()", "1e300");
                }
                if (format.equals("AVRO")) {
                    rows = "SELECT id, int4, dbl, flt, dec_short, dec_long, town, day, ts, even, list, nested FROM ("
                            + rows + ")";
                }
                // one writer: rows stay in order, and there is one object for each insert
                Session oneWriter = Session.builder(writer)
                        .setSystemProperty("task_max_writer_count", "1")
                        .setSystemProperty("task_min_writer_count", "1")
                        .setSystemProperty("scale_writers", "false")
                        .build();
                runner.execute(
                        oneWriter,
                        part == 0
                                ? "CREATE TABLE %s WITH (format = '%s') AS %s".formatted(table, format, rows)
                                : "INSERT INTO %s %s".formatted(table, rows));
            }
            SkippingTestTables.BuildResult build = tables.build(table, "64kB");
            assertThat(build.failed())
                    .as("objects that could not be summarised: %s", format)
                    .isZero();
            assertThat(build.rows()).as("rows summarised: %s", format).isEqualTo(12_000);
        }
    }

    @AfterClass(alwaysRun = true)
    public void tearDown() throws Exception {
        if (runner != null) {
            runner.close();
            runner = null;
        }
    }

    @DataProvider
    public Object[][] queries() {
        List<Object[]> queries = new ArrayList<>();
        for (String format : TYPED_FORMATS) {
            List<String> predicates = new ArrayList<>(PREDICATES);
            if (!format.equals("AVRO")) {
                predicates.addAll(PREDICATES_NOT_IN_AVRO);
            }
            Lists.partition(predicates, TOGETHER).forEach(some -> queries.add(new Object[] {format, some}));
        }
        return queries.toArray(Object[][]::new);
    }

    @Test(dataProvider = "queries")
    public void resultsAreEqual(String format, List<String> predicates) {
        Multiset<MaterializedRow> plain = rows(on, "hive", format, predicates);
        assertEqual("skipping off", rows(off, "lake", format, predicates), plain, predicates);
        assertEqual("skipping on", rows(on, "lake", format, predicates), plain, predicates);
    }

    private static void assertEqual(
            String name, Multiset<MaterializedRow> actual, Multiset<MaterializedRow> plain, List<String> predicates) {
        assertThat(Multisets.difference(plain, actual))
                .as("rows missing with %s; the first column is the number of the predicate: %s", name, predicates)
                .isEmpty();
        assertThat(Multisets.difference(actual, plain))
                .as("rows too many with %s; the first column is the number of the predicate: %s", name, predicates)
                .isEmpty();
    }

    /** Every predicate has a scan of its own; one statement for several saves the time of planning. */
    private Multiset<MaterializedRow> rows(Session session, String catalog, String format, List<String> predicates) {
        String query = IntStream.range(0, predicates.size())
                .mapToObj(number -> "SELECT %s, id, dbl, town, ts, \"$path\" FROM %s.%s.t_%s WHERE %s"
                        .formatted(number, catalog, SCHEMA, format.toLowerCase(Locale.ENGLISH), predicates.get(number)))
                .collect(joining("\nUNION ALL "));
        return HashMultiset.create(runner.execute(session, query).getMaterializedRows());
    }

    @DataProvider
    public Object[][] formats() {
        return TYPED_FORMATS.stream().map(format -> new Object[] {format}).toArray(Object[][]::new);
    }

    @Test(dataProvider = "formats")
    public void objectsAndRangesAreSkipped(String format) {
        String table = "t_" + format.toLowerCase(Locale.ENGLISH);
        String query = "SELECT count(*) FROM lake.%s.%s WHERE id BETWEEN 5000 AND 5100".formatted(SCHEMA, table);
        assertThat(tables.metric(query, "skipping.objects.considered")).isEqualTo(3);
        assertThat(tables.metric(query, "skipping.objects.pruned"))
                .as("the rows of two objects are all outside")
                .isEqualTo(2);
        assertThat(tables.metric(query, "skipping.objects.unindexed")).isZero();
        assertThat(tables.metric(query, "skipping.objects.stale")).isZero();
    }
}
