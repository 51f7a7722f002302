// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.acceptance;

import static java.util.Comparator.comparingLong;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.hash.Hashing;
import io.skipping.testing.folder.Checkout;
import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Tests that Spark, with the jar that users get, leaves files out by the index of a Hive table in an S3 endpoint that
 * Trino built. Each condition gives the same rows by Trino's stock connector, and by Spark with skipping and without it.
 */
@Test(groups = "servers")
public class TestSharedIndex {
    private static final int FILES = 4;
    private static final String UNSIGNED = "trino-skipping-plugin/src/test/resources/foreign/pyarrow-unsigned.parquet";
    private static final Duration POLL = Duration.ofMillis(500);
    private static final String ROWS = """
            SELECT id,
                CAST(id AS integer) AS n,
                CAST(id %% 100 AS smallint) AS small,
                CAST(id %% 50 AS tinyint) AS tiny,
                id %% 800 < 200 AS flag,
                IF(id %% 97 = 0, nan(), id / 10e0) AS dbl,
                CAST(id / 4e0 AS real) AS single,
                CAST(id AS decimal(9, 2)) AS dec,
                CAST(-id AS decimal(30, 4)) AS wide,
                date_add('day', id * 300, DATE '1500-01-01') AS day,
                'town-' || lpad(CAST(id AS varchar), 6, '0') AS town,
                CAST('c' || lpad(CAST(id AS varchar), 6, '0') AS char(10)) AS padded,
                to_utf8(lpad(CAST(id AS varchar), 6, '0')) AS bytes,
                IF(id %% 11 = 0, NULL, CAST(ROW(id, 'town-' || lpad(CAST(id AS varchar), 6, '0')) AS ROW(a bigint, town varchar))) AS place,
                IF(id %% 13 = 0, NULL, MAP(ARRAY[CAST('other' AS varchar), 'unit'], ARRAY['x', 'unit-' || lpad(CAST(id AS varchar), 6, '0')])) AS attrs,
                MAP(ARRAY[7], ARRAY[id]) AS by_number,
                timestamp '2026-01-01 00:00:00' + id * interval '1' hour AS ts
            FROM UNNEST(sequence(%1$d * 200, %1$d * 200 + 199)) AS t (id)""";

    /** Conditions that both engines write in this way, and how many files hold rows that satisfy them. */
    private static final Map<String, Integer> CONDITIONS = new LinkedHashMap<>();

    static {
        CONDITIONS.put("id = 300", 1);
        CONDITIONS.put("n BETWEEN 190 AND 210", 2);
        CONDITIONS.put("flag", 1);
        CONDITIONS.put("dbl > 70 AND dbl < 71", 1);
        CONDITIONS.put("single <= 2", 1);
        CONDITIONS.put("dec = 799", 1);
        CONDITIONS.put("wide < -700", 1);
        CONDITIONS.put("day > DATE '2100-01-01'", 1);
        CONDITIONS.put("town LIKE 'town-0004%'", 1);
        CONDITIONS.put("town IN ('town-000001', 'town-000601')", 2);
        CONDITIONS.put("n IS NULL", 0);
        CONDITIONS.put("place.a = 301", 1);
        CONDITIONS.put("element_at(attrs, 'unit') = 'unit-000301'", 1);
        CONDITIONS.put("element_at(attrs, 'unit') < 'unit-000205'", 2);
        CONDITIONS.put("element_at(attrs, 'other') = 'x'", FILES);
        CONDITIONS.put("by_number[7] BETWEEN 190 AND 210", 2);
        // of these, nothing is shared
        CONDITIONS.put("day < DATE '1510-01-01'", FILES);
        CONDITIONS.put("padded = 'c000003'", FILES);
        CONDITIONS.put("ts > TIMESTAMP '2026-01-30 00:00:00'", FILES);
        CONDITIONS.put("small = 7", FILES);
    }

    /** As {@link #CONDITIONS}, on ORC. */
    private static final Map<String, Integer> CONDITIONS_ON_ORC = new LinkedHashMap<>();

    static {
        CONDITIONS_ON_ORC.putAll(CONDITIONS);
        CONDITIONS_ON_ORC.put("tiny IS NULL", 0);
        CONDITIONS_ON_ORC.put("small = 7 AND id < 150", 1);
        CONDITIONS_ON_ORC.put("bytes IS NULL", 0);
        // of these, nothing is shared
        CONDITIONS_ON_ORC.put("element_at(attrs, 'unit') = 'unit-000301'", FILES);
        CONDITIONS_ON_ORC.put("element_at(attrs, 'unit') < 'unit-000205'", FILES);
        CONDITIONS_ON_ORC.put("by_number[7] BETWEEN 190 AND 210", FILES);
        // readers see times in zones of their own, and texts with blanks or without them
        CONDITIONS_ON_ORC.remove("ts > TIMESTAMP '2026-01-30 00:00:00'");
        CONDITIONS_ON_ORC.remove("padded = 'c000003'");
        CONDITIONS_ON_ORC.put("trim(padded) = 'c000003'", FILES);
    }

    private TrinoAndSpark lake;

    @BeforeClass
    public void start() throws IOException, SQLException {
        lake = TrinoAndSpark.start(
                "1g",
                "spark.sql.shuffle.partitions=1",
                // what is skipped must not depend on how busy the machine is
                "spark.skipping.lookup-timeout=1m",
                // files are small here
                "spark.skipping.smallest-gap=0");
        lake.queries().rows("CREATE SCHEMA lake.grid");
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException, SQLException {
        if (lake != null) {
            lake.close();
        }
    }

    @Test
    public void testSparkSkipsByAnIndexOfTrino() throws IOException, SQLException {
        createTable("PARQUET", "readings");
        for (Map.Entry<String, Integer> condition : CONDITIONS.entrySet()) {
            ask("readings", condition.getKey(), condition.getValue());
        }
        askForParts();
        ask("readings", "place.town < 'town-000100'", FILES);
        assertThat(lake.submit(
                        "io.skipping.spark.Build", "--path", location("readings"), "--create", "minmax:place.town"))
                .startsWith("0 ")
                .contains("Summarised %s files".formatted(FILES));
        awaitFiles("place.town < 'town-000100'", 1);
        ask("readings", "place.a = 301", 1);
        requireSkippedByTrino();
        // its build heeds the request of Spark's user, and leaves Spark's summaries where they are
        new IndexedTable(lake.queries(), "lake", "grid", "readings", Optional.empty()).build();
        requireSkippedByTrino();
        ask("readings", "place.town < 'town-000100'", 1);
    }

    /** Waits until Spark knows what another process has built: it looks now and then whether a location with an index has others. */
    private void awaitFiles(String condition, int files) throws IOException, SQLException {
        long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (filesRead("readings", condition) > files && System.nanoTime() < end) {
            LockSupport.parkNanos(POLL.toNanos());
        }
        ask("readings", condition, files);
    }

    /** Checks that a build of Spark has left the summaries of Trino where they are. */
    private void requireSkippedByTrino() throws SQLException {
        Run run = lake.queries()
                .run("SELECT count(*) FROM lake.grid.readings WHERE element_at(attrs, 'unit') = 'unit-000301'");
        assertThat(run.rows()).isEqualTo(List.of(List.of(1L)));
        assertThat(run.objects("readings/")).isEqualTo(1);
    }

    /** Checks that of ORC, summaries are shared of the columns that files have in the type of the table. */
    @Test
    public void testOrc() throws IOException, SQLException {
        createTable("ORC", "orc_readings");
        for (Map.Entry<String, Integer> condition : CONDITIONS_ON_ORC.entrySet()) {
            // reads the footers, once, of files that another engine has summarised
            ids(true, "orc_readings", condition.getKey());
            ask("orc_readings", condition.getKey(), condition.getValue());
        }
        askForOtherTypes();
    }

    /** The files have texts with blanks behind them, which the type of the table does not say. */
    private void askForOtherTypes() throws IOException, SQLException {
        lake.queries().rows("""
                CREATE TABLE lake.grid.padded WITH (format = 'ORC', external_location = 's3://lake/padded') AS
                SELECT id, CAST('c' || CAST(id AS varchar) AS char(10)) AS code FROM UNNEST(sequence(0, 9)) AS t (id)""");
        lake.queries().rows("""
                CREATE TABLE lake.grid.texts (id bigint, code varchar)
                WITH (format = 'ORC', external_location = 's3://lake/padded')""");
        lake.s3().age(TrinoAndSpark.BUCKET);
        new IndexedTable(lake.queries(), "lake", "grid", "texts", Optional.empty()).build();
        lake.spark().createTable("padded", "orc", location("padded"));
        for (String condition : List.of("code = 'c3'", "code >= 'c9'", "code <= 'c0'", "trim(code) = 'c3'")) {
            assertThat(ids(true, "padded", condition)).as(condition).isEqualTo(ids(false, "padded", condition));
        }
        // of the same file, the other column has its type
        Run run = run(true, "padded", "id > 100");
        assertThat(run.rows()).isEmpty();
        assertThat(run.counts().data().under("lake", "padded/").bytesSent()).isLessThanOrEqualTo(16 << 10);
    }

    /** Large unsigned integers are negative to Trino in a wider column, and positive to Spark. */
    @Test
    public void testUnsignedIntegers() throws IOException, SQLException {
        try (S3Client client = lake.s3().client()) {
            client.putObject(
                    request -> request.bucket(TrinoAndSpark.BUCKET).key("unsigned/object.parquet"),
                    Checkout.root().resolve(UNSIGNED));
        }
        lake.queries().rows("""
                CREATE TABLE lake.grid.unsigned (
                    id bigint, wide bigint, same integer, short integer, nested row(wide bigint))
                WITH (format = 'PARQUET', external_location = 's3://lake/unsigned')""");
        lake.queries().rows("CALL lake.system.create_index('grid', 'unsigned', 'minmax', ARRAY['nested.wide'])");
        lake.s3().age(TrinoAndSpark.BUCKET);
        new IndexedTable(lake.queries(), "lake", "grid", "unsigned", Optional.of("4kB")).build();
        lake.spark().createTable("unsigned", "parquet", location("unsigned"));
        for (String column : List.of("wide", "same", "nested.wide")) {
            assertThat(ids(true, "unsigned", column + " = 4294965295"))
                    .as(column)
                    .containsExactly("2000");
            assertThat(ids(true, "unsigned", column + " < 0")).as(column).isEmpty();
            assertThat(ids(true, "unsigned", column + " = 5")).as(column).containsExactly("5");
        }
        Run run = run(true, "unsigned", "id > 5000");
        assertThat(run.objects("unsigned/")).as("files read").isZero();
    }

    private void createTable(String format, String table) throws IOException, SQLException {
        Queries queries = lake.queries();
        for (int file = 0; file < FILES; file++) {
            queries.rows((file == 0
                            ? "CREATE TABLE lake.grid.%2$s WITH (format = '%1$s', external_location = 's3://lake/%2$s') AS "
                                    .formatted(format, table)
                            : "INSERT INTO lake.grid.%s ".formatted(table))
                    + ROWS.formatted(file));
        }
        for (String column : List.of("place.a", "element_at(attrs, ''unit'')", "by_number[7]")) {
            queries.rows("CALL lake.system.create_index('grid', '%s', 'minmax', ARRAY['%s'])".formatted(table, column));
        }
        lake.s3().age(TrinoAndSpark.BUCKET);
        new IndexedTable(queries, "lake", "grid", table, Optional.empty()).build();
        lake.spark().createTable(table, format.toLowerCase(Locale.ENGLISH), location(table));
    }

    private static String location(String table) {
        return "s3a://%s/%s".formatted(TrinoAndSpark.BUCKET, table);
    }

    /** Checks that both engines find the same rows, and how many files Spark reads. */
    private void ask(String table, String condition, int files) throws IOException, SQLException {
        List<String> expected =
                lake
                        .queries()
                        .rows("SELECT id FROM hive.grid.%s WHERE %s ORDER BY id".formatted(table, condition))
                        .stream()
                        .map(row -> String.valueOf(row.getFirst()))
                        .toList();
        assertThat(ids(false, table, condition)).as("%s, by Spark", condition).isEqualTo(expected);
        Run run = run(true, table, condition);
        assertThat(ids(run)).as("%s, by Spark with skipping", condition).isEqualTo(expected);
        assertThat(run.objects(table + "/")).as("files read for %s", condition).isLessThanOrEqualTo(files);
    }

    private long filesRead(String table, String condition) throws IOException {
        return run(true, table, condition).objects(table + "/");
    }

    private List<String> ids(boolean skipping, String table, String condition) throws IOException {
        return ids(run(skipping, table, condition));
    }

    private static List<String> ids(Run run) {
        // not by ORDER BY, for which Spark reads twice
        return run.rows().stream()
                .map(row -> (String) row.getFirst())
                .sorted(comparingLong(Long::parseLong))
                .toList();
    }

    private Run run(boolean skipping, String table, String condition) throws IOException {
        return lake.spark().run(skipping, "SELECT id FROM %s WHERE %s".formatted(table, condition));
    }

    /** Trino divides a file into ranges of row groups, and Spark reads some of them. */
    private void askForParts() throws IOException, SQLException {
        Queries queries = lake.queries();
        queries.rows("SET SESSION lake.parquet_writer_block_size = '64kB'");
        queries.rows("""
                CREATE TABLE lake.grid.grouped WITH (format = 'PARQUET', external_location = 's3://lake/grouped') AS
                SELECT a.n * 1000 + b.n AS id, to_hex(sha256(to_utf8(CAST(a.n * 1000 + b.n AS varchar)))) AS code
                FROM UNNEST(sequence(0, 59)) AS a (n) CROSS JOIN UNNEST(sequence(0, 999)) AS b (n)""");
        queries.rows("RESET SESSION lake.parquet_writer_block_size");
        long size = queries.size("hive.grid.grouped").bytes();
        queries.rows("CALL lake.system.create_index('grid', 'grouped', 'bloom', ARRAY['code'])");
        lake.s3().age(TrinoAndSpark.BUCKET);
        new IndexedTable(queries, "lake", "grid", "grouped", Optional.of("64kB")).build();
        lake.spark().createTable("grouped", "parquet", location("grouped"));
        // the statistics in a footer exclude nothing for a hash
        for (int id : List.of(5, 30_000, 59_990)) {
            String condition = "code = '%s'"
                    .formatted(Hashing.sha256()
                            .hashString(String.valueOf(id), StandardCharsets.UTF_8)
                            .toString()
                            .toUpperCase(Locale.ENGLISH));
            assertThat(ids(false, "grouped", condition)).containsExactly(String.valueOf(id));
            Run run = run(true, "grouped", condition);
            assertThat(ids(run)).containsExactly(String.valueOf(id));
            assertThat(run.counts().data().under("lake", "grouped/").bytesSent())
                    .isBetween(1L, size / 2);
        }
    }
}
