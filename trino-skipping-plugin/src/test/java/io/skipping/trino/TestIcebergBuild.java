// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.trino.SkippingTestTables.BuildResult;
import io.trino.Session;
import io.trino.testing.MaterializedRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Table;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Builds summarise the data files of all snapshots of an Iceberg table, each once, and without what was deleted of it. */
public class TestIcebergBuild extends AbstractIcebergTest {
    private static final int ROWS = 3_000;

    /** Returns one worker: units of work, handles and splits of reading and writing are sent to it as JSON. */
    @Override
    protected int workers() {
        return 1;
    }

    @Override
    protected void createTables() {}

    private static String rows(int file) {
        return "SELECT i %% 10 * 10 + %1$d AS id, 'name ' || CAST(i AS varchar) || ' of file %1$d ' || to_hex(md5(to_utf8(CAST(i AS varchar)))) AS name, i %% 2 AS part FROM UNNEST(sequence(0, %2$d)) AS t (i)"
                .formatted(file, ROWS - 1);
    }

    private void create(String table, String properties, int files) {
        for (int file = 0; file < files; file++) {
            runner.execute(
                    manyRowGroups(),
                    file == 0
                            ? "CREATE TABLE %s WITH (%s) AS %s".formatted(table, properties, rows(0))
                            : "INSERT INTO %s %s".formatted(table, rows(file)));
        }
        createIndex(table, "values", "id");
    }

    private long count(String query) {
        return (long) value(query);
    }

    @Test
    public void testFilesAreSummarisedOnce() {
        create("once", "format = 'PARQUET'", 3);
        BuildResult first = build("once");
        assertThat(first.planned()).isEqualTo(3);
        assertThat(first.current()).isZero();
        assertThat(first.done()).isEqualTo(3);
        assertThat(first.rows()).isEqualTo(3 * ROWS);
        assertThat(first.ranges()).isGreaterThan(3);

        BuildResult second = build("once");
        assertThat(second.planned()).isZero();
        assertThat(second.current()).isEqualTo(3);

        runner.execute("INSERT INTO once " + rows(3));
        BuildResult third = build("once");
        assertThat(third.planned()).isEqualTo(1);
        assertThat(third.current()).isEqualTo(3);
    }

    /** Files that must not be summarised do not keep the others from it. */
    @Test
    public void testEncryptedFiles() {
        create("failing", "format = 'PARQUET'", 2);
        String path = (String) value("SELECT max(\"$path\") FROM failing");
        Table table = IcebergLibrary.table(runner, "failing");
        table.newAppend()
                .appendFile(DataFiles.builder(table.spec())
                        .withPath(path + ".encrypted.parquet")
                        .withFormat(FileFormat.PARQUET)
                        .withFileSizeInBytes(1_000)
                        .withRecordCount(1)
                        .withEncryptionKeyMetadata(ByteBuffer.wrap(new byte[] {1}))
                        .build())
                .commit();
        BuildResult built = tables.buildAsIs("failing", "4kB");
        assertThat(built.planned()).isEqualTo(3);
        assertThat(built.done()).isEqualTo(2);
        assertThat(built.failed()).isEqualTo(1);
        assertThat(count("SELECT count(DISTINCT object) FROM \"failing$index\""))
                .isEqualTo(2);
    }

    @Test
    public void testViews() {
        create("viewed", "format = 'PARQUET'", 2);
        long ranges = build("viewed").ranges();
        assertThat(count("SELECT count(DISTINCT (object, range_start)) FROM \"viewed$index\""))
                .isEqualTo(ranges);
        assertThat(
                        count(
                                "SELECT sum(row_count) FROM (SELECT DISTINCT object, range_start, row_count FROM \"viewed$index\")"))
                .isEqualTo(2 * ROWS);
        assertThat(count("SELECT count(*) FROM \"viewed$indexes\" WHERE index_name = 'values(id)'"))
                .isEqualTo(1);
        // columns are kept under other names than those that are shown
        assertThat(
                        rows(
                                "SELECT DISTINCT objects_indexed, objects_total, objects_stale, bytes_indexed = bytes_total FROM \"viewed$indexes\""))
                .containsExactly(new MaterializedRow(List.of(2L, 2L, 0L, true)));
        assertThat(count("SELECT count(*) FROM \"viewed$objects\"")).isEqualTo(2);
        assertThat(rows("SELECT * FROM \"viewed$vacuum\"")).isNotNull();
        assertThat(rows("SELECT * FROM \"viewed$scans\"")).hasSize(1);
        assertThatThrownBy(() -> runner.execute("SELECT * FROM \"missing$index\""))
                .hasMessageContaining("does not exist");
        // Iceberg's own remain
        assertThat(count("SELECT count(*) FROM \"viewed$files\"")).isEqualTo(2);
    }

    /** A summary is of the file alone; deletes only take rows away. */
    @Test
    public void testDeletedRowsAreSummarised() {
        create("deleted", "format = 'PARQUET'", 2);
        runner.execute("DELETE FROM deleted WHERE id % 3 = 0");
        BuildResult built = build("deleted");
        assertThat(built.rows()).isEqualTo(2 * ROWS);
        runner.execute("DELETE FROM deleted WHERE id % 5 = 0");
        assertThat(build("deleted").planned()).isZero();
        assertPrunes("SELECT * FROM CATALOG.deleted WHERE id = 71", 1);
        assertPrunes("SELECT * FROM CATALOG.deleted WHERE id = 60", 1);
    }

    @Test
    public void testFilesOfAllSnapshots() {
        create("snapshots", "format = 'PARQUET', partitioning = ARRAY['part']", 2);
        runner.execute("DELETE FROM snapshots WHERE part = 1");
        assertThat(build("snapshots").planned())
                .as("two files of each partition")
                .isEqualTo(4);
        long first = count("SELECT snapshot_id FROM \"snapshots$snapshots\" ORDER BY committed_at LIMIT 1");
        assertThat(count("SELECT count(*) FROM snapshots FOR VERSION AS OF %s WHERE id = 30".formatted(first)))
                .isEqualTo(ROWS / 10);
        assertSameRows("SELECT * FROM CATALOG.snapshots FOR VERSION AS OF %s WHERE id IN (30, 41)".formatted(first));
        assertSameRows("SELECT * FROM CATALOG.snapshots WHERE id IN (30, 31, 41)");

        runner.execute("ALTER TABLE snapshots EXECUTE expire_snapshots(retention_threshold => '0s')");
        BuildResult built = build("snapshots");
        assertThat(built.planned()).isZero();
        assertThat(built.current())
                .as("files of snapshots that have expired are gone")
                .isEqualTo(2);
        assertThat(count("SELECT count(DISTINCT object) FROM \"snapshots$index\""))
                .isEqualTo(2);
    }

    /** Checks that vacuum deletes what the index keeps of files that have expired, and nothing else. */
    @Test
    public void testVacuumAfterExpiry() throws IOException {
        create("expired", "format = 'PARQUET'", 2);
        build("expired");
        List<Path> before = segments("expired");
        assertThat(before).isNotEmpty();
        // all files are written anew
        runner.execute("UPDATE expired SET name = upper(name)");
        runner.execute("ALTER TABLE expired EXECUTE optimize");
        runner.execute("ALTER TABLE expired EXECUTE expire_snapshots(retention_threshold => '0s')");
        build("expired");
        runner.execute("CALL lake.system.vacuum_index('%s', 'expired', '0s')".formatted(SCHEMA));
        assertThat(segments("expired")).isNotEmpty().doesNotContainAnyElementsOf(before);
        String query = "SELECT * FROM CATALOG.expired WHERE id IN (30, 41)";
        assertThat(metricsOfSameRows(query))
                .containsEntry("skipping.objects.unindexed", 0L)
                .containsEntry("skipping.lookup.failures", 0L);
    }

    private List<Path> segments(String table) throws IOException {
        return files(indexFolder(table).resolve("segments"));
    }

    /** The engine may read a bucket of both tables in one place, by the buckets that splits say they are of. */
    @Test
    public void testBucketedTables() {
        for (String table : List.of("buckets", "other_buckets")) {
            create(table, "format = 'PARQUET', partitioning = ARRAY['bucket(id, 4)']", 2);
            createIndex(table, "minmax", "name");
            build(table);
        }
        Session bucketed = Session.builder(manyRowGroups())
                .setCatalogSessionProperty("lake", "bucket_execution_enabled", "true")
                .build();
        for (String query : List.of(
                "SELECT a.id, count(*) FROM CATALOG.buckets a JOIN CATALOG.other_buckets b ON a.id = b.id AND a.name = b.name WHERE a.name < 'name 2' AND b.name > 'name 1' GROUP BY a.id",
                "SELECT id, count(*), max(name) FROM CATALOG.buckets WHERE name BETWEEN 'name 10' AND 'name 19' GROUP BY id",
                "SELECT id FROM CATALOG.buckets WHERE name LIKE 'name 12%' INTERSECT SELECT id FROM CATALOG.other_buckets WHERE id < 50")) {
            assertThat(metricsOfSameRows(bucketed, query).get("skipping.ranges.pruned"))
                    .as(query)
                    .isPositive();
        }
    }

    /** Checks that publication writes what is known, and that the next build finds the same files with it. */
    @Test
    public void testKnownSnapshots() throws IOException {
        create("rounds", "format = 'PARQUET'", 2);
        assertThat(newestManifest("rounds")).doesNotContain("\"snapshots\"");
        build("rounds");
        assertKnown("rounds");
        assertThat(build("rounds").current()).as("nothing new").isEqualTo(2);

        runner.execute("INSERT INTO rounds " + rows(2));
        BuildResult built = build("rounds");
        assertThat(built.planned()).isEqualTo(1);
        assertThat(built.current()).isEqualTo(2);
        assertKnown("rounds");

        createIndex("rounds", "minmax", "name");
        assertKnown("rounds");
        assertThat(build("rounds").planned()).as("files that lack an index").isEqualTo(3);
        runner.execute("ALTER TABLE rounds EXECUTE expire_snapshots(retention_threshold => '0s')");
        built = build("rounds");
        assertThat(built.planned()).isZero();
        assertThat(built.current()).isEqualTo(3);
        assertKnown("rounds");
        assertSameRows("SELECT * FROM CATALOG.rounds WHERE id IN (30, 42)");
    }

    private void assertKnown(String table) throws IOException {
        String manifest = newestManifest(table);
        Matcher known = Pattern.compile("\"snapshots\":\\[([-0-9,]+)]").matcher(manifest);
        assertThat(known.find()).as(manifest).isTrue();
        assertThat(Stream.of(known.group(1).split(",")).map(Long::valueOf))
                .containsExactlyInAnyOrderElementsOf(
                        rows("SELECT snapshot_id FROM \"%s$snapshots\"".formatted(table)).stream()
                                .map(row -> (Long) row.getField(0))
                                .toList());
    }

    private String newestManifest(String table) throws IOException {
        return Files.readString(files(indexFolder(table).resolve("manifests")).getLast());
    }

    @DataProvider
    public Object[][] formats() {
        return new Object[][] {{"PARQUET"}, {"ORC"}, {"AVRO"}};
    }

    @Test(dataProvider = "formats")
    public void testFormats(String format) {
        String table = "format_" + format.toLowerCase(java.util.Locale.ENGLISH);
        create(table, "format = '%s'".formatted(format), 3);
        BuildResult built = build(table);
        assertThat(built.done()).isEqualTo(3);
        assertThat(built.rows()).isEqualTo(3 * ROWS);
        assertPrunes("SELECT * FROM CATALOG.%s WHERE id = 51".formatted(table), 2);
        assertPrunes("SELECT * FROM CATALOG.%s WHERE id = 7".formatted(table), 3);
    }

    @Test
    public void testEmptyTable() {
        runner.execute("CREATE TABLE empty (id bigint)");
        BuildResult built = build("empty");
        assertThat(built.planned()).isZero();
        assertSameRows("SELECT * FROM CATALOG.empty WHERE id = 1");
    }

    /** Files are read without their partition specs. */
    @Test
    public void testPartitionsThatChange() {
        create("respecified", "format = 'PARQUET', partitioning = ARRAY['part']", 1);
        runner.execute("ALTER TABLE respecified SET PROPERTIES partitioning = ARRAY['bucket(id, 2)']");
        runner.execute("INSERT INTO respecified " + rows(1));
        BuildResult built = build("respecified");
        assertThat(built.rows()).isEqualTo(2 * ROWS);
        assertSameRows("SELECT * FROM CATALOG.respecified WHERE id IN (30, 41) AND part = 0");
        assertSameRows("SELECT part, count(*) FROM CATALOG.respecified WHERE part IN (0, 1) GROUP BY part");
    }

    @Test
    public void testProceduresOfAnIndex() throws IOException {
        create("managed", "format = 'PARQUET'", 2);
        build("managed");
        Path folder = indexFolder("managed");
        List<Path> files = files(folder);
        assertThat(files).isNotEmpty();
        runner.execute("ALTER TABLE managed EXECUTE remove_orphan_files(retention_threshold => '0s')");
        assertThat(files(folder))
                .as("files of the index after orphan files were removed")
                .isEqualTo(files);
        runner.execute("CALL lake.system.vacuum_index('%s', 'managed', '0s')".formatted(SCHEMA));
        assertPrunes("SELECT * FROM CATALOG.managed WHERE id = 51", 1);

        runner.execute("CALL lake.system.drop_index('%s', 'managed', 'values', ARRAY['id'])".formatted(SCHEMA));
        build("managed");
        assertThatThrownBy(() -> runner.execute(
                        "CALL lake.system.create_index('%s', 'managed', 'bloom', ARRAY['missing'])".formatted(SCHEMA)))
                .hasMessageContaining("'missing' is neither a data column");
        assertThatThrownBy(() -> tables.buildAsIs("missing", "4kB")).hasMessageContaining("missing");
    }

    /** An index may outlive its table, and the folder of the table has nothing else then. */
    @Test
    public void testTableWhereAnIndexWasLeft() throws IOException {
        Path index = Files.createDirectories(root.resolve("of_others/_skipping/iceberg.dropped/manifests"));
        Files.writeString(index.resolve("1.json"), "{}");
        String create =
                "CREATE TABLE %s." + SCHEMA + ".beside WITH (location = 'local:///of_others') AS SELECT 1 AS id";
        assertThatThrownBy(() -> runner.execute(create.formatted("iceberg")))
                .hasMessageContaining("non-empty location");
        runner.execute(create.formatted("lake"));
        assertThat(build("beside").done()).isEqualTo(1);
        assertSameRows("SELECT * FROM CATALOG.beside WHERE id = 1");
    }

    /** The storage table of a materialized view is indexed by its name, and queries of the view skip its files. */
    @Test
    public void testMaterializedViews() {
        runner.execute(
                "CREATE TABLE source AS SELECT i * 2 AS id, i % 7 AS part FROM UNNEST(sequence(1, 2000)) AS t (i)");
        runner.execute("CREATE MATERIALIZED VIEW kept AS SELECT * FROM source");
        runner.execute("REFRESH MATERIALIZED VIEW kept");
        String storage = "kept$materialized_view_storage";
        createIndex(storage, "bloom", "id");
        assertThat(build(storage).done()).isEqualTo(1);
        assertPrunes("SELECT * FROM CATALOG.kept WHERE id = 1001", 1);

        // a refresh that writes all anew deletes the files of the one before
        for (String change :
                List.of("INSERT INTO source VALUES (1, 1), (3999, 1)", "DELETE FROM source WHERE id = 6")) {
            runner.execute(change);
            runner.execute("REFRESH MATERIALIZED VIEW kept");
            assertSameRows("SELECT * FROM CATALOG.kept WHERE id IN (1, 2, 6)");
            assertThat(build(storage).done()).as("new files after %s", change).isPositive();
            Map<String, Long> metrics =
                    metricsOfSameRows(manyRowGroups(), "SELECT * FROM CATALOG.kept WHERE id = 1001");
            assertThat(metrics.get("skipping.objects.considered")).isPositive();
            assertThat(metrics).containsEntry("skipping.objects.pruned", metrics.get("skipping.objects.considered"));
            assertSameRows("SELECT * FROM CATALOG.kept WHERE id IN (1, 2, 6)");
        }
    }
}
