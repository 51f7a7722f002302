// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static io.skipping.trino.WrittenObjects.literal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.KdTreeModel;
import io.skipping.partitioner.Keys;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.ModelJson;
import io.skipping.partitioner.command.PartitionerCommand;
import io.trino.Session;
import io.trino.testing.MaterializedRow;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tables that are laid out anew under the eyes of their readers, by the partitioner's command and by the procedures that it calls. */
@Test(singleThreaded = true, groups = "servers")
public class TestRewrite extends AbstractLakeTest {
    private static final int INSERTS = 4;
    private static final LayoutModel PLACES = quarters();
    private static final LayoutModel CITIES = new KdTreeModel.Builder(
                    List.of(new Column("city", ColumnType.VARCHAR)), 2)
            .cut(0, "city 3".getBytes(StandardCharsets.UTF_8))
            .leaf(0)
            .leaf(1)
            .build();

    private Path models;
    private volatile Consumer<String> beforeChanging = _ -> {};
    private volatile Consumer<String> afterReplacing = _ -> {};

    private static LayoutModel quarters() {
        KdTreeModel.Builder tree = new KdTreeModel.Builder(
                List.of(new Column("x", ColumnType.DOUBLE), new Column("y", ColumnType.DOUBLE)), 4);
        tree.cut(0, Keys.ofDouble(0));
        tree.cut(1, Keys.ofDouble(0)).leaf(0).leaf(1);
        return tree.cut(1, Keys.ofDouble(0)).leaf(2).leaf(3).build();
    }

    @Override
    protected Map<String, String> lakeProperties() {
        return Map.of("hive.allow-register-partition-procedure", "true");
    }

    @Override
    protected void createTables() throws IOException {
        models = Files.createTempDirectory("models");
        runner.installPlugin(
                new ManagingConnector(table -> beforeChanging.accept(table), table -> afterReplacing.accept(table)));
        SkippingQueryRunner.createLake(runner, "managing", ManagingConnector.NAME, root, Map.of());
        SkippingQueryRunner.createLake(
                runner, "caching", ManagingConnector.NAME, root, Map.of("hive.metastore-cache-ttl", "1h"));
        Files.writeString(models.resolve("places.json"), ModelJson.write(PLACES));
        Files.writeString(models.resolve("cities.json"), ModelJson.write(CITIES));
        runner.execute("""
                CREATE TABLE points WITH (format = 'PARQUET') AS
                SELECT n AS id,
                       IF(n % 50 = 0, NULL, CAST((n * 7919) % 120 - 60 AS double)) AS x,
                       CAST((n * 104729) % 110 - 55 AS double) AS y,
                       'city ' || CAST((n * 31) % 6 AS varchar) AS city,
                       IF(n % 3 = 0, NULL, DATE '2026-01-01' + (n % 3) * INTERVAL '1' DAY) AS day
                FROM UNNEST(sequence(1, 4000)) AS t(n)
                """);
        runner.execute(
                "CREATE TABLE texts WITH (format = 'PARQUET') AS SELECT CAST(id AS varchar) AS id, city FROM points");
    }

    /** A table of rows as they came, in several objects. */
    private void arrive(String table, String properties, String source) {
        runner.execute(
                "CREATE TABLE %s WITH (%s) AS SELECT * FROM %s WITH NO DATA".formatted(table, properties, source));
        for (int part = 0; part < INSERTS; part++) {
            writeRows("INSERT INTO %s SELECT * FROM %s WHERE CAST(id AS bigint) %% %s = %s"
                    .formatted(table, source, INSERTS, part));
        }
    }

    private record Run(int exitCode, String out, String err) {}

    /** Of a table that is managed. */
    private Run rewrite(String table, String... options) {
        return run("managing", table, options);
    }

    private Run rewriteExternal(String table, String... options) {
        return run("lake", table, options);
    }

    private Run run(String catalog, String table, String... options) {
        List<String> arguments = new ArrayList<>(List.of(
                "rewrite",
                "--server=" + runner.getCoordinator().getBaseUrl(),
                "--catalog=" + catalog,
                "--table=test." + table));
        arguments.addAll(List.of(options));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = PartitionerCommand.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(String[]::new));
        return new Run(exitCode, out.toString(), err.toString());
    }

    private Run rewritten(String table, String... options) {
        return succeeded(rewrite(table, options));
    }

    private static Run succeeded(Run run) {
        assertThat(run.exitCode()).as("%s %s", run.err(), run.out()).isZero();
        return run;
    }

    private String places() {
        return "--model=" + models.resolve("places.json");
    }

    private Multiset<MaterializedRow> rowsOf(String table) {
        return HashMultiset.create(rows("SELECT * FROM " + table));
    }

    private List<String> stagingTables(String table) {
        return rows("SHOW TABLES LIKE '\\_skipping\\_rewrite\\_%s\\_%%' ESCAPE '\\'".formatted(table)).stream()
                .map(row -> (String) row.getField(0))
                .toList();
    }

    private Set<String> folders(List<String> paths) {
        return paths.stream()
                .map(path -> path.substring(0, path.lastIndexOf('/')))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private boolean exists(String location) {
        return Files.exists(file(location));
    }

    private Path file(String location) {
        return root.resolve(location.replaceFirst("local:///", ""));
    }

    @DataProvider
    public Object[][] formats() {
        return new Object[][] {{"TEXTFILE"}, {"CSV"}, {"JSON"}, {"PARQUET"}, {"ORC"}, {"AVRO"}};
    }

    @Test(dataProvider = "formats")
    public void testTableIsLaidOutAnew(String format) {
        boolean csv = format.equals("CSV");
        String table = "rewritten_" + format.toLowerCase(Locale.ENGLISH);
        arrive(table, "format = '%s'".formatted(format), csv ? "texts" : "points");
        Multiset<MaterializedRow> before = rowsOf(table);
        List<String> oldPaths = new WrittenObjects(runner, table).paths();

        Run run = rewritten(
                table,
                csv ? "--model=" + models.resolve("cities.json") : places(),
                csv ? "--sort=id" : "--sort=day,id");

        assertThat(run.out()).startsWith("test.%s: 4,000 rows are now in %s objects; ".formatted(table, csv ? 2 : 4));
        assertThat(rowsOf(table)).isEqualTo(before);
        assertThat(HashMultiset.create(rows("SELECT * FROM hive.test." + table)))
                .as("as the stock connector sees it")
                .isEqualTo(before);
        WrittenObjects objects = new WrittenObjects(runner, table);
        objects.assertOneObjectAPartition(csv ? CITIES : PLACES);
        objects.assertSortedInside(csv ? "id" : "day");
        assertThat(objects.paths()).doesNotContainAnyElementsOf(oldPaths).hasSize(csv ? 2 : 4);

        rewritten(table, "--finish", "--older-than=1h");
        assertThat(oldPaths).as("old objects, which queries may read yet").allMatch(this::exists);
        assertThat(rowsOf(stagingTables(table).getFirst()))
                .as("old rows, in the staging table")
                .isEqualTo(before);
        rewritten(table, "--finish", "--older-than=0s", "--dry-run");
        assertThat(oldPaths).allMatch(this::exists);
        Run finished = rewritten(table, "--finish", "--older-than=0s");
        assertThat(finished.out()).contains("nothing is left of its rewrites");
        assertThat(oldPaths).as("old objects").noneMatch(this::exists);
        assertThat(stagingTables(table)).isEmpty();
        assertThat(rowsOf(table)).isEqualTo(before);
        assertThat(exists(folders(objects.paths()).iterator().next())).isTrue();
    }

    @DataProvider
    public Object[][] formatsOfFineTimestamps() {
        return new Object[][] {{"TEXTFILE"}, {"JSON"}, {"PARQUET"}, {"ORC"}};
    }

    @Test(dataProvider = "formatsOfFineTimestamps")
    public void testTimestampsAreNotRounded(String format) {
        String table = "fine_" + format.toLowerCase(Locale.ENGLISH);
        Session nanoseconds = Session.builder(runner.getDefaultSession())
                .setCatalogSessionProperty("lake", "timestamp_precision", "NANOSECONDS")
                .build();
        writeRows(nanoseconds, """
                CREATE TABLE %s WITH (format = '%s') AS
                SELECT id, x, y, TIMESTAMP '2026-01-01 12:00:00.123456789' AS t, map(ARRAY[city, 'a'], ARRAY['a', city]) AS m
                FROM points""".formatted(table, format));
        rewritten(table, places());
        assertThat(runner.execute(
                                nanoseconds,
                                "SELECT count(*), max(CAST(t AS varchar)), min(CAST(t AS varchar)) FROM " + table)
                        .getMaterializedRows())
                .singleElement()
                .extracting(MaterializedRow::getFields)
                .isEqualTo(List.of(4000L, "2026-01-01 12:00:00.123456789", "2026-01-01 12:00:00.123456789"));
    }

    /** Trino's writer of Avro fails at the finest precision. */
    @Test
    public void testTimestampsOfAvro() {
        writeRows("""
                CREATE TABLE avro_times WITH (format = 'AVRO') AS
                SELECT id, x, y, TIMESTAMP '2026-01-01 12:00:00.123' AS t, ARRAY[TIMESTAMP '1969-12-31 23:59:59.999'] AS a
                FROM points""");
        Multiset<MaterializedRow> before = rowsOf("avro_times");
        rewritten("avro_times", places());
        assertThat(rowsOf("avro_times")).isEqualTo(before).hasSize(4000);
    }

    /** A partition keeps its format when the table gets another one, and the rewrite writes that of the table. */
    @Test
    public void testNanosecondsInATableOfAvroStopTheRewrite() throws IOException {
        Session nanoseconds = Session.builder(runner.getDefaultSession())
                .setCatalogSessionProperty("lake", "timestamp_precision", "NANOSECONDS")
                .build();
        String properties =
                "format = '%1$s', partitioned_by = ARRAY['p'], external_location = 'local:///data/%2$s/table'";
        writeRows(nanoseconds, """
                CREATE TABLE parquet_nanos WITH (%s) AS
                SELECT id, x, y, TIMESTAMP '2026-01-01 23:59:59.999999999' AS t, 'a' AS p FROM points""".formatted(properties.formatted("PARQUET", "parquet_nanos")));
        runner.execute("CREATE TABLE avro_nanos WITH (%s) AS SELECT * FROM parquet_nanos WITH NO DATA"
                .formatted(properties.formatted("AVRO", "avro_nanos")));
        Path schema = root.resolve("metastore").resolve(SkippingQueryRunner.SCHEMA);
        CopiedFolder.copy(
                schema.resolve("parquet_nanos").resolve("p=a"),
                schema.resolve("avro_nanos").resolve("p=a"));
        String values = "SELECT count(*), min(CAST(t AS varchar)) FROM avro_nanos";
        List<Object> before = List.of(4000L, "2026-01-01 23:59:59.999999999");
        assertThat(runner.execute(nanoseconds, values).getMaterializedRows())
                .singleElement()
                .extracting(MaterializedRow::getFields)
                .isEqualTo(before);

        Run run = rewrite("avro_nanos", places());
        assertThat(run.exitCode()).as(run.out()).isEqualTo(1);
        assertThat(run.err()).contains("the values of t would not stay the same", "nothing was swapped");
        assertThat(runner.execute(nanoseconds, values).getMaterializedRows())
                .singleElement()
                .extracting(MaterializedRow::getFields)
                .isEqualTo(before);
    }

    @Test
    public void testTimestampsBesideATimestampKeyAreRefused() {
        runner.execute("""
                CREATE TABLE timestamp_keys WITH (format = 'ORC', partitioned_by = ARRAY['k'],
                    external_location = 'local:///data/timestamp_keys/table') AS
                SELECT id, x, y, TIMESTAMP '2026-01-01 00:00:00.001' AS t, TIMESTAMP '2026-01-01 00:00:00.000' AS k
                FROM points""");
        Run run = rewriteExternal("timestamp_keys", places(), "--move-external");
        assertThat(run.exitCode()).as(run.out()).isNotZero();
        assertThat(run.err()).contains("partitioned by a timestamp", "column t");
    }

    @Test
    public void testValuesThatTheFormatCannotWriteStopTheRewrite() throws IOException {
        Path folder = Files.createDirectories(root.resolve("data/backslashes/table"));
        Files.writeString(folder.resolve("rows.csv"), "\"1\",\"C:\\\\temp\"\n\"2\",\"city 3\"\n");
        runner.execute("CREATE TABLE backslashes (id varchar, city varchar) WITH (format = 'CSV',"
                + " external_location = 'local:///data/backslashes/table')");
        Multiset<MaterializedRow> before = rowsOf("backslashes");
        assertThat(rows("SELECT city FROM backslashes WHERE id = '1'"))
                .singleElement()
                .extracting(row -> row.getField(0))
                .isEqualTo("C:\\temp");
        List<String> paths = new WrittenObjects(runner, "backslashes").paths();

        Run run = rewrite("backslashes", "--model=" + models.resolve("cities.json"));
        assertThat(run.exitCode()).as(run.out()).isEqualTo(1);
        assertThat(run.err())
                .contains("the values of city would not stay the same", "nothing was swapped")
                .contains("What it had written was removed");
        assertThat(rowsOf("backslashes")).isEqualTo(before);
        assertThat(new WrittenObjects(runner, "backslashes").paths()).isEqualTo(paths);
        assertNothingIsLeft("backslashes", folder);
    }

    @Test
    public void testIndexIsThereBeforeTheSwap() {
        arrive("indexed", "format = 'ORC'", "points");
        tables.setAutoIndexes("indexed", false);
        runner.execute("CALL lake.system.create_index('test', 'indexed', 'minmax', ARRAY['x'])");
        runner.execute("CALL lake.system.create_index('test', 'indexed', 'minmax', ARRAY['y'])");
        assertThat(tables.build("indexed", "1MB").failed()).isZero();
        String query =
                "SELECT count(*), sum(id) FROM CATALOG.indexed WHERE x BETWEEN 10 AND 12 AND y BETWEEN 10 AND 40";
        assertSameRows(query);
        String ofLake = query.replace("CATALOG", "lake.test");
        assertThat(tables.metric(ofLake, "skipping.objects.pruned"))
                .as("what came at any time may be anywhere")
                .isZero();

        rewritten("indexed", places(), "--sort=x");
        assertSameRows(query);
        assertThat(tables.metrics(runner.getDefaultSession(), ofLake))
                .as("of four objects, one holds such rows")
                .containsEntry("skipping.objects.considered", 4L)
                .containsEntry("skipping.objects.pruned", 3L)
                .containsEntry("skipping.objects.unindexed", 0L);
        assertThat(rows("SELECT DISTINCT requested, index_type FROM \"indexed$indexes\""))
                .as("what was asked for of the table is asked for still")
                .singleElement()
                .extracting(MaterializedRow::getFields)
                .isEqualTo(List.of(true, "minmax"));
        rewritten("indexed", "--finish", "--older-than=0s");
        assertSameRows(query);
        assertThat(tables.metric(ofLake, "skipping.objects.pruned")).isEqualTo(3);
    }

    @Test
    public void testIndexesOfDroppedAndRenamedColumnsAreNotWaitedFor() {
        arrive("evolved", "format = 'ORC'", "points");
        runner.execute("CALL lake.system.create_index('test', 'evolved', 'values', ARRAY['day'])");
        assertThat(tables.build("evolved", "1MB").failed()).isZero();
        runner.execute("ALTER TABLE evolved DROP COLUMN day");
        runner.execute("ALTER TABLE evolved RENAME COLUMN city TO town");
        assertThat(tables.build("evolved", "1MB").failed()).isZero();
        Multiset<MaterializedRow> before = rowsOf("evolved");

        rewritten("evolved", places());
        assertThat(rowsOf("evolved")).isEqualTo(before);
        assertThat(rows("SELECT index_name FROM \"evolved$indexes\" WHERE objects_indexed < objects_total"))
                .as("what was requested stays so, until somebody drops it")
                .singleElement()
                .extracting(row -> row.getField(0))
                .isEqualTo("values(day)");
        assertThat(tables.metric(
                        "SELECT count(*) FROM lake.test.evolved WHERE x > 0 AND y > 0 AND town <> ''",
                        "skipping.objects.pruned"))
                .as("of four objects, one holds such rows")
                .isEqualTo(3);
    }

    private void arriveInPartitions(String table) {
        // the file metastore would have partitions of managed tables nowhere else
        arrive(
                table,
                "format = 'PARQUET', partitioned_by = ARRAY['day'], external_location = 'local:///data/%s/table'"
                        .formatted(table),
                "points");
    }

    @Test
    public void testPartitionIsLaidOutAnew() {
        arriveInPartitions("by_day");
        assertThat(tables.build("by_day", "1MB").failed()).isZero();
        Multiset<MaterializedRow> before = rowsOf("by_day");
        Set<String> oldFolders = folders(new WrittenObjects(runner, "by_day").paths());
        assertThat(rewriteExternal("by_day", places(), "--partition=day=2026-01-02")
                        .err())
                .contains("it is external", "--move-external");

        succeeded(rewriteExternal("by_day", places(), "--sort=id", "--partition=day=2026-01-02", "--move-external"));
        assertThat(rowsOf("by_day")).isEqualTo(before);
        Set<String> newFolders = folders(new WrittenObjects(runner, "by_day").paths());
        assertThat(newFolders).hasSameSizeAs(oldFolders);
        newFolders.removeAll(oldFolders);
        assertThat(newFolders).singleElement().asString().endsWith("/day=2026-01-02");
        String query =
                "SELECT count(*), sum(id) FROM CATALOG.by_day WHERE x BETWEEN 10 AND 12 AND y BETWEEN 10 AND 40 AND day = DATE '2026-01-02'";
        assertSameRows(query);
        assertThat(tables.metrics(runner.getDefaultSession(), query.replace("CATALOG", "lake.test")))
                .containsEntry("skipping.objects.considered", 4L)
                .containsEntry("skipping.objects.pruned", 3L)
                .containsEntry("skipping.objects.unindexed", 0L);

        succeeded(rewriteExternal("by_day", places(), "--sort=id", "--move-external"));
        assertThat(rowsOf("by_day")).as("all partitions, and that of NULL").isEqualTo(before);
        WrittenObjects objects = new WrittenObjects(runner, "by_day");
        objects.assertOneObjectAPartition(PLACES);
        objects.assertSortedInside("id");
        assertThat(folders(objects.paths()))
                .doesNotContainAnyElementsOf(oldFolders)
                .hasSize(3);
        succeeded(rewriteExternal("by_day", "--finish", "--older-than=0s"));
        assertThat(rowsOf("by_day")).isEqualTo(before);
        assertThat(oldFolders)
                .as("of an external table, which are their owner's")
                .allMatch(this::exists);
    }

    @Test
    public void testReadersSeeAllRowsAllTheTime() throws Exception {
        arrive("watched", "format = 'ORC'", "points");
        arriveInPartitions("watched_by_day");
        AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            // the file metastore's files are written under a lock that only queries of the same catalog know
            List<Future<Integer>> counts = Stream.of("managing.test.watched", "managing.test.watched_by_day")
                    .map(table -> readers.submit(() -> watch(table, done)))
                    .toList();
            try {
                for (int round = 0; round < 2; round++) {
                    rewritten("watched", places());
                    rewritten("watched_by_day", places());
                }
            } finally {
                done.set(true);
            }
            for (Future<Integer> count : counts) {
                assertThat(count.get()).as("queries that were run meanwhile").isGreaterThan(10);
            }
        }
    }

    private int watch(String table, AtomicBoolean done) {
        int queries = 0;
        while (!done.get()) {
            assertThat(runner.execute("SELECT count(*), sum(id), count(DISTINCT id) FROM " + table)
                            .getMaterializedRows()
                            .getFirst()
                            .getFields())
                    .as("query %s of %s", queries, table)
                    .isEqualTo(List.of(4000L, 8_002_000L, 4000L));
            queries++;
        }
        return queries;
    }

    @Test
    public void testObjectThatIsAddedMeanwhileStopsTheSwap() {
        arrive("busy", "format = 'ORC'", "points");
        begin("busy", "00c0ffee");
        runner.execute("INSERT INTO _skipping_rewrite_busy_00c0ffee SELECT * FROM busy");
        runner.execute("INSERT INTO busy SELECT * FROM points WHERE id = 1");
        List<String> paths = new WrittenObjects(runner, "busy").paths();
        assertThatThrownBy(() -> swap("busy", "00c0ffee"))
                .hasMessageContaining("Objects of test.busy were added, changed or removed while rewriting")
                .hasMessageContaining("Nothing was swapped; run the rewrite again");
        assertThat(new WrittenObjects(runner, "busy").paths()).containsExactlyInAnyOrderElementsOf(paths);
        assertThat(runner.execute("SELECT count(*) FROM busy").getOnlyValue()).isEqualTo(4001L);

        rewritten("busy", places());
        assertThat(runner.execute("SELECT count(*) FROM busy").getOnlyValue()).isEqualTo(4001L);
    }

    @Test
    public void testObjectThatComesAtTheLastMomentIsReported() {
        arrive("late", "format = 'ORC'", "points");
        String path = new WrittenObjects(runner, "late").paths().getFirst();
        long rows = (long) runner.execute("SELECT count(*) FROM late WHERE \"$path\" = '%s'".formatted(path))
                .getOnlyValue();
        begin("late", "00001a7e");
        runner.execute("INSERT INTO _skipping_rewrite_late_00001a7e SELECT * FROM late");
        beforeChanging = table -> {
            if (table.equals("late")) {
                copy(path, path + "_late");
            }
        };
        try {
            assertThatThrownBy(() -> swap("late", "00001a7e"))
                    .hasMessageContaining(
                            "test.late is rewritten, but its old location changed at the last moment: 1 objects were written that it has not copied: %s_late. Their rows are only in"
                                    .formatted(path));
        } finally {
            beforeChanging = _ -> {};
        }
        assertThat(rowsOf("late")).isEqualTo(rowsOf("points"));

        runner.execute("INSERT INTO late SELECT * FROM _skipping_rewrite_late_00001a7e WHERE \"$path\" IN ('%s_late')"
                .formatted(path));
        assertThat(runner.execute("SELECT count(*) FROM late").getOnlyValue()).isEqualTo(4000 + rows);
        rewritten("late", "--finish", "--older-than=0s", "--leave-late-objects");
        assertThat(exists(path)).isFalse();
        assertThat(exists(path + "_late"))
                .as("what the rewrite did not read, it does not delete")
                .isTrue();
    }

    @Test
    public void testObjectsOfSlowWritersKeepTheStagingTable() {
        arrive("slow", "format = 'ORC'", "points");
        String path = new WrittenObjects(runner, "slow").paths().getFirst();
        rewritten("slow", places());
        String staging = stagingTables("slow").getFirst();
        copy(path, path + "_slow");
        for (List<String> options : List.of(List.<String>of(), List.of("--dry-run"))) {
            Run run = rewrite(
                    "slow",
                    Stream.concat(Stream.of("--finish", "--older-than=0s"), options.stream())
                            .toArray(String[]::new));
            assertThat(run.exitCode()).as(run.out()).isEqualTo(1);
            assertThat(run.err())
                    .contains(
                            "its old location has changed since: 1 objects were written that it has not copied: %s_slow"
                                    .formatted(path))
                    .contains("Nothing is deleted. Their rows are only in test." + staging)
                    .contains("INSERT INTO test.slow SELECT * FROM test.%s WHERE \"$path\" IN (…)".formatted(staging));
            assertThat(exists(path)).isTrue();
            assertThat(stagingTables("slow")).containsExactly(staging);
        }

        long late =
                (long) runner.execute("SELECT count(*) FROM %s WHERE \"$path\" = '%s_slow'".formatted(staging, path))
                        .getOnlyValue();
        runner.execute("INSERT INTO slow SELECT * FROM %s WHERE \"$path\" IN ('%s_slow')".formatted(staging, path));
        assertThat(runner.execute("SELECT count(*) FROM slow").getOnlyValue()).isEqualTo(4000 + late);
        rewritten("slow", "--finish", "--older-than=0s", "--leave-late-objects");
        assertThat(exists(path)).isFalse();
        assertThat(exists(path + "_slow")).isTrue();
        assertThat(stagingTables("slow")).isEmpty();
    }

    @Test
    public void testManifestsSayWhichObjectsAreLate() throws IOException {
        Path folder = Files.createDirectories(root.resolve("data/attempts/table"));
        runner.execute("CREATE TABLE attempts (id varchar, city varchar, day varchar) WITH (format = 'CSV',"
                + " partitioned_by = ARRAY['day'], external_location = 'local:///data/attempts/table')");
        Files.createDirectories(folder.resolve("day=a"));
        WritingJob job = new WritingJob(folder, Map.of());
        job.attempt(0, 0).write("day=a/", "1,city 1\n2,city 5\n").commit();
        job.attempt(1, 0).write("day=a/", "3,city 1\n");
        job.attempt(1, 1).write("day=a/", "3,city 1\n4,city 5\n").commit();
        job.commit();
        runner.execute("CALL hive.system.sync_partition_metadata('test', 'attempts', 'FULL')");
        Multiset<MaterializedRow> before = rowsOf("attempts");
        assertThat(before).hasSize(4);

        rewritten("attempts", "--model=" + models.resolve("cities.json"));
        assertThat(rowsOf("attempts")).isEqualTo(before);

        WritingJob slow = new WritingJob(folder, Map.of());
        slow.attempt(0, 0).write("day=a/", "5,city 1\n").commit();
        slow.attempt(1, 0).write("day=a/", "6,city 1\n");
        slow.commit();
        Run run = rewrite("attempts", "--finish", "--older-than=0s");
        assertThat(run.exitCode()).as(run.out()).isEqualTo(1);
        assertThat(run.err()).contains("1 objects were written", "in a session with committed_only = false");
        String late = run.err().replaceFirst("(?s).* copied: ([^ ]+)\\. Nothing.*", "$1");
        runner.execute(
                Session.builder(runner.getDefaultSession())
                        .setCatalogSessionProperty("lake", "committed_only", "false")
                        .build(),
                "INSERT INTO attempts SELECT * FROM %s WHERE \"$path\" IN ('%s')"
                        .formatted(stagingTables("attempts").getFirst(), late));
        assertThat(rows("SELECT id FROM attempts ORDER BY id").stream().map(row -> row.getField(0)))
                .containsExactly("1", "2", "3", "4", "5");
        rewritten("attempts", "--finish", "--older-than=0s", "--leave-late-objects");
        assertThat(stagingTables("attempts")).isEmpty();
        assertThat(rowsOf("attempts")).hasSize(5);
    }

    @Test
    public void testRewriteThatStillWritesIsNotFinished() throws IOException {
        arrive("writing", "format = 'ORC'", "points");
        begin("writing", "0000aaaa");
        runner.execute("INSERT INTO _skipping_rewrite_writing_0000aaaa SELECT * FROM writing");
        Path record = record("_skipping_rewrite_writing_0000aaaa");
        String text = Files.readString(record);
        String begunLongAgo = text.replaceFirst("(\"begunMillis\"\\s*:\\s*)[0-9]+", "$11");
        assertThat(begunLongAgo).isNotEqualTo(text);
        Files.writeString(record, begunLongAgo);

        rewritten("writing", "--finish", "--older-than=1h");
        assertThat(stagingTables("writing")).as("which has new objects").hasSize(1);
        Path folder = file(folders(new WrittenObjects(runner, "_skipping_rewrite_writing_0000aaaa").paths())
                .iterator()
                .next());
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.setLastModifiedTime(file, FileTime.fromMillis(1));
            }
        }
        rewritten("writing", "--finish", "--older-than=1h");
        assertThat(stagingTables("writing")).isEmpty();
        assertThat(rowsOf("writing")).isEqualTo(rowsOf("points"));
    }

    /** The record is written before the location is changed; a coordinator that is killed in between leaves both as they are then. */
    @Test
    public void testTableThatIsRenamedAfterAnInterruptedSwapKeepsItsObjects() throws IOException {
        arrive("interrupted", "format = 'ORC', external_location = 'local:///data/interrupted/table'", "points");
        List<String> old = new WrittenObjects(runner, "interrupted").paths();
        begin("interrupted", "0000cccc");
        runner.execute("INSERT INTO _skipping_rewrite_interrupted_0000cccc SELECT * FROM interrupted");
        Path record = record("_skipping_rewrite_interrupted_0000cccc");
        String text = Files.readString(record);
        String swapping = text.replaceFirst("(\"swappedMillis\"\\s*:\\s*)0", "$11");
        assertThat(swapping).isNotEqualTo(text);
        Files.writeString(record, swapping);
        // as a rename does that leaves the folder where it is
        runner.execute("CREATE TABLE interrupted_renamed (LIKE points) WITH (format = 'ORC', external_location = '%s')"
                .formatted(folders(old).iterator().next()));
        runner.execute("DROP TABLE interrupted");
        assertNothingIsFinished(
                "interrupted",
                () -> rewrite("interrupted", "--finish", "--older-than=0s"),
                "began to swap, and may have been ended before it did: test.interrupted is not in",
                old);
        assertThat(rowsOf("interrupted_renamed")).isEqualTo(rowsOf("points"));
    }

    /** Checks that a finish deletes no objects as long as no table has the name, and when another one has it. */
    private void assertNothingIsFinished(String table, Supplier<Run> finish, String words, List<String> objects) {
        for (String statement : List.of("SELECT 1", "CREATE TABLE %s (LIKE points)".formatted(table))) {
            runner.execute(statement);
            Run run = finish.get();
            assertThat(run.exitCode()).as(run.out()).isEqualTo(1);
            assertThat(run.err()).contains(words).contains("Nothing is deleted");
            assertThat(objects).isNotEmpty().allMatch(this::exists);
        }
    }

    /** A statement that changes the table while the swap lists its objects. */
    @Test
    public void testDefinitionThatChangesAtTheLastMomentStopsTheSwap() {
        arrive("altered", "format = 'ORC'", "points");
        List<String> paths = new WrittenObjects(runner, "altered").paths();
        begin("altered", "0000dddd");
        runner.execute("INSERT INTO _skipping_rewrite_altered_0000dddd SELECT * FROM altered");
        afterReplacing = table -> {
            if (table.equals("_skipping_rewrite_altered_0000dddd")) {
                afterReplacing = _ -> {};
                runner.execute("ALTER TABLE altered ADD COLUMN later bigint");
            }
        };
        try {
            assertThatThrownBy(() -> swap("altered", "0000dddd"))
                    .hasMessageContaining("The definition or the location of test.altered was changed while rewriting");
        } finally {
            afterReplacing = _ -> {};
        }
        assertThat(new WrittenObjects(runner, "altered").paths()).containsExactlyInAnyOrderElementsOf(paths);
        assertThat(runner.execute("SELECT count(*) FROM altered WHERE later IS NULL")
                        .getOnlyValue())
                .isEqualTo(4000L);
        rewritten("altered", "--finish", "--older-than=0s");
        assertThat(stagingTables("altered")).isEmpty();
        assertThat(new WrittenObjects(runner, "altered").paths()).containsExactlyInAnyOrderElementsOf(paths);
    }

    @Test
    public void testRewriteThatIsBeingRemovedIsNotSwapped() throws IOException {
        arrive("removed", "format = 'ORC'", "points");
        List<String> paths = new WrittenObjects(runner, "removed").paths();
        begin("removed", "0000bbbb");
        runner.execute("INSERT INTO _skipping_rewrite_removed_0000bbbb SELECT * FROM removed");
        Files.createFile(record("_skipping_rewrite_removed_0000bbbb").resolveSibling("removed"));
        assertThatThrownBy(() -> swap("removed", "0000bbbb"))
                .hasMessageContaining("finish_rewrite removes what test.removed was to be swapped with");
        assertThat(new WrittenObjects(runner, "removed").paths()).containsExactlyInAnyOrderElementsOf(paths);

        rewritten("removed", "--finish", "--older-than=0s");
        assertThat(stagingTables("removed")).isEmpty();
        assertThat(rowsOf("removed")).isEqualTo(rowsOf("points"));
    }

    /** The swap looks for the mark of who removes the rewrite when that is done and has deleted the mark, too. */
    @Test
    public void testRewriteThatWasRemovedMeanwhileIsNotSwapped() throws IOException {
        arrive("gone", "format = 'ORC'", "points");
        List<String> paths = new WrittenObjects(runner, "gone").paths();
        begin("gone", "0000eeee");
        runner.execute("INSERT INTO _skipping_rewrite_gone_0000eeee SELECT * FROM gone");
        List<String> written = new WrittenObjects(runner, "_skipping_rewrite_gone_0000eeee").paths();
        afterReplacing = table -> {
            if (table.equals("_skipping_rewrite_gone_0000eeee")) {
                afterReplacing = _ -> {};
                rewritten("gone", "--finish", "--older-than=0s");
            }
        };
        try {
            assertThatThrownBy(() -> swap("gone", "0000eeee"))
                    .hasMessageContaining("finish_rewrite removes what test.gone was to be swapped with");
        } finally {
            afterReplacing = _ -> {};
        }
        assertThat(new WrittenObjects(runner, "gone").paths()).containsExactlyInAnyOrderElementsOf(paths);
        assertThat(rowsOf("gone")).isEqualTo(rowsOf("points"));
        assertThat(written).isNotEmpty().noneMatch(this::exists);
        assertNoRecordIsLeft("gone");
    }

    private Path record(String staging) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(path -> path.getFileName().toString().equals("rewrite.json"))
                    .filter(path -> path.toString().contains(staging))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private void copy(String from, String to) {
        try {
            Files.copy(file(from), file(to));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    public void testMetastoreThatRefusesLeavesTheTableAsItWas() {
        arrive("refused", "format = 'ORC'", "points");
        List<String> paths = new WrittenObjects(runner, "refused").paths();
        begin("refused", "0000ba5e");
        assertThatThrownBy(() -> swap("refused", "0000ba5e"))
                .hasMessageContaining("The staging table test._skipping_rewrite_refused_0000ba5e has no objects");
        runner.execute("INSERT INTO _skipping_rewrite_refused_0000ba5e SELECT * FROM refused");
        beforeChanging = table -> {
            if (table.equals("refused")) {
                throw new IllegalStateException("The metastore is in a bad mood");
            }
        };
        try {
            assertThatThrownBy(() -> swap("refused", "0000ba5e")).hasMessageContaining("in a bad mood");
        } finally {
            beforeChanging = _ -> {};
        }
        assertThat(new WrittenObjects(runner, "refused").paths()).containsExactlyInAnyOrderElementsOf(paths);
        assertThat(rowsOf("refused")).isEqualTo(rowsOf("points"));

        swap("refused", "0000ba5e");
        new WrittenObjects(runner, "refused").assertOneObjectAPartition(PLACES);
        assertThat(rowsOf("refused")).isEqualTo(rowsOf("points"));
        assertThatThrownBy(() -> swap("refused", "0000ba5e")).hasMessageContaining("has already been swapped in");
    }

    @Test
    public void testWhatWasEndedBeforeTheSwapLeavesTheTableAsItWas() {
        arrive("killed", "format = 'ORC'", "points");
        List<String> paths = new WrittenObjects(runner, "killed").paths();
        begin("killed", "0000dead");
        runner.execute("INSERT INTO _skipping_rewrite_killed_0000dead SELECT * FROM killed");
        List<String> written = new WrittenObjects(runner, "_skipping_rewrite_killed_0000dead").paths();
        assertThat(new WrittenObjects(runner, "killed").paths()).containsExactlyInAnyOrderElementsOf(paths);

        rewritten("killed", "--finish", "--older-than=1h");
        assertThat(stagingTables("killed")).as("one that may be under way").hasSize(1);
        rewritten("killed", "--finish", "--older-than=0s");
        assertThat(stagingTables("killed")).isEmpty();
        assertThat(written).noneMatch(this::exists);
        assertThat(folders(written)).noneMatch(this::exists);
        assertThat(rowsOf("killed")).isEqualTo(rowsOf("points"));
        assertThat(new WrittenObjects(runner, "killed").paths()).containsExactlyInAnyOrderElementsOf(paths);
    }

    /** An interrupted finish, which has deleted the objects and not yet dropped the staging table, resumes. */
    @Test
    public void testFinishThatWasEndedGoesOn() throws IOException {
        arrive("ended", "format = 'ORC'", "points");
        begin("ended", "0000e0de");
        String staging = "_skipping_rewrite_ended_0000e0de";
        runner.execute("INSERT INTO %s SELECT * FROM ended".formatted(staging));
        List<String> written = new WrittenObjects(runner, staging).paths();
        beforeChanging = table -> {
            if (table.equals(staging)) {
                throw new IllegalStateException("The metastore is in a bad mood");
            }
        };
        try {
            assertThat(rewrite("ended", "--finish", "--older-than=0s").err()).contains("in a bad mood");
        } finally {
            beforeChanging = _ -> {};
        }
        assertThat(written).noneMatch(this::exists);
        assertThat(record(staging)).exists();
        assertThatThrownBy(() -> swap("ended", "0000e0de")).hasMessageContaining("has no objects");

        rewritten("ended", "--finish", "--older-than=0s");
        assertThat(stagingTables("ended")).isEmpty();
        assertThat(folders(written)).noneMatch(this::exists);
        assertThat(rowsOf("ended")).isEqualTo(rowsOf("points"));
    }

    @DataProvider
    public Object[][] filesOfIndexes() {
        return new Object[][] {{"segments"}, {"manifests"}};
    }

    /** Checks that a rewrite begins, and is finished, though the index that it leaves behind cannot be read. */
    @Test(dataProvider = "filesOfIndexes")
    public void testTableWhoseIndexIsDamagedIsRewritten(String damaged) throws IOException {
        String table = "damaged_" + damaged;
        arrive(table, "format = 'ORC'", "points");
        assertThat(tables.build(table, "1MB").failed()).isZero();
        List<Object> indexes = indexNames(table);
        List<String> old = new WrittenObjects(runner, table).paths();
        Path index = file(folder(old)).resolve("_skipping");
        try (Stream<Path> files = Files.walk(index)) {
            for (Path file :
                    files.filter(path -> path.getParent().endsWith(damaged)).toList()) {
                Files.writeString(file, "this is no index");
            }
        }

        begin(table, "0000da3a");
        String staging = "_skipping_rewrite_%s_0000da3a".formatted(table);
        runner.execute("INSERT INTO %s SELECT * FROM %s".formatted(staging, table));
        assertThat(tables.build(staging, "1MB").failed()).isZero();
        assertThat(indexNames(staging)).isNotEmpty();
        if (damaged.equals("segments")) {
            assertThat(indexNames(staging)).as("as the manifest says").isEqualTo(indexes);
        }
        swap(table, "0000da3a");
        rewritten(table, "--finish", "--older-than=0s");
        assertThat(stagingTables(table)).isEmpty();
        assertThat(old).noneMatch(this::exists);
        try (Stream<Path> files = Files.walk(index)) {
            assertThat(files.filter(Files::isRegularFile)).isEmpty();
        }
        assertThat(rowsOf(table)).isEqualTo(rowsOf("points"));
    }

    private List<Object> indexNames(String table) {
        return rows("SELECT index_name FROM \"%s$indexes\" ORDER BY 1".formatted(table)).stream()
                .map(row -> row.getField(0))
                .toList();
    }

    @Test
    public void testRewritesWithoutARecordDoNotKeepOthersFromBeingFinished() throws IOException {
        arrive("unrecorded", "format = 'ORC'", "points");
        List<String> written = new ArrayList<>();
        for (String rewrite : List.of("00000001", "00000002", "00000003")) {
            begin("unrecorded", rewrite);
            String staging = "_skipping_rewrite_unrecorded_" + rewrite;
            runner.execute("INSERT INTO %s SELECT * FROM unrecorded".formatted(staging));
            written.add(new WrittenObjects(runner, staging).paths().getFirst());
        }
        Files.delete(record("_skipping_rewrite_unrecorded_00000001"));
        // what a former release left when it was ended
        deleteRecursively(file(written.get(1)).getParent(), ALLOW_INSECURE);

        Run run = rewrite("unrecorded", "--finish", "--older-than=0s");
        assertThat(run.exitCode()).as(run.out()).isEqualTo(1);
        assertThat(run.err())
                .contains("The record of rewrite test._skipping_rewrite_unrecorded_00000001 is missing")
                .contains("DROP TABLE test._skipping_rewrite_unrecorded_00000001 ends the rewrite");
        assertThat(stagingTables("unrecorded")).containsExactly("_skipping_rewrite_unrecorded_00000001");
        assertThat(exists(written.get(0))).isTrue();
        assertThat(exists(written.get(2))).isFalse();
        assertThat(rowsOf("unrecorded")).isEqualTo(rowsOf("points"));

        begin("unrecorded", "00000004");
        Files.delete(record("_skipping_rewrite_unrecorded_00000004"));
        runner.execute("INSERT INTO _skipping_rewrite_unrecorded_00000004 SELECT * FROM unrecorded");
        assertThat(rewrite("unrecorded", "--finish", "--older-than=0s").err())
                .contains("2 of the rewrites could not be finished")
                .contains("test._skipping_rewrite_unrecorded_00000004");
    }

    /** A DELETE of all rows that began before the swap deletes old objects, and the new ones have their rows again. */
    @Test
    public void testObjectsThatAreDeletedAtTheLastMomentAreReported() {
        arrive("deleted", "format = 'ORC'", "points");
        List<String> paths = new WrittenObjects(runner, "deleted").paths();
        begin("deleted", "0000de1e");
        runner.execute("INSERT INTO _skipping_rewrite_deleted_0000de1e SELECT * FROM deleted");
        beforeChanging = table -> {
            if (table.equals("deleted")) {
                paths.forEach(this::delete);
            }
        };
        try {
            assertThatThrownBy(() -> swap("deleted", "0000de1e"))
                    .hasMessageContaining(
                            "test.deleted is rewritten, but its old location changed at the last moment: %s objects were deleted that it has copied"
                                    .formatted(paths.size()))
                    .hasMessageContaining("run it again");
        } finally {
            beforeChanging = _ -> {};
        }
        assertThat(rowsOf("deleted")).isEqualTo(rowsOf("points"));
        assertThat(rewrite("deleted", "--finish", "--older-than=0s").err())
                .contains("%s objects were deleted that it has copied".formatted(paths.size()));
        rewritten("deleted", "--finish", "--older-than=0s", "--leave-late-objects");
        assertThat(stagingTables("deleted")).isEmpty();
    }

    /** An OPTIMIZE that began before the swap replaces old objects by another one after it, whose rows are in the new objects, too. */
    @Test
    public void testObjectsThatAreReplacedAfterTheSwapAreNotToBeCopied() {
        arrive("replaced", "format = 'ORC'", "points");
        String path = new WrittenObjects(runner, "replaced").paths().getFirst();
        rewritten("replaced", places());
        copy(path, path + "_optimized");
        delete(path);
        Run run = rewrite("replaced", "--finish", "--older-than=0s");
        assertThat(run.exitCode()).as(run.out()).isEqualTo(1);
        assertThat(run.err())
                .contains(
                        "its old location has changed since: 1 objects were written that it has not copied: %1$s_optimized; 1 objects were deleted that it has copied: %1$s. Nothing is deleted"
                                .formatted(path))
                .contains(
                        "If one statement did both, such as OPTIMIZE or an INSERT that overwrites, run it again, and copy nothing");
        assertThat(stagingTables("replaced")).hasSize(1);
        assertThat(rowsOf("replaced")).isEqualTo(rowsOf("points"));

        rewritten("replaced", "--finish", "--older-than=0s", "--leave-late-objects");
        assertThat(stagingTables("replaced")).isEmpty();
        assertThat(exists(path + "_optimized")).isTrue();
        assertThat(rowsOf("replaced")).isEqualTo(rowsOf("points"));
    }

    /** Checks that the owner of the objects of an external table may delete old ones before the rewrite is finished. */
    @Test
    public void testOwnersOfExternalTablesDeleteOldObjects() {
        arrive("owned", "format = 'ORC', external_location = 'local:///data/owned/table'", "points");
        List<String> old = new WrittenObjects(runner, "owned").paths();
        succeeded(rewriteExternal("owned", places(), "--move-external"));
        old.forEach(this::delete);
        succeeded(rewriteExternal("owned", "--finish", "--older-than=0s"));
        assertThat(stagingTables("owned")).isEmpty();
        assertThat(rowsOf("owned")).isEqualTo(rowsOf("points"));
    }

    /** A finish that is interrupted after it has deleted old objects does not take them for deleted by others. */
    @Test
    public void testFinishThatWasEndedAfterItDeletedOldObjectsGoesOn() {
        arrive("halted", "format = 'ORC'", "points");
        List<String> old = new WrittenObjects(runner, "halted").paths();
        rewritten("halted", places());
        String staging = stagingTables("halted").getFirst();
        beforeChanging = table -> {
            if (table.equals(staging)) {
                throw new IllegalStateException("The metastore is in a bad mood");
            }
        };
        try {
            assertThat(rewrite("halted", "--finish", "--older-than=0s").err()).contains("in a bad mood");
        } finally {
            beforeChanging = _ -> {};
        }
        assertThat(old).isNotEmpty().noneMatch(this::exists);
        assertThat(stagingTables("halted")).containsExactly(staging);

        rewritten("halted", "--finish", "--older-than=0s");
        assertThat(stagingTables("halted")).isEmpty();
        assertThat(rowsOf("halted")).isEqualTo(rowsOf("points"));
    }

    /** A metastore may report a failure and change the location all the same, and the table may be renamed before anybody looks. */
    @Test
    public void testTableThatIsRenamedAfterASwapThatSeemedToFailKeepsItsObjects() {
        arrive("seeming", "format = 'ORC', external_location = 'local:///data/seeming/table'", "points");
        runner.execute(
                "CALL lake.system.begin_rewrite(schema_name => 'test', table_name => 'seeming', rewrite => '0000eeee', model => %s, move_external => true)"
                        .formatted(literal(PLACES)));
        String staging = "_skipping_rewrite_seeming_0000eeee";
        runner.execute("INSERT INTO %s SELECT * FROM seeming".formatted(staging));
        List<String> written = new WrittenObjects(runner, staging).paths();
        // as a change does that the metastore applies late, and a rename that leaves the folder where it is
        runner.execute("CREATE TABLE seeming_renamed (LIKE points) WITH (format = 'ORC', external_location = '%s')"
                .formatted(folders(written).iterator().next()));
        runner.execute("DROP TABLE seeming");
        assertNothingIsFinished(
                "seeming",
                () -> rewriteExternal("seeming", "--finish", "--older-than=0s"),
                "may have begun to swap, and test.seeming is no longer in",
                written);
        assertThat(rowsOf("seeming_renamed")).isEqualTo(rowsOf("points"));
    }

    private void delete(String location) {
        try {
            Files.delete(file(location));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    public void testRewriteThatFailsRemovesWhatItWrote() throws IOException {
        arrive("unreadable", "format = 'PARQUET'", "points");
        Path object = file(new WrittenObjects(runner, "unreadable").paths().getLast());
        Path folder = object.getParent();
        byte[] bytes = Files.readAllBytes(object);
        // its rows can be counted, and not be read
        byte[] broken = bytes.clone();
        Arrays.fill(broken, 4, bytes.length / 2, (byte) -1);
        Files.write(object, broken);
        Run run = rewrite("unreadable", places(), "--sort=id");
        assertThat(run.exitCode()).as(run.out()).isEqualTo(1);
        assertThat(run.err()).contains("What it had written was removed");
        assertNothingIsLeft("unreadable", folder);

        Files.write(object, bytes);
        rewritten("unreadable", places());
        assertThat(rowsOf("unreadable")).isEqualTo(rowsOf("points"));
        assertThat(runner.execute("SELECT comment FROM system.metadata.table_comments WHERE catalog_name = 'lake'"
                                + " AND schema_name = 'test' AND table_name = '%s'"
                                        .formatted(stagingTables("unreadable").getFirst()))
                        .getOnlyValue())
                .asString()
                .contains("Staging table of rewrite", "of test.unreadable");
        assertThat(rewritten("unreadable", places()).out())
                .startsWith("test.unreadable: earlier rewrites left _skipping_rewrite_unreadable_");
    }

    @Test
    public void testLayoutThatCannotBeUsedStopsTheRewrite() throws IOException {
        arrive("no_layout", "format = 'ORC'", "points");
        List<String> paths = new WrittenObjects(runner, "no_layout").paths();
        Run run = rewrite("no_layout", places(), "--session=managing.write_layout_enabled=false");
        assertThat(run.exitCode()).as(run.out()).isEqualTo(1);
        assertThat(run.err())
                .contains("is written only by its layout, and ", "/layout.json cannot be used")
                .contains("write_layout_enabled is false in this session. Remove the cause, and run the rewrite again")
                .contains("What it had written was removed");
        assertNothingIsLeft("no_layout", file(paths.getFirst()).getParent());

        begin("no_layout", "0000cccc");
        String insert = "INSERT INTO _skipping_rewrite_no_layout_0000cccc SELECT * FROM no_layout";
        Path layout = record("_skipping_rewrite_no_layout_0000cccc").resolveSibling("layout.json");
        String content = Files.readString(layout);
        Files.writeString(layout, content.replace("\"version\"", "\"vers\""));
        assertThatThrownBy(() -> runner.execute(insert))
                .hasMessageContaining("test._skipping_rewrite_no_layout_0000cccc is written only by its layout")
                .hasMessageContaining("it has version 0; this release knows version 1");
        Files.delete(layout);
        assertThatThrownBy(() -> runner.execute(insert)).hasMessageContaining("there is no such file");
        assertThat(new WrittenObjects(runner, "_skipping_rewrite_no_layout_0000cccc").paths())
                .isEmpty();
        Files.writeString(layout, content);
        runner.execute(insert);
        swap("no_layout", "0000cccc");
        new WrittenObjects(runner, "no_layout").assertOneObjectAPartition(PLACES);
        assertThat(rowsOf("no_layout")).isEqualTo(rowsOf("points"));
    }

    @Test
    public void testTableThatIsOnlyNamedLikeAStagingTable() {
        String table = "_skipping_rewrite_mine_0000dddd";
        runner.execute("CREATE TABLE %s (LIKE points) WITH (format = 'ORC')".formatted(table));
        String insert = "INSERT INTO %s SELECT * FROM points".formatted(table);
        runner.execute(insert);
        runner.execute(
                Session.builder(runner.getDefaultSession())
                        .setCatalogSessionProperty("lake", "write_layout_enabled", "false")
                        .build(),
                insert);
        assertThat(runner.execute("SELECT count(*) FROM " + table).getOnlyValue())
                .isEqualTo(8000L);
        runner.execute("DROP TABLE " + table);
    }

    private void assertNothingIsLeft(String table, Path folder) throws IOException {
        assertThat(stagingTables(table)).isEmpty();
        try (Stream<Path> beside = Files.list(folder.getParent())) {
            assertThat(beside.map(path -> path.getFileName().toString()))
                    .as("folders of rewrites")
                    .noneMatch(name -> name.startsWith(table + "__"));
        }
        assertNoRecordIsLeft(table);
    }

    private void assertNoRecordIsLeft(String table) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            assertThat(files.filter(Files::isRegularFile)
                            .filter(path -> path.toString().contains("_skipping_rewrite_" + table)))
                    .as("records of rewrites")
                    .isEmpty();
        }
    }

    @Test
    public void testRewriteThatCannotBeginLeavesNothing() throws IOException {
        // this metastore has managed tables where it wants, which shows when the staging table is there
        assertThatThrownBy(() -> runner.execute(
                        "CALL lake.system.begin_rewrite('test', 'points', '00000002', %s)".formatted(literal(PLACES))))
                .hasMessageContaining("this metastore puts tables where it wants");
        assertNothingIsLeft(
                "points",
                file(new WrittenObjects(runner, "points").paths().getFirst()).getParent());
    }

    @Test
    public void testPartitionsAreNamedAsTheirFoldersAre() {
        runner.execute("""
                CREATE TABLE odd_partitions WITH (format = 'ORC', partitioned_by = ARRAY['f', 'm', 'b', 't', 'c'],
                    external_location = 'local:///data/odd_partitions/table') AS
                SELECT id, x, y, IF(id % 2 = 0, 1.5e10, NULL) AS f, CAST(id % 2 AS decimal(5,2)) AS m, id % 2 = 1 AS b,
                    TIMESTAMP '2026-01-01 00:00:00.500' AS t, IF(id % 2 = 0, 'it''s a/b', '100 %') AS c
                FROM points""");
        Multiset<MaterializedRow> before = rowsOf("odd_partitions");
        Run run = succeeded(rewriteExternal("odd_partitions", places(), "--sort=id", "--move-external"));
        assertThat(run.out().lines()).hasSize(2);
        assertThat(rowsOf("odd_partitions")).isEqualTo(before);
        new WrittenObjects(runner, "odd_partitions").assertOneObjectAPartition(PLACES);
    }

    /** Hive, Spark and Flume write folders such as {@code n=01}; Trino spells the same partition {@code n=1}. */
    @Test
    public void testPartitionsOfOtherSpelling() throws IOException {
        runner.execute("""
                CREATE TABLE padded WITH (format = 'ORC', partitioned_by = ARRAY['n'],
                    external_location = 'local:///data/padded/table') AS
                SELECT id, x, y, CAST(id % 2 AS integer) AS n FROM points""");
        Multiset<MaterializedRow> before = rowsOf("padded");
        Path folder = file("local:///data/padded/table");
        Files.move(folder.resolve("n=1"), folder.resolve("n=01"));
        runner.execute("CALL system.sync_partition_metadata('test', 'padded', 'FULL')");
        assertThat(rows("SELECT DISTINCT \"$partition\" FROM padded"))
                .extracting(row -> row.getField(0))
                .containsExactlyInAnyOrder("n=0", "n=01");

        runner.execute(
                "CALL lake.system.begin_rewrite(schema_name => 'test', table_name => 'padded', rewrite => '0000dead', model => %s, partition => 'n=01', move_external => true)"
                        .formatted(literal(PLACES)));
        runner.execute("INSERT INTO _skipping_rewrite_padded_0000dead SELECT * FROM padded WHERE n = 1");
        List<String> written = new WrittenObjects(runner, "_skipping_rewrite_padded_0000dead").paths();
        assertThat(folders(written)).singleElement().asString().endsWith("/n=1");
        succeeded(rewriteExternal("padded", "--finish", "--older-than=0s"));
        assertThat(written)
                .as("of a rewrite that was never swapped")
                .isNotEmpty()
                .noneMatch(this::exists);
        assertThat(stagingTables("padded")).isEmpty();

        succeeded(rewriteExternal("padded", places(), "--sort=id", "--move-external"));
        assertThat(rowsOf("padded")).isEqualTo(before);
        assertThat(rows("SELECT DISTINCT \"$partition\" FROM padded"))
                .as("the names that others know")
                .extracting(row -> row.getField(0))
                .containsExactlyInAnyOrder("n=0", "n=01");
        new WrittenObjects(runner, "padded").assertOneObjectAPartition(PLACES);
        succeeded(rewriteExternal("padded", "--finish", "--older-than=0s"));
        assertThat(stagingTables("padded")).isEmpty();
        assertThat(rowsOf("padded")).isEqualTo(before);
    }

    @Test
    public void testStagingTableMayBeDroppedAfterTheSwap() {
        arrive("dropped", "format = 'ORC'", "points");
        rewritten("dropped", places());
        runner.execute("DROP TABLE " + stagingTables("dropped").getFirst());
        assertThat(rowsOf("dropped")).isEqualTo(rowsOf("points"));
    }

    /** Others have changed the table, and the catalog that rewrites it still has what it was in its cache of the metastore. */
    @Test
    public void testOutdatedCacheOfTheMetastore() {
        arrive("remembered", "format = 'PARQUET'", "points");
        runner.execute("SELECT count(*) FROM caching.test.remembered");
        runner.execute("ALTER TABLE lake.test.remembered ADD COLUMN more integer");
        writeRows("INSERT INTO remembered (id, more) VALUES (-1, 7)");
        String begin = "CALL caching.system.begin_rewrite('test', 'remembered', '0000000%s', %s)";
        assertThatThrownBy(() -> runner.execute(begin.formatted(1, literal(PLACES))))
                .hasMessageContaining("flush_metadata_cache(schema_name => 'test', table_name => 'remembered')");
        assertThat(stagingTables("remembered")).isEmpty();

        runner.execute("CALL caching.system.flush_metadata_cache(schema_name => 'test', table_name => 'remembered')");
        runner.execute(begin.formatted(2, literal(PLACES)));
        runner.execute("INSERT INTO caching.test.\"%s\" SELECT * FROM caching.test.remembered"
                .formatted(stagingTables("remembered").getFirst()));
        runner.execute("ALTER TABLE lake.test.remembered ADD COLUMN most integer");
        assertThatThrownBy(() -> runner.execute("CALL caching.system.swap_rewrite('test', 'remembered', '00000002')"))
                .hasMessageContaining("The definition or the location of test.remembered was changed");
        assertThat(value("SELECT sum(more) FROM remembered")).isEqualTo(7L);
    }

    private void begin(String table, String rewrite) {
        runner.execute("CALL managing.system.begin_rewrite('test', '%s', '%s', %s)"
                .formatted(table, rewrite, literal(PLACES)));
    }

    private void swap(String table, String rewrite) {
        runner.execute("CALL managing.system.swap_rewrite('test', '%s', '%s')".formatted(table, rewrite));
    }

    @Test
    public void testLayoutGoesWithTheTable() {
        arrive("with_layout", "format = 'ORC'", "points");
        runner.execute("CALL lake.system.set_layout('test', 'with_layout', %s)".formatted(literal(PLACES)));
        rewritten("with_layout", places());
        assertThat(pathsOfInsert("with_layout"))
                .hasSize(4)
                .allMatch(path -> WrittenObjects.partitionInName(path).orElse(4) < 4);

        arrive("without_layout", "format = 'ORC'", "points");
        rewritten("without_layout", places());
        assertThat(pathsOfInsert("without_layout"))
                .isNotEmpty()
                .noneMatch(path -> WrittenObjects.partitionInName(path).isPresent());
    }

    private Set<String> pathsOfInsert(String table) {
        WrittenObjects objects = new WrittenObjects(runner, table);
        List<String> before = objects.paths();
        runner.execute("INSERT INTO %s SELECT * FROM points".formatted(table));
        Set<String> added = new TreeSet<>(objects.paths());
        before.forEach(added::remove);
        return added;
    }

    @Test
    public void testDryRunChangesNothing() {
        arrive("dry", "format = 'ORC'", "points");
        List<String> paths = new WrittenObjects(runner, "dry").paths();
        assertThat(rewritten("dry", places(), "--dry-run").out())
                .isEqualTo("test.dry: 4,000 rows in %,d objects would be rewritten into up to 4%n"
                        .formatted(paths.size()));
        assertThat(new WrittenObjects(runner, "dry").paths()).containsExactlyInAnyOrderElementsOf(paths);
        assertThat(stagingTables("dry")).isEmpty();
    }

    @Test
    public void testWhatCannotBeRewrittenIsRefusedWithAReason() {
        arriveInPartitions("refused_by_day");
        runner.execute("CREATE VIEW a_view AS SELECT * FROM points");
        runner.execute(
                "CREATE TABLE bucketed WITH (bucketed_by = ARRAY['id'], bucket_count = 2) AS SELECT * FROM points");
        runner.execute("CREATE TABLE empty AS SELECT * FROM points WITH NO DATA");

        assertThat(rewritten("empty", places()).out()).contains("has no rows");
        assertRefused("a_view", "it is a view");
        assertRefused("bucketed", "it is bucketed or transactional");
        assertRefused("nowhere", "does not exist");
        assertRefused("texts", "The table has no column x, which the layout uses");
        assertThat(rewrite("points", places(), "--partition=day=2026-01-01").err())
                .contains("has no partitions");
        assertThat(rewrite("refused_by_day", places(), "--partition=x=1").err()).contains("write day=VALUE");
        assertThat(rewritten("refused_by_day", places(), "--partition=day=2031-01-01")
                        .out())
                .contains("has no rows");
        assertThatThrownBy(() -> begin("refused_by_day", "00000001"))
                .hasMessageContaining("which are rewritten one by one");
        assertThatThrownBy(() -> runner.execute(
                        "CALL lake.system.begin_rewrite('test', 'points', '00000001', %s)".formatted(literal(PLACES))))
                .hasMessageContaining("this metastore puts tables where it wants");
        assertThat(stagingTables("points")).isEmpty();
        assertThatThrownBy(() -> begin("points", "zz")).hasMessageContaining("rewrite must be 8 hex digits");
        assertThatThrownBy(() -> swap("points", "00000000")).hasMessageContaining("not found");
        assertThat(rewrite("points").exitCode()).as("without a model").isEqualTo(2);
    }

    @Test
    public void testTablesOfSparksDataSourcesAreRefused() {
        createWith("of_spark", "PARQUET", "spark.sql.sources.provider", "parquet");
        assertRefused("of_spark", "it belongs to Spark's data source parquet");
        createWith("of_spark_hive", "PARQUET", "spark.sql.sources.provider", "hive");
        rewritten("of_spark_hive", places());
    }

    @Test
    public void testTablesWithProjectedPartitionsAreRefused() {
        createWith("projected", "ORC", "projection.enabled", "true");
        assertRefused("projected", "the locations of its partitions are projected");
        createWith("not_projected", "ORC", "projection.enabled", "false");
        rewritten("not_projected", places());
    }

    @Test
    public void testWhatWasAskedForAndNeverBuiltIsKept() {
        createWith("asked", "ORC", "a", "b");
        runner.execute("CALL lake.system.create_index('test', 'asked', 'minmax', ARRAY['x'])");
        runner.execute("CALL lake.system.set_auto_indexes('test', 'asked', false)");
        rewritten("asked", places());
        String indexes = "SELECT requested, index_type, next_build FROM \"asked$indexes\"";
        assertThat(rows(indexes))
                .singleElement()
                .extracting(MaterializedRow::getFields)
                .asString()
                .contains("minmax");
        tables.build("asked", "1MB");
        assertThat(rows(indexes)).as("no build chooses an index by itself").hasSize(1);
    }

    @Test
    public void testFieldsWithOtherNamesAreRefused() {
        createWith("mapped", "OPENX_JSON", "mapping.city", "town");
        assertRefused("mapped", "its property mapping.city gives a column another name");
        createWith("unmapped", "OPENX_JSON", "case.insensitive", "true");
        rewritten("unmapped", places());
    }

    @Test
    public void testDroppingAStagingTableNeverPurges() {
        createWith("purged", "ORC", "external.table.purge", "true");
        assertThat(rows("SELECT * FROM \"purged$properties\""))
                .singleElement()
                .extracting(MaterializedRow::getFields)
                .asString()
                .contains("true");
        begin("purged", "00009096");
        assertThat(rows("SELECT * FROM \"_skipping_rewrite_purged_00009096$properties\""))
                .singleElement()
                .extracting(MaterializedRow::getFields)
                .asString()
                .doesNotContain("true");
    }

    private void createWith(String table, String format, String property, String value) {
        runner.execute(
                "CREATE TABLE %s WITH (format = '%s', extra_properties = map(ARRAY['%s'], ARRAY['%s'])) AS SELECT * FROM points"
                        .formatted(table, format, property, value));
    }

    @Test
    public void testPartitionsThatShareAFolderAreRefused() throws IOException {
        arriveInPartitions("shared");
        String folder = "local:///data/shared/table/day=2026-01-02";
        Files.createDirectories(file(folder + "/inside"));
        for (String location : List.of(folder, folder + "/inside", "local:///data/shared/table/")) {
            runner.execute(
                    "CALL lake.system.register_partition('test', 'shared', ARRAY['day'], ARRAY['2031-01-01'], '%s')"
                            .formatted(location));
            Run run = rewriteExternal("shared", places(), "--move-external", "--partition=day=2026-01-02");
            assertThat(run.exitCode()).as(run.out()).isEqualTo(1);
            assertThat(run.err()).contains("partitions day=2026-01-02 and day=2031-01-01 share a folder");
            runner.execute(
                    "CALL lake.system.unregister_partition('test', 'shared', ARRAY['day'], ARRAY['2031-01-01'])");
        }
        succeeded(rewriteExternal("shared", places(), "--move-external", "--partition=day=2026-01-02"));
    }

    /** The server remembers where partitions were when the rewrite began. */
    @Test
    public void testPartitionThatGetsTheOldFolderKeepsItsObjects() {
        arriveInPartitions("shared_later");
        String folder = "local:///data/shared_later/table/day=2026-01-02";
        List<String> old = new WrittenObjects(runner, "shared_later")
                .paths().stream().filter(path -> path.startsWith(folder)).toList();
        rewritten("shared_later", places(), "--partition=day=2026-01-02");
        runner.execute(
                "CALL lake.system.register_partition('test', 'shared_later', ARRAY['day'], ARRAY['2031-01-01'], '%s')"
                        .formatted(folder));
        Run run = rewrite("shared_later", "--finish", "--older-than=0s");
        assertThat(run.exitCode()).as(run.out()).isEqualTo(1);
        assertThat(run.err()).contains("partition day=2031-01-01 is in " + folder, "Nothing is deleted");
        assertThat(old).isNotEmpty().allMatch(this::exists);
        runner.execute(
                "CALL lake.system.unregister_partition('test', 'shared_later', ARRAY['day'], ARRAY['2031-01-01'])");
        rewritten("shared_later", "--finish", "--older-than=0s");
        assertThat(old).noneMatch(this::exists);
    }

    /** As after ALTER TABLE … SET LOCATION of another engine, which undoes the rewrite. */
    @Test
    public void testTableThatGetsTheOldFolderKeepsItsObjects() {
        arrive("undone", "format = 'ORC', external_location = 'local:///data/undone/table'", "points");
        List<String> old = new WrittenObjects(runner, "undone").paths();
        rewritten("undone", places());
        String rewritten =
                folders(new WrittenObjects(runner, "undone").paths()).iterator().next();
        // another spelling, and around it
        for (String location : List.of("local:/data/undone/table", "local:///data/undone")) {
            moveTable("undone", location);
            Run run = rewrite("undone", "--finish", "--older-than=0s");
            assertThat(run.exitCode()).as(run.out()).isEqualTo(1);
            assertThat(run.err())
                    .contains("test.undone should no longer need the objects in local:///data/undone/table,")
                    .contains("but it is in %s. Nothing is deleted".formatted(location));
            assertThat(old).isNotEmpty().allMatch(this::exists);
        }
        moveTable("undone", rewritten);
        rewritten("undone", "--finish", "--older-than=0s");
        assertThat(old).noneMatch(this::exists);
        assertThat(rowsOf("undone")).isEqualTo(rowsOf("points"));
    }

    /** Tables of the file metastore are external, so their objects stay. */
    private void moveTable(String table, String location) {
        runner.execute("DROP TABLE " + table);
        runner.execute("CREATE TABLE %s (LIKE points) WITH (format = 'ORC', external_location = '%s')"
                .formatted(table, location));
    }

    @Test
    public void testPartitionThatGetsItsOldFolderAgainKeepsItsObjects() throws IOException {
        arriveInPartitions("undone_by_day");
        String folder = "local:///data/undone_by_day/table/day=2026-01-02";
        List<String> old = new WrittenObjects(runner, "undone_by_day")
                .paths().stream().filter(path -> path.startsWith(folder)).toList();
        rewritten("undone_by_day", places(), "--partition=day=2026-01-02");
        Files.createDirectories(file(folder + "/inside"));
        for (String location : List.of(folder.replace("///", "/"), folder + "/inside")) {
            runner.execute(
                    "CALL lake.system.unregister_partition('test', 'undone_by_day', ARRAY['day'], ARRAY['2026-01-02'])");
            runner.execute(
                    "CALL lake.system.register_partition('test', 'undone_by_day', ARRAY['day'], ARRAY['2026-01-02'], '%s')"
                            .formatted(location));
            Run run = rewrite("undone_by_day", "--finish", "--older-than=0s");
            assertThat(run.exitCode()).as(run.out()).isEqualTo(1);
            assertThat(run.err())
                    .contains("partition day=2026-01-02 of test.undone_by_day should no longer need the objects in "
                            + folder)
                    .contains("but it is in %s. Nothing is deleted".formatted(location));
            assertThat(old).isNotEmpty().allMatch(this::exists);
        }
        runner.execute(
                "CALL lake.system.unregister_partition('test', 'undone_by_day', ARRAY['day'], ARRAY['2026-01-02'])");
        rewritten("undone_by_day", "--finish", "--older-than=0s");
        assertThat(old).noneMatch(this::exists);
    }

    /** Whoever may create a table can let it name any file as the record of a rewrite. */
    @Test
    public void testRecordOutsideOfItsPlaceIsNotRead() throws IOException {
        arrive("robbed", "format = 'ORC'", "points");
        arrive("mine", "format = 'ORC'", "points");
        List<String> objects = new WrittenObjects(runner, "robbed").paths();
        begin("mine", "0000f0f0");
        Path record = record("_skipping_rewrite_mine_0000f0f0");
        Path forged = root.resolve("data/forged/record");
        Files.createDirectories(forged.getParent());
        String ofMine = Files.readString(record);
        for (String text : List.of(
                // as in a table of text, which anybody may write
                with(with(ofMine, "table", "robbed"), "newLocation", folder(objects)),
                with(ofMine, "newLocation", folder(objects)),
                ofMine)) {
            Files.writeString(forged, text);
            createStaging("mine", "00000000", folder(objects), "local:///data/forged/record");
            assertNothingIsFinishedOrSwapped("mine", "00000000", objects, "its table property skipping.rewrite names");
            runner.execute("DROP TABLE _skipping_rewrite_mine_00000000");
        }
        rewritten("mine", "--finish", "--older-than=0s");
        assertThat(stagingTables("mine")).isEmpty();
    }

    /** Whoever may write to the folder of a table can write a record there. */
    @Test
    public void testForgedRecordsAreRefused() throws IOException {
        arrive("plundered", "format = 'ORC'", "points");
        arrive("thiefs", "format = 'ORC'", "points");
        List<String> objects = new WrittenObjects(runner, "plundered").paths();
        begin("plundered", "0000a0a0");
        String ofPlundered = Files.readString(record("_skipping_rewrite_plundered_0000a0a0"));
        rewritten("plundered", "--finish", "--older-than=0s");
        begin("thiefs", "0000a0a0");
        Path record = record("_skipping_rewrite_thiefs_0000a0a0");
        String ofThiefs = Files.readString(record);
        String swapped = ofThiefs.replaceFirst("(\"swappedMillis\"\\s*:\\s*)0", "$11");
        assertThat(swapped).isNotEqualTo(ofThiefs);
        String folder = folder(objects);
        String newFolder = folder(new WrittenObjects(runner, "thiefs").paths()) + "__0000a0a0";
        Map<String, String> forgeries = Map.of(
                with(ofThiefs, "table", "plundered"),
                "its record is of test.plundered",
                with(ofThiefs, "schema", "other"),
                "its record is of other.thiefs",
                with(ofThiefs, "newLocation", folder),
                "the new objects are in %s; they should be in %s".formatted(folder, newFolder),
                with(ofThiefs, "newLocation", newFolder + "/../plundered"),
                "they should be in " + newFolder,
                with(ofThiefs, "table", "thiefs\", \"partition\": \"../plundered"),
                "its record is of partition ../plundered, and the table has 0 partition keys");
        for (Map.Entry<String, String> forgery : forgeries.entrySet()) {
            assertThat(forgery.getKey()).isNotEqualTo(ofThiefs);
            Files.writeString(record, forgery.getKey());
            assertNothingIsFinishedOrSwapped("thiefs", "0000a0a0", objects, forgery.getValue());
        }

        // as if the rewrite were swapped, and had been of the objects of another table
        String others = ofPlundered.substring(ofPlundered.indexOf("\"objects\""));
        String stolen = with(swapped.substring(0, swapped.indexOf("\"objects\"")) + others, "oldLocation", folder);
        runner.execute("DROP TABLE _skipping_rewrite_thiefs_0000a0a0");
        Files.createDirectories(record.getParent());
        Files.writeString(record, stolen);
        createStaging("thiefs", "0000a0a0", folder, "local:///" + root.relativize(record));
        assertNothingIsFinishedOrSwapped(
                "thiefs",
                "0000a0a0",
                objects,
                "neither the folders of test.thiefs nor the metastore say that its old objects were in " + folder);
        assertThat(rowsOf("plundered")).isEqualTo(rowsOf("points"));
    }

    /** Checks that nobody puts the objects of another table in the place of those of his own, which he may delete. */
    @Test
    public void testStagingTableElsewhereIsNotSwapped() throws IOException {
        arrive("envied", "format = 'ORC', external_location = 'local:///data/envied/envious__0000b0b0'", "points");
        arrive("envious", "format = 'ORC'", "points");
        List<String> objects = new WrittenObjects(runner, "envied").paths();
        begin("envious", "0000b0b0");
        Path record = record("_skipping_rewrite_envious_0000b0b0");
        String forged = with(Files.readString(record), "newLocation", folder(objects));
        runner.execute("DROP TABLE _skipping_rewrite_envious_0000b0b0");
        // whose record would be below the other table
        createStaging("envious", "0000b0b0", folder(objects), "anything");
        String file;
        try {
            swap("envious", "0000b0b0");
            throw new AssertionError("swapped");
        } catch (RuntimeException e) {
            file = e.getMessage().replaceFirst("(?s).*would write the record to ([^ ]+?)\\. Nothing.*", "$1");
        }
        runner.execute("DROP TABLE _skipping_rewrite_envious_0000b0b0");
        createStaging("envious", "0000b0b0", folder(objects), file);
        Files.createDirectories(file(file).getParent());
        Files.writeString(file(file), forged);
        assertNothingIsFinishedOrSwapped(
                "envious", "0000b0b0", objects, "its folder is local:///data/envied/envious__0000b0b0, and that of");
    }

    private void assertNothingIsFinishedOrSwapped(String table, String rewrite, List<String> objects, String words) {
        List<String> own = new WrittenObjects(runner, table).paths();
        for (String call :
                List.of("finish_rewrite('test', '%s', '0s', false, '%s', true)", "swap_rewrite('test', '%s', '%s')")) {
            boolean isOfSwapped = words.contains("its old objects were in") && call.startsWith("swap");
            assertThatThrownBy(() -> runner.execute("CALL managing.system." + call.formatted(table, rewrite)))
                    .as("%s: %s", call, words)
                    .hasMessageContaining(isOfSwapped ? "has already been swapped in" : words);
        }
        assertThat(objects).isNotEmpty().allMatch(this::exists);
        assertThat(new WrittenObjects(runner, table).paths()).containsExactlyInAnyOrderElementsOf(own);
    }

    private static String folder(List<String> paths) {
        return paths.getFirst().substring(0, paths.getFirst().lastIndexOf('/'));
    }

    private static String with(String record, String field, String value) {
        return record.replaceFirst(
                "(\"%s\"\\s*:\\s*)\"[^\"]*\"".formatted(field), "$1\"%s\"".formatted(Matcher.quoteReplacement(value)));
    }

    /** As anybody can create it who may create tables. */
    private void createStaging(String table, String rewrite, String location, String record) {
        runner.execute(
                "CREATE TABLE _skipping_rewrite_%s_%s (LIKE points) WITH (format = 'ORC', external_location = '%s', extra_properties = map(ARRAY['skipping.rewrite'], ARRAY['%s']))"
                        .formatted(table, rewrite, location, record));
    }

    /** A rewrite that was swapped before the swap left the old location in the metastore. */
    @Test
    public void testRewriteThatWasSwappedByAFormerReleaseIsFinished() throws IOException {
        arrive("swapped_before", "format = 'ORC'", "points");
        arrive("moved_before", "format = 'ORC', external_location = 'local:///data/moved_before/table'", "points");
        for (String table : List.of("swapped_before", "moved_before")) {
            List<String> old = new WrittenObjects(runner, table).paths();
            rewritten(table, places());
            String staging = stagingTables(table).getFirst();
            String record = "local:///" + root.relativize(record(staging));
            runner.execute("DROP TABLE " + staging);
            createStaging(table, staging.substring(staging.length() - 8), folder(old), record);
            if (table.equals("swapped_before")) {
                rewritten(table, "--finish", "--older-than=0s");
                assertThat(old).isNotEmpty().noneMatch(this::exists);
                assertThat(stagingTables(table)).isEmpty();
            } else {
                assertThat(rewrite(table, "--finish", "--older-than=0s").err())
                        .contains("nor the metastore say that its old objects were in " + folder(old))
                        .contains("Check whether they are needed, and delete them yourself");
                assertThat(old).isNotEmpty().allMatch(this::exists);
            }
            assertThat(rowsOf(table)).isEqualTo(rowsOf("points"));
        }
    }

    @Test
    public void testRewriteDoesNotBeginInTheFolderOfAnother() {
        arrive("crowded", "format = 'ORC'", "points");
        runner.execute("CREATE TABLE crowded__0000c0c0 (LIKE points)");
        assertThatThrownBy(() -> begin("crowded", "0000c0c0"))
                .hasMessageContaining("would have the folder of table test.crowded__0000c0c0: choose another name");
        begin("crowded", "0000c0c1");
        assertThatThrownBy(() -> begin("crowded", "0000c0c1")).hasMessageContaining("choose another name");
        assertThat(stagingTables("crowded")).hasSize(1);
        runner.execute("CREATE TABLE crowded__0000c0c1 (LIKE points) WITH (format = 'ORC', external_location = '%s')"
                .formatted(folder(new WrittenObjects(runner, "crowded").paths())));
        assertNothingIsFinishedOrSwapped(
                "crowded",
                "0000c0c1",
                new WrittenObjects(runner, "crowded").paths(),
                "would have the folder of table test.crowded__0000c0c1");
        runner.execute("DROP TABLE crowded__0000c0c1");
        rewritten("crowded", "--finish", "--older-than=0s");
        assertThat(stagingTables("crowded")).isEmpty();
    }

    @Test
    public void testCatalogThatDoesNotWriteToExternalTablesDoesNotRewriteThem() throws IOException {
        arrive("not_ours", "format = 'ORC', external_location = 'local:///data/not_ours/table'", "points");
        SkippingQueryRunner.createLake(
                runner, "reading", root, Map.of("hive.non-managed-table-writes-enabled", "false"));
        String arguments = "schema_name => 'test', table_name => 'not_ours', rewrite => '0000d0d0'";
        assertThatThrownBy(
                        () -> runner.execute("CALL reading.system.begin_rewrite(%s, model => %s, move_external => true)"
                                .formatted(arguments, literal(PLACES))))
                .hasMessageContaining("it is external, and this catalog does not write to external tables");
        assertNothingIsLeft("not_ours", root.resolve("data/not_ours/table"));

        runner.execute("CALL lake.system.begin_rewrite(%s, model => %s, move_external => true)"
                .formatted(arguments, literal(PLACES)));
        runner.execute("INSERT INTO _skipping_rewrite_not_ours_0000d0d0 SELECT * FROM not_ours");
        List<String> written = new WrittenObjects(runner, "_skipping_rewrite_not_ours_0000d0d0").paths();
        assertThatThrownBy(() -> runner.execute("CALL reading.system.swap_rewrite(%s)".formatted(arguments)))
                .hasMessageContaining("does not write to external tables");
        assertThatThrownBy(() -> runner.execute(
                        "CALL reading.system.finish_rewrite(%s, older_than => '0s')".formatted(arguments)))
                .hasMessageContaining("does not write to external tables");
        assertThat(written).isNotEmpty().allMatch(this::exists);
        succeeded(rewriteExternal("not_ours", "--finish", "--older-than=0s"));
        assertThat(written).noneMatch(this::exists);
    }

    private void assertRefused(String table, String reason) {
        Run run = rewrite(table, places());
        assertThat(run.exitCode()).as(run.out()).isEqualTo(1);
        assertThat(run.err()).contains(reason);
        assertThat(stagingTables(table)).isEmpty();
    }
}
