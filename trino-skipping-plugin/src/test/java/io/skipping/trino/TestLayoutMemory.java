// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.WrittenObjects.literal;
import static io.trino.testing.assertions.Assert.assertEventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.GridModel;
import io.skipping.partitioner.LayoutModel;
import io.trino.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** INSERT by layouts of many partitions, of more rows than there is memory for. */
@Test(singleThreaded = true, groups = "servers")
public class TestLayoutMemory extends AbstractLakeTest {
    private static final int PARTITIONS = 96;
    private static final LayoutModel MODEL = new GridModel(List.of(new Column("id", ColumnType.BIGINT)), PARTITIONS, 0);

    private Session small;

    @Override
    protected void createTables() {
        // a buffer is less than what is inserted, temporary files are more than are merged at once
        SkippingQueryRunner.createLake(
                runner, "narrow", root, Map.of("hive.writer-sort-buffer-size", "1MB", "hive.max-open-sort-files", "4"));
        small = Session.builder(runner.getDefaultSession())
                .setCatalog("narrow")
                .setSystemProperty("query_max_memory_per_node", "80MB")
                .build();
        runner.execute("""
                CREATE TABLE facts WITH (format = 'ORC') AS
                SELECT id, reverse(CAST(id * 7919 AS varchar)) AS k, lpad(CAST(id AS varchar), 120, '.') AS padding
                FROM (SELECT a * 1000 + b AS id FROM UNNEST(sequence(0, 149)) AS s(a), UNNEST(sequence(0, 999)) AS t(b))
                """);
    }

    private void createTable(String table, String format, String source, String sortedBy) {
        runner.execute("CREATE TABLE %s WITH (format = '%s') AS SELECT * FROM %s WITH NO DATA"
                .formatted(table, format, source));
        runner.execute(
                "CALL lake.system.set_layout('test', '%s', %s, ARRAY[%s])".formatted(table, literal(MODEL), sortedBy));
    }

    private void assertSameRowsAs(String table, String other) {
        String checksums = runner.execute("SHOW COLUMNS FROM " + other).getMaterializedRows().stream()
                .map(row -> "checksum(\"%s\")".formatted(row.getField(0)))
                .collect(Collectors.joining(", "));
        assertThat(rows("SELECT count(*), %s FROM %s".formatted(checksums, table)))
                .as("rows of %s", table)
                .isEqualTo(rows("SELECT count(*), %s FROM %s".formatted(checksums, other)));
    }

    /** Soon: the writers of a query that failed end on their own. */
    private void assertNoTemporaryFiles() throws IOException {
        assertEventually(() -> {
            try (Stream<Path> files = Files.walk(root)) {
                assertThat(files.filter(file -> file.getFileName().toString().startsWith(".tmp-sort")))
                        .as("temporary files that are left")
                        .isEmpty();
            }
        });
    }

    /** ORC, which temporary files are in, does not have the timestamps of that second. */
    @Test
    public void testTimestampsJustBefore1970AreKept() {
        for (int digits : new int[] {3, 6, 9}) {
            String precision = Map.of(3, "MILLISECONDS", 6, "MICROSECONDS", 9, "NANOSECONDS")
                    .get(digits);
            Session session = Session.builder(small)
                    .setCatalogSessionProperty("narrow", "timestamp_precision", precision)
                    .build();
            String type = "timestamp(%s)".formatted(digits);
            String source = """
                    SELECT id, padding, t, ARRAY[t, NULL] AS a, map(ARRAY[t], ARRAY[id]) AS m,
                        CAST(ROW(t, id) AS ROW(t %1$s, n bigint)) AS r, IF(id %% 2 = 0, t) AS some
                    FROM (
                        SELECT id, padding,
                            date_add('millisecond', -(id %% 3000), CAST('1970-01-01 00:00:01' AS %1$s)) AS t
                        FROM narrow.test.facts)
                    """.formatted(type);
            String table = "before_1970_" + precision.toLowerCase(Locale.ENGLISH);
            runner.execute(
                    session, "CREATE TABLE %s WITH (format = 'PARQUET') AS %s WITH NO DATA".formatted(table, source));
            runner.execute(
                    "CALL lake.system.set_layout('test', '%s', %s, ARRAY['padding'])".formatted(table, literal(MODEL)));
            runner.execute(session, "INSERT INTO %s %s".formatted(table, source));
            String values = "SELECT count(*), checksum(t), checksum(a), checksum(m), checksum(r), checksum(some) FROM ";
            assertThat(runner.execute(session, values + table).getMaterializedRows())
                    .as(precision)
                    .isEqualTo(
                            runner.execute(session, values + "(" + source + ")").getMaterializedRows());
        }
    }

    @Test
    public void testSortedObjectsOfManyPartitionsTakeTheMemoryOfOne() throws IOException {
        createTable("sorted", "ORC", "facts", "'k'");
        runner.execute(small, "INSERT INTO sorted SELECT * FROM facts");
        assertSameRowsAs("sorted", "facts");
        WrittenObjects objects = new WrittenObjects(runner, "sorted");
        objects.assertOneObjectAPartition(MODEL);
        assertThat(objects.paths()).hasSize(PARTITIONS);
        String path = objects.paths().getFirst();
        assertThat(rows("SELECT k FROM sorted WHERE \"$path\" = '%s'".formatted(path)).stream()
                        .map(row -> (String) row.getField(0)))
                .hasSizeGreaterThan(1000)
                .isSorted();
        assertNoTemporaryFiles();
    }

    @Test
    public void testUnsortedObjectsOfManyPartitionsTakeBoundedMemory() throws IOException {
        createTable("unsorted", "PARQUET", "facts", "");
        runner.execute(small, "INSERT INTO unsorted SELECT * FROM facts");
        assertSameRowsAs("unsorted", "facts");
        new WrittenObjects(runner, "unsorted").assertOneObjectAPartition(MODEL);
        assertNoTemporaryFiles();
    }

    @Test
    public void testValuesOfAllTypesComeBackFromTemporaryFiles() throws IOException {
        runner.execute("""
                CREATE TABLE typed WITH (format = 'ORC', partitioned_by = ARRAY['part']) AS
                SELECT id, id % 3 = 0 AS flag, CAST(id % 100 AS tinyint) AS t, CAST(id % 1000 AS smallint) AS s, CAST(-id AS integer) AS i,
                       IF(id % 7 = 0, CAST(nan() AS real), CAST(id / 3e0 AS real)) AS r,
                       IF(id % 7 = 0, nan(), IF(id % 11 = 0, -infinity(), id / 3e0)) AS d,
                       CAST(id AS decimal(9,2)) AS short, CAST(id * DECIMAL '12345678901234567890.123' AS decimal(38,3)) AS long,
                       DATE '2026-01-01' - id % 900000 * INTERVAL '1' DAY AS day,
                       TIMESTAMP '2026-01-01 00:00:00.001' - id * INTERVAL '1' HOUR AS at,
                       CAST(k AS varchar(20)) AS v, CAST(k AS char(20)) AS c, to_utf8(k || chr(0)) AS b,
                       IF(id % 5 <> 0, ARRAY[k, NULL, '']) AS a,
                       IF(id % 5 <> 1, MAP(ARRAY[k], ARRAY[id])) AS m,
                       IF(id % 5 <> 2, CAST(ROW(id, k) AS ROW(n bigint, "Key" varchar))) AS w,
                       IF(id % 2 = 0, NULL, 'odd/' || CAST(id % 3 AS varchar)) AS part
                FROM facts WHERE id < 12000
                """);
        runner.execute(
                "CREATE TABLE typed_sorted WITH (format = 'ORC', partitioned_by = ARRAY['part']) AS SELECT * FROM typed WITH NO DATA");
        runner.execute("CALL lake.system.set_layout('test', 'typed_sorted', %s, ARRAY['d', 'long', 'c', 'at', 'b'])"
                .formatted(literal(new GridModel(List.of(new Column("id", ColumnType.BIGINT)), 3, 0))));
        runner.execute(small, "INSERT INTO typed_sorted SELECT * FROM typed");
        assertSameRowsAs("typed_sorted", "typed");
        assertThat(new WrittenObjects(runner, "typed_sorted").paths()).hasSize(4 * 3);
        assertNoTemporaryFiles();
    }

    @Test
    public void testInsertThatFailsLeavesNothing() throws IOException {
        for (String sortedBy : List.of("'k'", "")) {
            String table = "failed_" + sortedBy.length();
            // a writer of ORC takes a megabyte, before it is known how many there will be
            createTable(table, "PARQUET", "facts", sortedBy);
            assertThatThrownBy(() -> runner.execute(
                            small,
                            "INSERT INTO %s SELECT id / IF(id = 149990, 0, 1), k, padding FROM facts".formatted(table)))
                    .hasMessageContaining("Division by zero");
            assertThat(runner.execute("SELECT count(*) FROM " + table).getOnlyValue())
                    .isEqualTo(0L);
            assertNoTemporaryFiles();
        }
    }
}
