// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static com.google.common.collect.MoreCollectors.onlyElement;
import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Comparator.naturalOrder;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import io.skipping.builder.IndexBuilder;
import io.skipping.trino.SkippingTestTables.BuildResult;
import io.skipping.trino.SkippingTestTables.Scanned;
import io.skipping.trino.core.release.TrinoRelease;
import io.trino.Session;
import io.trino.testing.MaterializedResult;
import io.trino.testing.MaterializedRow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * What breaks of an index, what else happens to a table, and builds that end early or run beside others change no answer of
 * an Iceberg table.
 */
@Test(singleThreaded = true, groups = "servers")
public class TestIcebergFaults extends AbstractIcebergTest {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private static final Map<String, String> NOT_CACHED = Map.of("iceberg.metadata-cache.enabled", "false");

    private static final Pattern TIMES_OF_METADATA =
            Pattern.compile("(\"(?:timestamp|last-updated)-ms\"\\s*:\\s*)(\\d+)");

    /**
     * Matches the message of a statement whose table others have changed since it began; also of one that adds to statistics whose
     * file has been deleted with their snapshot.
     */
    private static final Pattern CONFLICT = Pattern.compile(
            "(?i)conflict|failed to commit|cannot commit|missing|metadata location|not an ancestor|failed to open input stream for file: .*[.]stats");

    /**
     * Matches what a vacuum that waits for nobody does to a build: it takes the build for one that has ended, and a manifest that
     * is being written to a local disk for one that was left.
     */
    private static final Pattern VACUUMED = Pattern.compile("is not under way|Cannot write index .*/manifests/.* -> ");

    private static final int MOST_ATTEMPTS = 20;

    private static final int FILES = 3;
    private static final int ROWS = 500;

    /**
     * Is held for writing by the stock catalog that reads a table, and for reading by statements that change one: each catalog has
     * a metastore of its own in the same files, which a writer empties for a moment.
     */
    private final ReadWriteLock metastore = new ReentrantReadWriteLock(true);

    /** Returns that files are not cached by their paths: tests write other files of the same names. */
    @Override
    protected Map<String, String> lakeProperties() {
        return NOT_CACHED;
    }

    @Override
    protected void createTables() {
        // never builds, so that it has nothing in its cache but what it has read
        createCatalog("reader", SkippingIcebergConnectorFactory.NAME, NOT_CACHED);
    }

    private void createCatalog(String name, String connector, Map<String, String> properties) {
        CatalogStats.forget(name);
        ImmutableMap.Builder<String, String> all = ImmutableMap.<String, String>builder()
                .putAll(IcebergQueryRunner.properties(root))
                .putAll(properties);
        if (connector.equals(SkippingIcebergConnectorFactory.NAME)) {
            all.put("skipping.lookup-timeout", "1m");
            // what is damaged is looked at
            all.put("skipping.index.refresh-after", "0s");
        }
        runner.createCatalog(name, connector, all.buildOrThrow());
    }

    /** Rows whose ids are those of one file, and in the bounds of all. */
    private static String rows(int file) {
        return "SELECT i %% 20 * 10 + %d AS id, i AS n FROM UNNEST(sequence(0, %d)) AS t (i)".formatted(file, ROWS - 1);
    }

    /** Creates a table of {@link #FILES} files without an index. */
    private String table() {
        String name = "t" + NUMBER.incrementAndGet();
        writeRows("CREATE TABLE %s AS %s".formatted(name, rows(0)));
        for (int file = 1; file < FILES; file++) {
            insert(name, file);
        }
        createIndex(name, "bloom", "id");
        return name;
    }

    private void insert(String table, int file) {
        writeRows("INSERT INTO %s %s".formatted(table, rows(file)));
    }

    /** Checks ids of each file, and one of none, in a catalog of ours. */
    private void assertRight(String catalog, String table) {
        String query = "SELECT id, n FROM %s.%s.%s WHERE id IN (50, 101, 102, 7) AND n > 10";
        assertThat(HashMultiset.create(rows(query.formatted(catalog, SCHEMA, table))))
                .as("rows of %s", table)
                .isEqualTo(HashMultiset.create(rows(query.formatted("iceberg", SCHEMA, table))));
    }

    private void assertRight(String table) {
        assertRight("lake", table);
        assertRight("reader", table);
    }

    private static String byId(String catalog, String table) {
        return "SELECT n FROM %s.%s.%s WHERE id = 51".formatted(catalog, SCHEMA, table);
    }

    private long metric(String table, String metric) {
        return tables.metrics(on, byId("reader", table)).getOrDefault("skipping." + metric, 0L);
    }

    private List<Path> files(String table, String kind) throws IOException {
        return files(indexFolder(table).resolve(kind));
    }

    private String summarise(String table) {
        return (String) rows("SELECT build FROM TABLE(lake.system.summarize('%s', '%s'))".formatted(SCHEMA, table))
                .getFirst()
                .getField(0);
    }

    private void publish(String table, String build) {
        runner.execute("CALL lake.system.publish_index('%s', '%s', '%s')".formatted(SCHEMA, table, build));
    }

    /** Data files have no times of their own, so doctor takes those of snapshots. */
    @Test
    public void testDoctorTellsOfFilesThatBuildsLeaveOut() throws Exception {
        String table = "left_out";
        writeRows("CREATE TABLE %s AS %s".formatted(table, rows(0)));
        Path sound = tables.objects(table).getFirst();
        insert(table, 1);
        Path damaged = tables.objects(table).stream()
                .filter(file -> !file.equals(sound))
                .collect(onlyElement());
        // as long as before, or it would not be that file any more
        Files.write(damaged, new byte[Math.toIntExact(Files.size(damaged))]);
        publish(table, summarise(table));
        assertThat(doctor(table))
                .as("the file was not there for a day")
                .containsPattern("ok +%s.%s +1 of 2 objects".formatted(SCHEMA, table));
        makeSnapshotsOld(sound.getParent().resolveSibling("metadata"));
        assertThat(doctor(table))
                .containsPattern(
                        "warning +%s.%s +1 of 2 objects .*; 1 object in no index was modified more than 1d 00h ago, such as .*, and a later build has left it out: .*%s"
                                .formatted(SCHEMA, table, damaged.getFileName()));
    }

    /** Moves the snapshots of a table two days back in time. */
    private static void makeSnapshotsOld(Path folder) throws IOException {
        Path newest = files(folder).stream()
                .filter(file -> file.toString().endsWith(".metadata.json"))
                .max(naturalOrder())
                .orElseThrow();
        Files.writeString(
                newest,
                TIMES_OF_METADATA
                        .matcher(Files.readString(newest))
                        .replaceAll(time -> time.group(1)
                                + (Long.parseLong(time.group(2))
                                        - Duration.ofDays(2).toMillis())));
    }

    /** Returns what doctor says of a table. Of a server for tests, it says that its release is not that of the plugin. */
    private String doctor(String table) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream printed = new PrintStream(out, true, UTF_8);
        String server = runner.getCoordinator().getBaseUrl().toString();
        IndexBuilder.run(
                printed,
                printed,
                "doctor",
                "--read-only",
                "--catalog",
                "lake",
                "--server",
                server,
                "--user",
                "user",
                "--table",
                SCHEMA + "." + table);
        return out.toString(UTF_8);
    }

    @Test
    public void testDamagedFiles() throws IOException {
        String table = table();
        Random random = new Random(4711);
        for (String kind : List.of("manifests", "segments")) {
            for (Damage damage : Damage.SOME) {
                rebuildUnseen(table);
                damage.to(files(table, kind).getLast(), random);
                assertRight(table);
                assertNoticed(
                        "reader",
                        table,
                        byId("reader", table),
                        "%s %s".formatted(kind, damage),
                        "/%s/".formatted(kind));
                // what was asked for is lost with a manifest
                build(table);
                assertThat(metric(table, "lookup.failures"))
                        .as("a build repairs %s after damage: %s", kind, damage)
                        .isZero();
                assertThat(metric(table, "objects.unindexed")).isZero();
                assertRight(table);
            }
        }
    }

    /** Builds anew and so that no reader has any of it in its cache. */
    private void rebuildUnseen(String table) throws IOException {
        Path index = tables.objects(table).getFirst().getParent().resolveSibling("_skipping");
        if (Files.exists(index)) {
            for (Path file : files(index)) {
                Files.delete(file);
            }
        }
        createIndex(table, "bloom", "id");
        build(table);
    }

    @Test
    public void testSegmentsThatAreGone() throws IOException {
        String table = table();
        build(table);
        for (Path segment : files(table, "segments")) {
            Files.delete(segment);
        }
        assertRight(table);
        assertNoticed("reader", table, byId("reader", table), "segments are gone", "/segments/");
        build(table);
        assertThat(metric(table, "objects.pruned")).isEqualTo(FILES - 1);
        assertRight(table);
    }

    /** A table without an index is nothing to warn of, also one that had an index a moment ago. */
    @Test
    public void testIndexThatIsGone() throws IOException {
        String table = table();
        build(table);
        assertThat(metric(table, "objects.pruned")).isEqualTo(FILES - 1);
        Path index = indexFolder(table).getParent();
        deleteRecursively(index, ALLOW_INSECURE);
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            assertRight(table);
            assertThat(metric(table, "objects.unindexed")).isEqualTo(FILES);
            assertThat(metric(table, "lookup.failures")).isZero();
            assertThat(warnings.messages()).isEmpty();
        }
        createIndex(table, "bloom", "id");
        assertThat(build(table).planned()).isEqualTo(FILES);
        assertThat(metric(table, "objects.pruned")).isEqualTo(FILES - 1);
    }

    /** The stock connector knows nothing of indexes; whether it takes their files for orphans depends on its release. */
    @Test
    public void testOrphanFilesOfTheStockConnector() throws IOException {
        String table = table();
        build(table);
        Path index = indexFolder(table);
        List<Path> before = files(index);
        assertThat(before).isNotEmpty();
        runner.execute("ALTER TABLE iceberg.%s.%s EXECUTE remove_orphan_files(retention_threshold => '0s')"
                .formatted(SCHEMA, table));
        assertThat(files(index))
                .as("as docs/iceberg.md says")
                .isEqualTo(TrinoRelease.VERSION.equals("476") ? before : List.of());
        assertRight(table);
        createIndex(table, "bloom", "id");
        build(table);
        assertThat(metric(table, "objects.pruned")).isEqualTo(FILES - 1);
        assertRight(table);
    }

    /** A file is where the folder of the index should be, so that nothing can be written there. */
    @Test
    public void testFolderThatCannotBeWritten() throws IOException {
        String table = table();
        Path index = indexFolder(table).getParent();
        deleteRecursively(index, ALLOW_INSECURE);
        Files.createFile(index);
        assertThatThrownBy(() -> build(table)).hasMessageContaining("_skipping");
        assertThatThrownBy(() -> createIndex(table, "bloom", "n")).hasMessageContaining("_skipping");
        assertRight(table);
        runner.execute("DELETE FROM %s WHERE id = 101".formatted(table));
        assertRight(table);

        Files.delete(index);
        createIndex(table, "bloom", "id");
        assertThat(build(table).planned()).isEqualTo(FILES);
        assertThat(metric(table, "objects.pruned")).isEqualTo(FILES - 1);
        assertRight(table);
    }

    /** The folder of an index carries the name of its table. */
    @Test
    public void testIndexOfAnotherTable() throws IOException {
        String table = table();
        build(table);
        String other = table();
        Path own = indexFolder(other);
        deleteRecursively(own, ALLOW_INSECURE);
        CopiedFolder.copy(
                indexFolder(table), own.resolveSibling(indexFolder(table).getFileName()));
        assertRight(other);
        assertThat(metric(other, "objects.unindexed")).isEqualTo(FILES);
        // and under the name that its own would have
        CopiedFolder.copy(indexFolder(table), own);
        assertRight(other);
        assertThat(metric(other, "objects.pruned")).isZero();
        assertNoticed("reader", other, byId("reader", other), "index of another table", "belongs to");
    }

    /** A table that is registered again is the same one. */
    @Test
    public void testRegisteredTables() throws IOException {
        String table = table();
        build(table);
        Path location = indexFolder(table).getParent().getParent();
        runner.execute("CALL lake.system.unregister_table('%s', '%s')".formatted(SCHEMA, table));
        runner.execute("CALL lake.system.register_table('%s', '%s_again', 'local:///%s')"
                .formatted(SCHEMA, table, root.relativize(location)));
        assertThat(metric(table + "_again", "objects.pruned")).isEqualTo(FILES - 1);
        assertRight(table + "_again");
    }

    /** A manifest of the table may state a wrong size of a file; a file of another size is another one. */
    @Test
    public void testFilesOfOtherSizes() throws IOException {
        Map<String, String> askStore = Map.of("iceberg.use-file-size-from-metadata", "false");
        createCatalog("sized", "iceberg", askStore);
        createCatalog("sized_lake", SkippingIcebergConnectorFactory.NAME, askStore);
        SkippingTestTables sized = new SkippingTestTables(runner, root, "sized_lake");
        String table = table();
        build(table);
        Table library = IcebergLibrary.table(runner, table);
        List<DataFile> stored = new ArrayList<>();
        try (CloseableIterable<FileScanTask> files = library.newScan().planFiles()) {
            files.forEach(task -> stored.add(task.file()));
        }
        RewriteFiles replaced = library.newRewrite();
        for (int file = 0; file < FILES; file++) {
            DataFile data = stored.get(file);
            replaced.deleteFile(data);
            replaced.addFile(DataFiles.builder(library.spec())
                    .copy(data)
                    .withFileSizeInBytes(data.fileSizeInBytes() + (file == 0 ? -4 : 1000))
                    .build());
        }
        replaced.commit();
        for (boolean built : new boolean[] {false, true}) {
            if (built) {
                assertThat(sized.buildAsIs(table, "4kB").failed()).isEqualTo(FILES);
            }
            for (String query : List.of(
                    "SELECT id, n FROM %s WHERE id IN (50, 101, 102, 7) AND n > 10",
                    "SELECT count(*), min(n), max(n) FROM %s",
                    "SELECT n FROM %s WHERE n >= 100",
                    "SELECT count(*) FROM (SELECT * FROM %s WHERE n >= 0 LIMIT 1400)")) {
                assertThat(HashMultiset.create(rows(query.formatted("sized_lake.%s.%s".formatted(SCHEMA, table)))))
                        .as("%s, built: %s", query, built)
                        .isEqualTo(HashMultiset.create(rows(query.formatted("sized.%s.%s".formatted(SCHEMA, table)))));
            }
            Map<String, Long> metrics = sized.metrics(
                    manyRowGroups(), "SELECT id FROM sized_lake.%s.%s WHERE n > 10".formatted(SCHEMA, table));
            assertThat(metrics.get("skipping.objects.unindexed") + metrics.get("skipping.objects.stale"))
                    .as("files of which the manifest says another size than the store does, built: %s", built)
                    .isEqualTo(FILES);
        }
    }

    /** Replaces a file by one of the same size, as another program may, and adds it to the table once more. */
    @Test
    public void testReplacedFiles() throws IOException {
        String table = "replaced_files";
        String other = "replacing_files";
        createCatalog("uncompressed", "iceberg", Map.of("iceberg.compression-codec", "NONE"));
        for (String name : List.of(table, other)) {
            runner.execute(
                    "CREATE TABLE uncompressed.%s.%s AS SELECT i %% 20 * 10 + %d AS id, i AS n FROM UNNEST(sequence(0, 499)) AS t (i)"
                            .formatted(SCHEMA, name, name.equals(table) ? 0 : 1));
        }
        createIndex(table, "bloom", "id");
        build(table);
        assertRight(table);
        Path replaced = tables.objects(table).getFirst();
        Path replacing = tables.objects(other).getFirst();
        assertThat(Files.size(replaced)).isEqualTo(Files.size(replacing));

        runner.execute("DELETE FROM " + table);
        assertThat(replaced).as("a file that only the metadata have lost").exists();
        Files.copy(replacing, replaced, StandardCopyOption.REPLACE_EXISTING);
        Table library = IcebergLibrary.table(runner, table);
        library.newAppend()
                .appendFile(DataFiles.builder(library.spec())
                        .withPath("local:///" + root.relativize(replaced))
                        .withFormat(FileFormat.PARQUET)
                        .withFileSizeInBytes(Files.size(replaced))
                        .withRecordCount(500)
                        .build())
                .commit();
        for (boolean built : new boolean[] {false, true}) {
            if (built) {
                assertThat(build(table).done())
                        .as("the file has to be read again")
                        .isEqualTo(1);
            }
            // what the stock catalog has in its cache is the former file
            assertThat(rows("SELECT count(*), min(id), max(id) FROM reader.%s.%s".formatted(SCHEMA, table)))
                    .extracting(MaterializedRow::getFields)
                    .containsExactly(List.of(500L, 1L, 191L));
            assertThat(rows(byId("reader", table))).hasSize(25);
            assertThat(rows(byId("reader", table).replace("51", "50"))).isEmpty();
            assertThat(metric(table, "objects.stale"))
                    .as("stale files, built: %s", built)
                    .isEqualTo(built ? 0 : 1);
        }
        assertThat(tables.metrics(on, byId("reader", table).replace("51", "50")))
                .as("an id of the former file")
                .containsEntry("skipping.objects.pruned", 1L);
    }

    /** Checks that whoever ignores the statistics of footers, because some are wrong, has nothing skipped by them. */
    @Test
    public void testStatisticsOfFootersThatAreIgnored() {
        String table = table();
        build(table);
        Session ignoring = Session.builder(runner.getDefaultSession())
                .setCatalogSessionProperty("lake", "parquet_ignore_statistics", "true")
                .build();
        String query = byId("lake", table);
        assertThat(tables.metrics(ignoring, query))
                .as("what was taken from the footer")
                .containsEntry("skipping.objects.stale", (long) FILES)
                .containsEntry("skipping.objects.pruned", 0L);
        assertThat(tables.metrics(on, query)).containsEntry("skipping.objects.pruned", FILES - 1L);

        assertThat(tables.build(ignoring, table, "4kB"))
                .as("the values are read now")
                .returns((long) FILES, BuildResult::done)
                .returns(0L, BuildResult::failed);
        for (Session session : List.of(ignoring, on)) {
            assertThat(tables.metrics(session, query))
                    .containsEntry("skipping.objects.stale", 0L)
                    .containsEntry("skipping.objects.pruned", FILES - 1L);
        }
        assertThat(build(table).planned()).as("as they are for others, too").isZero();
    }

    @DataProvider
    public Object[][] caches() {
        return new Object[][] {{"memory"}, {"disk"}};
    }

    /**
     * Checks that what the stock connector's caches of files have kept, of the table or of its index, changes no answer: they
     * answer by path alone, in the memory of the coordinator ({@code iceberg.metadata-cache.enabled}) or on a disk
     * ({@code fs.cache.enabled}).
     */
    @Test(dataProvider = "caches")
    public void testCaches(String kind) throws IOException {
        String cached = "cached_in_" + kind;
        String stock = "stock_" + cached;
        Path ourCache = Files.createDirectory(root.resolve(cached));
        Path stockCache = Files.createDirectory(root.resolve(stock));
        createCatalog(cached, SkippingIcebergConnectorFactory.NAME, cacheProperties(kind, ourCache));
        createCatalog(stock, "iceberg", cacheProperties(kind, stockCache));
        SkippingTestTables builder = new SkippingTestTables(runner, root, cached);
        String table = table();
        builder.buildAsIs(table, "4kB");
        assertSameThroughCaches(cached, stock, table);
        List<String> statements = List.of(
                "INSERT INTO TARGET " + rows(0),
                "DELETE FROM TARGET WHERE id = 101 AND n > 100",
                "UPDATE TARGET SET n = n + 1 WHERE id = 50",
                "ALTER TABLE TARGET EXECUTE optimize",
                "DELETE FROM TARGET WHERE id = 102",
                "INSERT INTO TARGET " + rows(2),
                "ALTER TABLE TARGET EXECUTE optimize",
                "ALTER TABLE TARGET EXECUTE expire_snapshots(retention_threshold => '0s')");
        for (int number = 0; number < statements.size(); number++) {
            // by itself, and behind its back
            String writer = "%s.%s.%s".formatted(number % 2 == 0 ? cached : "lake", SCHEMA, table);
            runner.execute(on, statements.get(number).replace("TARGET", writer));
            assertSameThroughCaches(cached, stock, table);
            assertThat(builder.buildAsIs(table, "4kB").failed())
                    .as("files that cannot be summarised after %s", statements.get(number))
                    .isZero();
            assertSameThroughCaches(cached, stock, table);
            Map<String, Long> ofNone = tables.metrics(on, byId(cached, table).replace("51", "95"));
            assertThat(ofNone.get("skipping.objects.considered")).isPositive();
            assertThat(ofNone)
                    .as("after %s and a build", statements.get(number))
                    .containsEntry("skipping.objects.pruned", ofNone.get("skipping.objects.considered"))
                    .containsEntry("skipping.lookup.failures", 0L);
        }
        if (kind.equals("disk")) {
            assertThat(files(ourCache)).as("the cache").isNotEmpty();
            assertThat(files(stockCache)).as("the stock cache").isNotEmpty();
        }

        // another index has files of the same names, which the cache has in their former state
        for (Path file : files(indexFolder(table))) {
            Files.delete(file);
        }
        createIndex(table, "bloom", "id");
        insert(table, 1);
        build(table);
        assertSameThroughCaches(cached, stock, table);
        assertRight(table);
        assertThat(metric(table, "objects.unindexed")).isZero();
    }

    private static Map<String, String> cacheProperties(String kind, Path folder) {
        return kind.equals("memory")
                ? Map.of("iceberg.metadata-cache.enabled", "true")
                : Map.of(
                        "fs.cache.enabled", "true",
                        "fs.cache.directories", folder.toString(),
                        "fs.cache.max-sizes", "100MB");
    }

    /** Compares catalogs with caches, of ours also without skipping, with one that has none. */
    private void assertSameThroughCaches(String cached, String stock, String table) {
        Session without = Session.builder(on)
                .setCatalogSessionProperty(cached, "skipping_enabled", "false")
                .build();
        for (String query : List.of(
                "SELECT id, n FROM %s WHERE id IN (50, 101, 102, 7) AND n > 10",
                "SELECT count(*), min(n), max(n), min(id), max(id) FROM %s",
                "SELECT n FROM %s ORDER BY n DESC LIMIT 5",
                "SELECT count(*) FROM (SELECT * FROM %s WHERE n >= 100 LIMIT 700)")) {
            String ofTable = query.formatted("%s." + SCHEMA + "." + table);
            List<MaterializedRow> expected = local.rows(off, ofTable.formatted("lake"));
            for (String catalog : List.of(cached, stock)) {
                assertThat(HashMultiset.create(rows(ofTable.formatted(catalog))))
                        .as("%s in %s", query, catalog)
                        .isEqualTo(HashMultiset.create(expected));
            }
            assertThat(HashMultiset.create(rows(without, ofTable.formatted(cached))))
                    .as("%s without skipping", query)
                    .isEqualTo(HashMultiset.create(expected));
        }
    }

    /** A build that its job leaves in the middle is no build. */
    @Test
    public void testBuildsThatEndEarly() {
        String table = table();
        summarise(table);
        assertThat(metric(table, "objects.unindexed")).isEqualTo(FILES);
        assertRight(table);
        insert(table, 0);
        runner.execute("SELECT event FROM TABLE(lake.system.summarize('%s', '%s')) LIMIT 1".formatted(SCHEMA, table));
        assertRight(table);
        build(table);
        assertThat(metric(table, "objects.pruned")).isEqualTo(FILES);
        assertThat(build(table).planned()).isZero();
        runner.execute("CALL lake.system.vacuum_index('%s', '%s', '0s')".formatted(SCHEMA, table));
        assertThat(metric(table, "objects.pruned")).isEqualTo(FILES);
        assertRight(table);
    }

    /** Builds that begin before others are published lose nothing of each other, whichever is published first. */
    @Test
    public void testBuildsAtOnce() {
        for (boolean inOrder : new boolean[] {true, false}) {
            String table = table();
            String first = summarise(table);
            insert(table, 0);
            String second = summarise(table);
            insert(table, 2);
            publish(table, inOrder ? first : second);
            assertRight(table);
            publish(table, inOrder ? second : first);
            assertRight(table);
            assertThat(metric(table, "objects.unindexed"))
                    .as("the file that no build has seen, in order: %s", inOrder)
                    .isEqualTo(1);
            assertThat(metric(table, "objects.pruned")).isEqualTo(FILES);
            assertThat(build(table).planned()).isEqualTo(1);
            assertThat(metric(table, "objects.pruned")).isEqualTo(FILES + 1);
        }
    }

    /** Publishes what was summarised before the files were rewritten, and their snapshots expired. */
    @Test
    public void testBuildOfFilesThatAreGone() {
        String table = table();
        String build = summarise(table);
        runner.execute("DELETE FROM %s WHERE id = 101".formatted(table));
        runner.execute("ALTER TABLE %s EXECUTE optimize".formatted(table));
        runner.execute("ALTER TABLE %s EXECUTE expire_snapshots(retention_threshold => '0s')".formatted(table));
        publish(table, build);
        assertRight(table);
        build(table);
        assertRight(table);
        assertThat(build(table).planned()).isZero();
    }

    /** Readers compare each snapshot with and without skipping while it is written, indexed and rewritten. */
    @Test
    public void testWritersBuildersAndReaders() throws Exception {
        int statements = 16;
        int reads = 25;
        String table = table();
        Random random = new Random(17);
        AtomicBoolean written = new AtomicBoolean();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> writer = clients.submit(() -> {
                try {
                    for (int statement = 0; statement < statements; statement++) {
                        change(
                                switch (statement % 4) {
                                    case 0, 1 -> "INSERT INTO %s %s".formatted(table, rows(random.nextInt(FILES)));
                                    case 2 ->
                                        "DELETE FROM %s WHERE id = %s AND n < %s"
                                                .formatted(table, random.nextInt(200), random.nextInt(ROWS));
                                    default ->
                                        statement % 8 == 3
                                                ? "ALTER TABLE %s EXECUTE optimize".formatted(table)
                                                : "UPDATE %s SET n = n + 1 WHERE id = 51".formatted(table);
                                });
                    }
                } finally {
                    written.set(true);
                }
            });
            List<Future<?>> others = new ArrayList<>();
            for (int builder = 0; builder < 2; builder++) {
                others.add(clients.submit(() -> {
                    while (!written.get()) {
                        publish(table, summarise(table));
                    }
                }));
            }
            for (int reader = 0; reader < 2; reader++) {
                others.add(clients.submit(() -> {
                    // afterwards, nothing changes any more
                    for (int read = 0; read < reads && (read < 5 || !written.get()); read++) {
                        compareNewestSnapshot(table);
                    }
                }));
            }
            writer.get();
            for (Future<?> other : others) {
                other.get();
            }
        }
        build(table);
        assertRight(table);
        assertThat(metric(table, "objects.unindexed")).isZero();
        Set<Object> indexed = rows("SELECT DISTINCT object FROM \"%s$index\"".formatted(table)).stream()
                .map(row -> row.getField(0))
                .collect(toImmutableSet());
        assertThat(indexed)
                .as("the files of all snapshots")
                .containsAll(rows("SELECT file_path FROM \"%s$files\" WHERE content = 0".formatted(table)).stream()
                        .map(row -> row.getField(0))
                        .toList());
    }

    /**
     * Readers compare each snapshot with and without skipping, and with the stock connector, while others append, merge and
     * delete, rewrite, let snapshots expire and vacuum the index, and build it.
     */
    @Test
    public void testEverybodyAtOnce() throws Exception {
        int rounds = 6;
        int reads = 25;
        String table = table();
        build(table);
        // whoever reads a snapshot whose files are deleted meanwhile fails, with the stock connector, too
        ReadWriteLock expiry = new ReentrantReadWriteLock(true);
        List<Future<?>> writers = new ArrayList<>();
        List<Future<?>> readers = new ArrayList<>();
        AtomicInteger writing = new AtomicInteger();
        AtomicLong pruned = new AtomicLong();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<IntConsumer> works = List.of(
                    round -> commit("INSERT INTO %s %s".formatted(table, rows(round % FILES))),
                    round -> commit(
                            switch (round % 4) {
                                case 0 -> "DELETE FROM %s WHERE id = %s AND n < 250".formatted(table, 50 + round);
                                case 1 ->
                                    "MERGE INTO %s t USING (VALUES (BIGINT '51', BIGINT '7'), (100, 8), (1001, 9)) AS s (id, n) ON t.id = s.id AND t.n %% 5 = 0 "
                                                    .formatted(table)
                                            + "WHEN MATCHED AND t.n > 400 THEN DELETE WHEN MATCHED THEN UPDATE SET n = t.n + s.n WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.n)";
                                case 2 -> "ALTER TABLE %s EXECUTE optimize".formatted(table);
                                default -> "UPDATE %s SET n = n + 1 WHERE id = 102".formatted(table);
                            }),
                    _ -> {
                        expiry.writeLock().lock();
                        try {
                            commit("ALTER TABLE %s EXECUTE expire_snapshots(retention_threshold => '0s')"
                                    .formatted(table));
                        } finally {
                            expiry.writeLock().unlock();
                        }
                        runner.execute("CALL lake.system.vacuum_index('%s', '%s', '0s')".formatted(SCHEMA, table));
                    },
                    _ -> attempt(VACUUMED, () -> {
                        publish(table, summarise(table));
                        return true;
                    }));
            writing.set(works.size());
            for (IntConsumer work : works) {
                writers.add(clients.submit(() -> {
                    try {
                        for (int round = 0; round < rounds; round++) {
                            work.accept(round);
                        }
                    } finally {
                        writing.decrementAndGet();
                    }
                }));
            }
            for (int reader = 0; reader < 2; reader++) {
                readers.add(clients.submit(() -> {
                    for (int read = 0; read < reads && (read < 5 || writing.get() > 0); read++) {
                        expiry.readLock().lock();
                        try {
                            pruned.addAndGet(compareNewestSnapshot(table));
                        } finally {
                            expiry.readLock().unlock();
                        }
                    }
                }));
            }
            for (Future<?> client : Iterables.concat(writers, readers)) {
                client.get();
            }
        }
        assertThat(pruned.get()).as("files that scans left out meanwhile").isPositive();
        build(table);
        assertRight(table);
        compareNewestSnapshot(table);
        assertThat(metric(table, "objects.unindexed")).isZero();
        assertThat(rows("SELECT DISTINCT object FROM \"%s$index\"".formatted(table)))
                .as("the files of the snapshots that are left")
                .hasSameElementsAs(rows(
                        "SELECT DISTINCT data_file.file_path FROM \"%s$all_entries\" WHERE data_file.content = 0 AND status < 2"
                                .formatted(table)));
    }

    /** Runs a statement, again if another one has changed the table at the same time. */
    private void commit(String statement) {
        attempt(CONFLICT, () -> change(statement));
    }

    private MaterializedResult change(String statement) {
        return holding(metastore.readLock(), () -> runner.execute(statement));
    }

    private static <T> T holding(Lock lock, Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /** @param failure what it may fail with before it is tried again */
    private static <T> T attempt(Pattern failure, Supplier<T> work) {
        for (int attempt = 0; ; attempt++) {
            try {
                return work.get();
            } catch (RuntimeException e) {
                if (attempt == MOST_ATTEMPTS
                        || !failure.matcher(String.valueOf(e.getMessage())).find()) {
                    throw e;
                }
            }
        }
    }

    /** @return how many files the scans with skipping left out at most */
    private long compareNewestSnapshot(String table) {
        Object snapshot = rows("SELECT max_by(snapshot_id, committed_at) FROM \"%s$snapshots\"".formatted(table))
                .getFirst()
                .getField(0);
        String query = """
                SELECT 'rows', count(id), sum(n) FROM %1$s WHERE id = 51
                UNION ALL SELECT 'none', count(id), sum(n) FROM %1$s WHERE id = 7
                UNION ALL SELECT 'all', count(*), max(n) FROM %1$s
                UNION ALL SELECT 'some', count(*), min(n) FROM %1$s WHERE n >= 100
                UNION ALL SELECT 'limit', count(*), 0 FROM (SELECT n FROM %1$s WHERE n >= 100 LIMIT 700)
                UNION ALL (SELECT 'first', n, 0 FROM %1$s ORDER BY n DESC LIMIT 5)""".formatted("%s.%s.%s FOR VERSION AS OF %s".formatted("%1$s", SCHEMA, table, snapshot));
        Scanned scanned = tables.scan(on, query.formatted("lake"));
        List<MaterializedRow> stock = holding(metastore.writeLock(), () -> local.rows(on, query.formatted("iceberg")));
        for (List<MaterializedRow> others : List.of(local.rows(off, query.formatted("lake")), stock)) {
            assertThat(HashMultiset.create(scanned.rows())).as(query).isEqualTo(HashMultiset.create(others));
        }
        return scanned.metrics().getOrDefault("skipping.objects.pruned", 0L);
    }
}
