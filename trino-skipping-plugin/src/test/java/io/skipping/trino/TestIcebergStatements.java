// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static io.trino.testing.assertions.Assert.assertEventually;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.HashMultiset;
import io.airlift.units.Duration;
import io.skipping.trino.iceberg.SkippingIcebergMetadata;
import io.trino.testing.MaterializedRow;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Statements change Iceberg tables through our connector as through the stock connector, though the tables have an index
 * that knows which files their conditions exclude.
 */
public class TestIcebergStatements extends AbstractIcebergTest {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    /** Queries that the index decides in each way it can, of columns with an index and of one without. */
    private static final List<String> READS = List.of(
            "SELECT * FROM CATALOG.%s WHERE id IN (300, 301, 303)",
            "SELECT * FROM CATALOG.%s WHERE name LIKE '%%9 of file 1'",
            "SELECT * FROM CATALOG.%s WHERE part = 1 AND n < 1010",
            "SELECT count(*), count(n), min(n), max(n) FROM CATALOG.%s",
            "SELECT count(*), min(n), max(n) FROM CATALOG.%s WHERE n >= 1000",
            "SELECT id, part FROM CATALOG.%s WHERE n >= 2000",
            "SELECT n FROM CATALOG.%s ORDER BY n LIMIT 5",
            "SELECT n, id FROM CATALOG.%s ORDER BY n DESC, id LIMIT 5",
            "SELECT count(*), min(n) >= 1000 FROM (SELECT * FROM CATALOG.%s WHERE n >= 1000 LIMIT 1990)",
            "SELECT count(*), min(n) >= 1000 FROM (SELECT * FROM CATALOG.%s WHERE n >= 1000 LIMIT 2000)",
            "SELECT count(*) FROM (SELECT * FROM CATALOG.%s LIMIT 2999)");

    @Override
    protected void createTables() {}

    /** Creates the same table in both catalogs, and an index of that in ours. */
    private String table(String properties) {
        return table(properties, true);
    }

    /** @param automatic whether the index has more than the ids and names */
    private String table(String properties, boolean automatic) {
        String name = "t" + NUMBER.incrementAndGet();
        for (int file = 0; file < 3; file++) {
            String rows =
                    "SELECT i * 3 + %1$d AS id, 'name ' || CAST(i AS varchar) || ' of file %1$d' AS name, i %% 2 AS part, i + %1$d * 1000 AS n FROM UNNEST(sequence(0, 999)) AS t (i)"
                            .formatted(file);
            writeRows(
                    file == 0
                            ? "CREATE TABLE %s WITH (%s) AS %s".formatted(name, properties, rows)
                            : "INSERT INTO %s %s".formatted(name, rows));
        }
        writeRows("CREATE TABLE %s_plain WITH (%s) AS SELECT * FROM %s".formatted(name, properties, name));
        tables.setAutoIndexes(name, automatic);
        createIndex(name, "bloom", "id");
        createIndex(name, "ngram", "name");
        build(name);
        return name;
    }

    /** The engine keeps the plans of past queries. The metadata of a table with many snapshots may have many megabytes. */
    @Test
    public void testPlansOfPastQueriesHoldNoMetadata() throws JMException {
        String name = table("format = 'PARQUET'");
        for (int query = 0; query < 30; query++) {
            runner.execute(on, "SELECT id, n FROM lake.%s.%s WHERE n < 10 + %d".formatted(SCHEMA, name, query));
        }
        // the last queries may still be cleaned up
        assertEventually(
                new Duration(1, MINUTES),
                () -> assertThat(instances(SkippingIcebergMetadata.class)).isLessThan(10));
    }

    /** Returns the number of objects of a class that something refers to. */
    private static long instances(Class<?> type) throws JMException {
        String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        return histogram
                .lines()
                .map(line -> line.trim().split(" +"))
                .filter(columns -> columns.length > 3 && columns[3].equals(type.getName()))
                .mapToLong(columns -> Long.parseLong(columns[1]))
                .sum();
    }

    /** Statements on tables with a partition for each {@code part}, one after the other on the same table. */
    @DataProvider
    public Object[][] statements() {
        return new Object[][] {
            {
                List.of(
                        "DELETE FROM TABLE WHERE id = 300",
                        "DELETE FROM TABLE WHERE part = 1 AND id = 304",
                        "UPDATE TABLE SET name = name || '!' WHERE id IN (303, 306)",
                        "UPDATE TABLE SET part = 7 WHERE name LIKE '%9 of file 1'",
                        "MERGE INTO TABLE t USING (VALUES (BIGINT '309', 'new'), (1000000, 'inserted'), (301, 'gone')) AS s (id, name) ON t.id = s.id "
                                + "WHEN MATCHED AND s.name = 'gone' THEN DELETE WHEN MATCHED THEN UPDATE SET name = s.name "
                                + "WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.name, 0, 0)",
                        "MERGE INTO TABLE t USING TABLE s ON t.id = s.id + 3 AND s.name LIKE '%of file 1' WHEN MATCHED THEN UPDATE SET n = s.n",
                        "INSERT INTO TABLE SELECT id + 10000, name, part, n FROM TABLE WHERE id = 303",
                        "UPDATE TABLE SET id = id + 1 WHERE name LIKE '%of file 1' AND part = 0",
                        "DELETE FROM TABLE WHERE part = 1 AND name LIKE '%of file 2'",
                        "DELETE FROM TABLE WHERE name LIKE '%of file 1'",
                        "DELETE FROM TABLE WHERE part = 1",
                        "DELETE FROM TABLE")
            },
            {
                List.of(
                        "ANALYZE TABLE",
                        "DELETE FROM TABLE WHERE id = 300",
                        "ALTER TABLE TABLE EXECUTE optimize WHERE part = 1",
                        "UPDATE TABLE SET name = name || '!' WHERE id = 303",
                        "ALTER TABLE TABLE EXECUTE optimize",
                        "ALTER TABLE TABLE EXECUTE optimize_manifests",
                        "DELETE FROM TABLE WHERE id = 301",
                        "ALTER TABLE TABLE EXECUTE expire_snapshots(retention_threshold => '0s')",
                        "ALTER TABLE TABLE EXECUTE remove_orphan_files(retention_threshold => '0s')",
                        "INSERT INTO TABLE SELECT id + 10000, name, part, n FROM TABLE WHERE id = 303",
                        "TRUNCATE TABLE TABLE")
            },
            // conditions that statistics decide for whole files, so that scans would take them over
            {
                List.of(
                        "UPDATE TABLE SET name = 'in file 0' WHERE n < 1000",
                        "DELETE FROM TABLE WHERE n >= 2000 AND part = 1",
                        "DELETE FROM TABLE WHERE n >= 1000")
            },
        };
    }

    @Test(dataProvider = "statements")
    public void testTablesArePartitioned(List<String> statements) {
        assertSameEffects(table("partitioning = ARRAY['part']"), statements);
    }

    /** The format versions that this release creates, and deletes rows of. */
    @DataProvider
    public Object[][] formatVersions() {
        return IntStream.rangeClosed(2, IcebergFiles.NEWEST_FORMAT_VERSION)
                .mapToObj(version -> new Object[] {version})
                .toArray(Object[][]::new);
    }

    @Test(dataProvider = "formatVersions")
    public void testTablesAreNotPartitioned(int version) {
        String table = table("format = 'PARQUET', format_version = " + version);
        assertSameEffects(
                table,
                List.of(
                        "UPDATE TABLE SET name = name || '!' WHERE id IN (300, 301)",
                        "DELETE FROM TABLE WHERE name LIKE '%9 of file 1'",
                        "MERGE INTO TABLE t USING TABLE s ON t.id = s.id + 3 AND s.name LIKE '%of file 1' WHEN MATCHED THEN UPDATE SET n = s.n",
                        "DELETE FROM TABLE WHERE part = 1 AND id < 500",
                        "DELETE FROM TABLE WHERE id IN (502, 505, 2000)",
                        "ALTER TABLE TABLE EXECUTE optimize",
                        "DELETE FROM TABLE WHERE id = 303"));
        assertThatThrownBy(() -> runner.execute("ALTER TABLE %s EXECUTE optimize WHERE part = 1".formatted(table)))
                .hasMessageContaining("WHERE");
    }

    /** Tables of version 1 lose whole partitions only. */
    @Test
    public void testFormatVersion1() {
        String table = table("format_version = 1, partitioning = ARRAY['part']");
        assertPrunes("SELECT * FROM CATALOG.%s WHERE id = 300".formatted(table), 5);
        assertSameEffects(
                table,
                List.of(
                        "DELETE FROM TABLE WHERE part = 1",
                        "INSERT INTO TABLE SELECT id + 10000, name, part, n FROM TABLE WHERE id = 303",
                        "ALTER TABLE TABLE EXECUTE optimize"));
        for (String update : List.of("DELETE FROM TABLE WHERE id = 306", "UPDATE TABLE SET n = 1 WHERE id = 306")) {
            for (String catalog : List.of("lake.", "iceberg.")) {
                assertThatThrownBy(() ->
                                runner.execute(statement(update, table).replace(SCHEMA + ".", catalog + SCHEMA + ".")))
                        .hasMessageContaining("Iceberg table updates require at least format version 2");
            }
        }
        assertSameEffects(
                table,
                List.of(
                        "ALTER TABLE TABLE SET PROPERTIES format_version = 2",
                        "DELETE FROM TABLE WHERE id = 306",
                        "UPDATE TABLE SET n = 1 WHERE id = 312"));
    }

    private void assertSameReads(String table) {
        READS.forEach(query -> assertSameRows(query.formatted(table)));
    }

    private long count(String table) {
        return (long) rows("SELECT count_if(true) FROM " + table).getFirst().getField(0);
    }

    /** Creates a table with an index of all columns but {@code part}. */
    private String partlyIndexed() {
        String table = table("format = 'PARQUET'", false);
        createIndex(table, "minmax", "n");
        writeRows("INSERT INTO %s VALUES (7, 'name 9 of file 1', 1, 1003)".formatted(table));
        build(table);
        assertThat(rows("SELECT index_name FROM \"%s$indexes\" WHERE index_name LIKE '%%part%%'".formatted(table)))
                .isEmpty();
        return table;
    }

    /** Rows that an equality delete takes away are in no answer, no limit and no order. */
    @Test
    public void testEqualityDeletes() throws IOException {
        String table = partlyIndexed();
        Object before = rows("SELECT max_by(snapshot_id, committed_at) FROM \"%s$snapshots\"".formatted(table))
                .getFirst()
                .getField(0);
        long rows = count(table);
        Table library = IcebergLibrary.table(runner, table);

        // the least and the greatest values, which the index knows
        IcebergLibrary.deleteEqual(
                library, List.of(Map.of("n", 0L), Map.of("n", 1000L), Map.of("n", 2999L), Map.of("n", 77777L)));
        assertThat(count(table)).isEqualTo(rows - 3);
        assertSameReads(table);
        IcebergLibrary.deleteEqual(library, List.of(Map.of("id", 300L), Map.of("id", 301L)));
        IcebergLibrary.deleteEqual(library, List.of(Map.of("name", "name 9 of file 1", "part", 1L)));
        assertThat(count(table)).isEqualTo(rows - 7);
        assertSameReads(table);
        assertSameRows("SELECT * FROM CATALOG.%s FOR VERSION AS OF %s WHERE id IN (300, 301)".formatted(table, before));
        assertThat(metrics("SELECT * FROM %s WHERE id = 303".formatted(table)))
                .as("files with deletes are skipped like others")
                .containsEntry("skipping.objects.pruned", 2L);

        // rows that come later are not deleted
        writeRows("INSERT INTO %s VALUES (300, 'name 9 of file 1', 1, 2999)".formatted(table));
        assertSameReads(table);
        build(table);
        assertSameReads(table);
        assertThat(count(table)).isEqualTo(rows - 6);

        // the index does not have this column
        long ofPart = (long) rows("SELECT count_if(part = 1) FROM iceberg.%s.%s".formatted(SCHEMA, table))
                .getFirst()
                .getField(0);
        runner.execute("DELETE FROM %s WHERE id IN (300, 306) OR name = 'name 8 of file 2'".formatted(table));
        assertThat(count(table)).isEqualTo(rows - 9);
        assertSameReads(table);
        IcebergLibrary.deleteEqual(IcebergLibrary.table(runner, table), List.of(Map.of("part", 1L)));
        // the row of part 1 with the id 300 is gone already
        assertThat(count(table)).isEqualTo(rows - 9 - ofPart + 1);
        assertSameReads(table);
        runner.execute("UPDATE %s SET n = n + 1 WHERE id = 312".formatted(table));
        assertSameReads(table);
        runner.execute("ALTER TABLE %s EXECUTE optimize".formatted(table));
        build(table);
        assertSameReads(table);
    }

    /** An equality delete is for the files of one partition, or for all that its table has had in any. */
    @Test
    public void testEqualityDeletesOfPartitions() throws IOException {
        String table = partlyIndexed();
        runner.execute("ALTER TABLE %s SET PROPERTIES partitioning = ARRAY['part']".formatted(table));
        writeRows("INSERT INTO %1$s SELECT id, name, part, n FROM %1$s WHERE n >= 1000".formatted(table));
        build(table);
        Table library = IcebergLibrary.table(runner, table);
        long rows = count(table);
        IcebergLibrary.deleteEqual(library, Map.of("part", 1L), List.of(Map.of("n", 2001L), Map.of("n", 2002L)));
        assertThat(count(table)).as("in files of partition 1 only").isEqualTo(rows - 1);
        assertSameReads(table);
        IcebergLibrary.deleteEqual(library, List.of(Map.of("n", 2999L), Map.of("n", 2002L)));
        assertThat(count(table)).isEqualTo(rows - 5);
        assertSameReads(table);
        runner.execute("DELETE FROM %s WHERE n = 2003".formatted(table));
        assertThat(count(table)).isEqualTo(rows - 7);
        assertSameReads(table);
    }

    /** What a release makes of deletion vectors that another engine wrote, it makes of them in our catalog. */
    @Test
    public void testDeletionVectors() throws IOException {
        String table = table("format = 'PARQUET'");
        Table library = IcebergLibrary.table(runner, table);
        library.updateProperties().set(TableProperties.FORMAT_VERSION, "3").commit();
        assertSameReads(table);
        IcebergLibrary.deleteFirstRows(library, 10);
        build(table);
        for (String read : READS) {
            String query = read.formatted(table);
            assertThat(outcome(query.replace("CATALOG", "lake." + SCHEMA)))
                    .as(query)
                    .isEqualTo(outcome(query.replace("CATALOG", "iceberg." + SCHEMA)));
        }
        assertThat(outcome("DELETE FROM lake.%s.%s WHERE id = 300".formatted(SCHEMA, table)))
                .isEqualTo(outcome("DELETE FROM iceberg.%s.%s WHERE id = 303".formatted(SCHEMA, table)));
    }

    /** Returns the rows of a statement, or what it fails with. */
    private Object outcome(String statement) {
        try {
            List<MaterializedRow> rows = rows(statement);
            return statement.contains("ORDER BY") ? rows : HashMultiset.create(rows);
        } catch (RuntimeException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @DataProvider
    public Object[][] versionsWithLineage() {
        return IntStream.rangeClosed(3, IcebergFiles.NEWEST_FORMAT_VERSION)
                .mapToObj(version -> new Object[] {version})
                .toArray(Object[][]::new);
    }

    /** Rows keep their ids, whichever part of a file is read, and the index says nothing of these. */
    @Test(dataProvider = "versionsWithLineage")
    public void testRowLineage(int version) {
        for (int file = 0; file < 2; file++) {
            writeRows(
                    manyRowGroups(),
                    (file == 0
                                    ? "CREATE TABLE lineage WITH (format = 'PARQUET', format_version = %s) AS "
                                            .formatted(version)
                                    : "INSERT INTO lineage ")
                            + "SELECT i * 2 + %1$d AS id, i + %1$d * 4000 AS n FROM UNNEST(sequence(0, 3999)) AS t (i)"
                                    .formatted(file));
        }
        createIndex("lineage", "bloom", "id");
        createIndex("lineage", "minmax", "n");
        build("lineage");
        String ids = "SELECT \"$row_id\" FROM lake.%s.lineage WHERE id IN (3001, 6001) ORDER BY id".formatted(SCHEMA);
        List<MaterializedRow> before = rows(ids);
        assertSameLineage();
        runner.execute("UPDATE lineage SET n = n + 1 WHERE id IN (3001, 5000)");
        assertSameLineage();
        runner.execute("DELETE FROM lineage WHERE id IN (3003, 5002) OR n = 7999");
        assertSameLineage();
        build("lineage");
        assertSameLineage();
        assertThat(rows(ids)).isEqualTo(before);
        runner.execute("ALTER TABLE lineage EXECUTE optimize");
        build("lineage");
        assertSameLineage();
        assertThat(rows(ids)).isEqualTo(before);
    }

    private void assertSameLineage() {
        for (String query : List.of(
                "SELECT \"$row_id\", \"$last_updated_sequence_number\", id FROM CATALOG.lineage WHERE n BETWEEN 6500 AND 6510 OR id = 3001",
                "SELECT \"$row_id\", id FROM CATALOG.lineage WHERE \"$row_id\" BETWEEN 1500 AND 1510",
                "SELECT \"$row_id\", id FROM CATALOG.lineage WHERE \"$row_id\" BETWEEN 2400 AND 2600 AND n < 3000",
                "SELECT \"$row_id\", n FROM CATALOG.lineage WHERE n >= 4000",
                "SELECT \"$row_id\" FROM CATALOG.lineage ORDER BY \"$row_id\" DESC LIMIT 4",
                "SELECT \"$row_id\", n FROM CATALOG.lineage WHERE n >= 4000 ORDER BY n LIMIT 4",
                "SELECT count(*), min(\"$row_id\"), max(\"$row_id\"), max(\"$last_updated_sequence_number\") FROM CATALOG.lineage",
                "SELECT count(*) FROM CATALOG.lineage WHERE \"$row_id\" < 100 AND n >= 0",
                "SELECT count(*) FROM CATALOG.lineage WHERE \"$last_updated_sequence_number\" > 2")) {
            List<MaterializedRow> plain = assertSameAsPlain(query);
            assertThat(HashMultiset.create(local.rows(manyRowGroups(), query.replace("CATALOG", "lake." + SCHEMA))))
                    .as("in pieces, %s", query)
                    .isEqualTo(HashMultiset.create(plain));
        }
    }

    /** Runs each statement on both tables with an index that knows what the statements before it have left. */
    private void assertSameEffects(String table, List<String> statements) {
        for (String statement : statements) {
            runner.execute(statement(statement, table + "_plain").replace(SCHEMA + ".", "iceberg." + SCHEMA + "."));
            runner.execute(statement(statement, table));
            assertSame(table, statement);
            build(table);
        }
        assertSame(table, statements.getLast() + ", then a build");
    }

    private static String statement(String statement, String table) {
        return statement
                .replace("ALTER TABLE TABLE", "ALTER TABLE " + SCHEMA + "." + table)
                .replace("TRUNCATE TABLE TABLE", "TRUNCATE TABLE " + SCHEMA + "." + table)
                .replace("TABLE t ", SCHEMA + "." + table + " t ")
                .replace("TABLE s ", SCHEMA + "." + table + " s ")
                .replace("FROM TABLE", "FROM " + SCHEMA + "." + table)
                .replace("INTO TABLE", "INTO " + SCHEMA + "." + table)
                .replace("UPDATE TABLE", "UPDATE " + SCHEMA + "." + table)
                .replace("ANALYZE TABLE", "ANALYZE " + SCHEMA + "." + table);
    }

    /** Asks for all rows, and by conditions that the index decides, each of them in a scan of its own. */
    private void assertSame(String table, String after) {
        for (String query : List.of("SELECT * FROM TABLE", """
                SELECT 'all', count(*), sum(n) FROM TABLE
                UNION ALL SELECT name, id, n FROM TABLE WHERE id IN (300, 301, 303, 304, 309, 10303, 1000000)
                UNION ALL SELECT 'of file 1', count(*), 0 FROM TABLE WHERE name LIKE '%of file 1'
                UNION ALL SELECT 'of file 2', sum(n), 0 FROM TABLE WHERE part = 1 AND name LIKE '%of file 2'""")) {
            List<MaterializedRow> expected = rows(query.replace("TABLE", "iceberg." + SCHEMA + "." + table + "_plain"));
            assertThat(HashMultiset.create(rows(query.replace("TABLE", table))))
                    .as("%s after %s", query, after)
                    .isEqualTo(HashMultiset.create(expected));
        }
    }

    @DataProvider
    public Object[][] pruned() {
        return new Object[][] {
            {"DELETE FROM TABLE WHERE id = 300"},
            {"UPDATE TABLE SET n = -1 WHERE id = 306"},
            {"MERGE INTO TABLE t USING (VALUES BIGINT '312') AS s (id) ON t.id = s.id WHEN MATCHED THEN DELETE"},
        };
    }

    @Test(dataProvider = "pruned")
    public void testScansOfChangedTablesArePruned(String statement) {
        String table = table("partitioning = ARRAY['part']");
        assertThat(metrics(statement(statement, table)))
                .containsEntry("skipping.objects.considered", 6L)
                .containsEntry("skipping.objects.pruned", 5L);
    }

    /** OPTIMIZE deletes all files that were scanned, and would write those rows only that the scan gives. */
    @Test
    public void testOptimizeDoesNotFilter() {
        String table = table("partitioning = ARRAY['part']");
        for (String where : List.of("n >= 1000", "n >= 1000 AND part = 1", "n > 10000")) {
            assertThatThrownBy(() ->
                            runner.execute(on, statement("ALTER TABLE TABLE EXECUTE optimize WHERE " + where, table)))
                    .as(where)
                    .hasMessageContaining("WHERE");
        }
        assertSame(table, "optimize that was refused");
    }

    /** Had the scans of these statements taken over their filters, Iceberg would delete the other rows, too. */
    @Test
    public void testFilteredScansAreRefused() {
        runner.installPlugin(new FilteringIceberg());
        runner.createCatalog("filtering", FilteringIceberg.NAME, IcebergQueryRunner.properties(root));
        String table = table("partitioning = ARRAY['part']");
        String ofCatalog = "filtering.%s.%s".formatted(SCHEMA, table);
        assertThatThrownBy(() ->
                        runner.execute(on, "ALTER TABLE %s EXECUTE optimize WHERE n >= 1000".formatted(ofCatalog)))
                .hasMessageContaining("A table procedure can be restricted by partition columns only");
        String delete = "DELETE FROM %s WHERE n >= 1000".formatted(ofCatalog);
        assertThat((String) runner.execute(on, "EXPLAIN " + delete).getOnlyValue())
                .contains("filtered by the scan");
        runner.execute(on, delete);
        assertThat(rows("SELECT count(*), max(n) FROM iceberg.%s.%s".formatted(SCHEMA, table)))
                .containsExactly(new MaterializedRow(List.of(1000L, 999L)));
    }

    /** Statements that delete files which no snapshot has leave the index alone, and the next build those files out. */
    @Test
    public void testOrphanFiles() throws IOException {
        String table = table("format = 'PARQUET'");
        List<Path> index = files(indexFolder(table));
        for (String statement : List.of(
                "DELETE FROM TABLE WHERE id = 301",
                "ALTER TABLE TABLE EXECUTE optimize",
                "ALTER TABLE TABLE EXECUTE expire_snapshots(retention_threshold => '0s')",
                "ALTER TABLE TABLE EXECUTE remove_orphan_files(retention_threshold => '0s')")) {
            runner.execute(statement(statement, table));
        }
        assertThat(files(indexFolder(table))).isEqualTo(index);
        assertSameReads(table);
        build(table);
        assertSameReads(table);
        assertThat(rows("SELECT DISTINCT object FROM \"%s$index\"".formatted(table)))
                .hasSameSizeAs(tables.objects(table));
    }

    @Test
    public void testMetadataTables() {
        String table = table("partitioning = ARRAY['part']");
        runner.execute("DELETE FROM " + table + " WHERE id = 300");
        for (String view : List.of(
                "snapshots",
                "history",
                "manifests",
                "partitions",
                "files",
                "refs",
                "properties",
                "metadata_log_entries",
                "all_manifests",
                "entries",
                "all_entries")) {
            assertSameRows("SELECT * FROM CATALOG.\"%s$%s\"".formatted(table, view));
        }
        assertSameRows("SELECT \"$partition\", count(*) FROM CATALOG.%s WHERE id = 303 GROUP BY 1".formatted(table));
    }

    @Test
    public void testTableChanges() {
        String table = table("partitioning = ARRAY['part']");
        List<MaterializedRow> ids =
                rows("SELECT snapshot_id FROM \"%s$snapshots\" ORDER BY committed_at".formatted(table));
        String query = "SELECT count(*), sum(id) FROM TABLE(%s.system.table_changes('%s', '%s', %s, %s))";
        List<MaterializedRow> changes = rows(query.formatted(
                "lake", SCHEMA, table, ids.getFirst().getField(0), ids.getLast().getField(0)));
        assertThat(changes)
                .isEqualTo(rows(query.formatted(
                        "iceberg",
                        SCHEMA,
                        table,
                        ids.getFirst().getField(0),
                        ids.getLast().getField(0))));
        assertThat(changes.getFirst().getField(0)).isEqualTo(2_000L);
    }

    @Test
    public void testTablesThatAreRenamedKeepTheirIndex() {
        String table = table("format = 'PARQUET'");
        runner.execute("ALTER TABLE %s RENAME TO renamed".formatted(table));
        assertPrunes("SELECT * FROM CATALOG.renamed WHERE id = 303", 2);
        runner.execute("DROP TABLE renamed");
    }

    @Test
    public void testMaterializedViews() {
        String table = table("format = 'PARQUET'");
        String view = table + "_view";
        runner.execute("CREATE MATERIALIZED VIEW %s AS SELECT * FROM %s WHERE id = 303".formatted(view, table));
        writeRows("INSERT INTO %s VALUES (303, 'again', 0, 1)".formatted(table));
        // a second time it takes seconds, in which Iceberg looks for files that it has deleted: see TestIcebergBuild
        runner.execute("REFRESH MATERIALIZED VIEW " + view);
        assertThat(rows("SELECT count(*) FROM " + view).getFirst().getField(0)).isEqualTo(2L);
        runner.execute("DROP MATERIALIZED VIEW " + view);
    }
}
