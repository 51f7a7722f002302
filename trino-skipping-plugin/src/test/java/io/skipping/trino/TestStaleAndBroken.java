// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.builder.IndexBuilder;
import io.skipping.trino.SkippingTestTables.BuildResult;
import io.trino.testing.MaterializedRow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/**
 * What can be behind or broken: objects that changed, tables that changed, indexes that are damaged. The answer is always
 * that of the plain Hive connector.
 */
@Test(singleThreaded = true, groups = "servers")
public class TestStaleAndBroken extends AbstractLakeTest {
    private static final String ROW_OF = "SELECT count(*), min(name), max(name) FROM %s.%s.t WHERE k = %s";

    private Path folder;

    @Override
    protected void createTables() {
        // never builds, so that it has nothing in its cache but what it has read
        SkippingQueryRunner.createLake(runner, "reader", root, Map.of());
    }

    /** Three objects: keys 0 to 99, 100 to 199, 200 to 299. */
    @BeforeMethod
    public void createTable() throws IOException {
        runner.execute("DROP TABLE IF EXISTS hive." + SCHEMA + ".t");
        folder = Files.createTempDirectory(root, "table");
        for (int object = 0; object < 3; object++) {
            write("object-" + object, object * 100, 100);
        }
        createTable("k bigint, name varchar");
    }

    private void createTable(String columns) {
        runner.execute(
                "CREATE TABLE hive.%s.t (%s) WITH (format = 'TEXTFILE', textfile_field_separator = ',', external_location = 'local:///%s')"
                        .formatted(SCHEMA, columns, root.relativize(folder)));
    }

    private Path write(String name, int firstKey, int rows) throws IOException {
        Path object = folder.resolve(name);
        Files.write(
                object,
                IntStream.range(firstKey, firstKey + rows)
                        .mapToObj("%1$06d,name%1$06d"::formatted)
                        .toList());
        return object;
    }

    /** The same as the plain connector says, for keys in all objects and outside. */
    private void assertRight() {
        List<MaterializedRow> plain = rowsOfKeys("hive");
        for (String catalog : List.of("lake", "reader")) {
            assertThat(rowsOfKeys(catalog))
                    .as("rows of keys in catalog %s, against the plain connector", catalog)
                    .containsExactlyInAnyOrderElementsOf(plain);
        }
    }

    /** One statement for several keys saves the time of planning. */
    private List<MaterializedRow> rowsOfKeys(String catalog) {
        return rows(IntStream.of(0, 150, 299, 350, 777)
                .mapToObj(key -> "SELECT %s, * FROM (%s)".formatted(key, ROW_OF.formatted(catalog, SCHEMA, key)))
                .collect(joining(" UNION ALL ")));
    }

    private long metric(String metric) {
        // not count(*), which the index answers
        return tables.metric("SELECT count_if(true) FROM reader." + SCHEMA + ".t WHERE k = 150", metric);
    }

    private void assertNoticed(String fault, String... words) {
        assertNoticed("reader", "t", "SELECT count_if(true) FROM reader." + SCHEMA + ".t WHERE k = 150", fault, words);
    }

    @Test
    public void testAFreshIndexSkips() {
        BuildResult build = tables.build("t", "4kB");
        assertThat(build.planned()).isEqualTo(3);
        assertThat(metric("skipping.objects.pruned")).isEqualTo(2);
        assertRight();
    }

    @Test
    public void testASecondBuildReadsNothing() {
        tables.build("t", "4kB");
        BuildResult second = tables.build("t", "4kB");
        assertThat(second.planned()).as("objects that needed a summary").isZero();
        assertThat(second.current()).as("objects that needed none").isEqualTo(3);
        assertThat(second.done()).isZero();
        assertRight();
    }

    @Test
    public void testObjectOverwrittenWithTheSameSize() throws IOException {
        tables.build("t", "4kB");
        write("object-0", 700, 100);
        assertThat(metric("skipping.objects.stale")).isEqualTo(1);
        assertRight();
    }

    @Test
    public void testObjectDeletedAndObjectAdded() throws IOException {
        tables.build("t", "4kB");
        Files.delete(folder.resolve("object-1"));
        write("object-3", 300, 100);
        assertThat(metric("skipping.objects.unindexed")).isEqualTo(1);
        assertRight();

        BuildResult next = tables.build("t", "4kB");
        assertThat(next.planned()).as("only the new one is read").isEqualTo(1);
        assertThat(metric("skipping.objects.unindexed")).isZero();
        assertRight();
    }

    /** Trino says of it what it says of a table that cannot have an index. */
    @Test
    public void testDoctorTellsOfAnObjectInAnotherType() throws IOException {
        Path mixed = Files.createTempDirectory(root, "mixed");
        for (String literal : List.of("1", "'text'")) {
            runner.execute("CREATE TABLE hive.%s.written WITH (format = 'PARQUET') AS SELECT %s AS id"
                    .formatted(SCHEMA, literal));
            String path = (String) runner.execute("SELECT \"$path\" FROM hive.%s.written".formatted(SCHEMA))
                    .getOnlyValue();
            Path object = mixed.resolve(literal.equals("1") ? "number" : "text");
            Files.copy(root.resolve(path.replaceFirst("^local:/+", "")), object);
            Files.setLastModifiedTime(object, FileTime.from(Instant.now().minus(2, ChronoUnit.DAYS)));
            runner.execute("DROP TABLE hive.%s.written".formatted(SCHEMA));
        }
        runner.execute(
                "CREATE TABLE hive.%s.mixed (id integer) WITH (format = 'PARQUET', external_location = 'local:///%s')"
                        .formatted(SCHEMA, root.relativize(mixed)));
        BuildResult build = tables.build("mixed", "4kB");
        assertThat(build.failed()).isEqualTo(1);
        assertThat(doctor())
                .containsPattern(
                        "warning +%s\\.mixed +1 of 2 objects.* a later build has left it out: .*Unsupported Trino column type \\(integer\\)"
                                .formatted(SCHEMA));
        runner.execute("DROP TABLE hive.%s.mixed".formatted(SCHEMA));
    }

    @Test
    public void testDoctorTellsOfAnObjectWithoutATime() throws IOException {
        tables.build("t", "4kB");
        Files.setLastModifiedTime(write("object-3", 300, 100), FileTime.fromMillis(0));
        assertThat(doctor())
                .containsPattern(
                        "unknown +%s\\.t +3 of 4 objects.* since when 1 object in no index waits is not known, because the store has no modification time of \\S+/object-3"
                                .formatted(SCHEMA));
    }

    /** Returns what doctor says of the tables of the schema, which it finds by itself. */
    private String doctor() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream printed = new PrintStream(out, true, UTF_8);
        IndexBuilder.run(
                printed,
                printed,
                "doctor",
                "--read-only",
                "--catalog",
                "lake",
                "--server",
                runner.getCoordinator().getBaseUrl().toString(),
                "--user",
                "user",
                "--schema",
                SCHEMA);
        return out.toString(UTF_8);
    }

    @Test
    public void testObjectReplacedWithinTheSecondInWhichItWasSummarised() throws IOException {
        tables.makeOld();
        Path young = write("object-0", 0, 100);
        // by the clock of a store that is ahead: young, however long this takes
        FileTime second = FileTime.from(Instant.ofEpochSecond(Instant.now().getEpochSecond() + 60));
        Files.setLastModifiedTime(young, second);
        tables.buildAsIs("t", "4kB");
        // another content of the same size in the same second: nobody can see that it changed
        write("object-0", 700, 100);
        Files.setLastModifiedTime(young, second);
        assertThat(metric("skipping.objects.unindexed"))
                .as("an object that young is not trusted")
                .isEqualTo(1);
        assertRight();
    }

    @Test
    public void testABuildReadsPastTheCacheOfFiles() throws IOException {
        Path cache = Files.createTempDirectory(root, "cache");
        SkippingQueryRunner.createLake(
                runner,
                "cached",
                root,
                Map.of(
                        "fs.cache.enabled", "true",
                        "fs.cache.directories", cache.toString(),
                        "fs.cache.max-sizes", "100MB"));
        SkippingTestTables cached = new SkippingTestTables(runner, root, "cached");
        Path replaced = folder.resolve("object-0");
        // in whole seconds, as on S3: some readers ask for the time, and others take it from the listing, in
        // milliseconds
        FileTime time = FileTime.from(Instant.now().minusSeconds(60).truncatedTo(ChronoUnit.SECONDS));
        Files.setLastModifiedTime(replaced, time);
        cached.makeOld();
        assertThat(rowsOfKeys("cached")).containsExactlyInAnyOrderElementsOf(rowsOfKeys("hive"));
        write("object-0", 700, 100);
        Files.setLastModifiedTime(replaced, time);
        assertThat(rowsOfKeys("cached"))
                .as("what the cache answers by path, size and time")
                .isNotEqualTo(rowsOfKeys("hive"));
        cached.buildAsIs("t", "4kB");
        assertThat(metric("skipping.objects.pruned")).isEqualTo(2);
        assertRight();
    }

    @Test
    public void testColumnsSwapped() {
        // text columns are taken by position, so a summary of "k" now speaks of another column
        tables.build("t", "4kB");
        runner.execute("DROP TABLE hive." + SCHEMA + ".t");
        createTable("name varchar, k bigint");
        assertThat(value("SELECT count(*) FROM lake.%s.t WHERE name = '000150'".formatted(SCHEMA)))
                .isEqualTo(1L);
        assertRight();
    }

    @Test
    public void testTypeChanged() {
        tables.build("t", "4kB");
        runner.execute("DROP TABLE hive." + SCHEMA + ".t");
        createTable("k varchar, name varchar");
        String query = "SELECT count(*) FROM %s.%s.t WHERE k > '000298'";
        assertThat(value(query.formatted("lake", SCHEMA))).isEqualTo(value(query.formatted("hive", SCHEMA)));
    }

    @Test
    public void testColumnRenamed() {
        tables.build("t", "4kB");
        runner.execute("ALTER TABLE lake." + SCHEMA + ".t RENAME COLUMN k TO kk");
        runner.execute("ALTER TABLE lake." + SCHEMA + ".t RENAME COLUMN name TO k");
        String query = "SELECT count(*) FROM %s.%s.t WHERE k = 'name000150' AND kk = 150";
        assertThat(value(query.formatted("lake", SCHEMA))).isEqualTo(1L);
        assertThat(value(query.formatted("hive", SCHEMA))).isEqualTo(1L);
    }

    @Test
    public void testDelimiterChanged() {
        tables.build("t", "4kB");
        runner.execute("DROP TABLE hive." + SCHEMA + ".t");
        runner.execute(
                "CREATE TABLE hive.%s.t (k bigint, name varchar) WITH (format = 'TEXTFILE', textfile_field_separator = 'n', external_location = 'local:///%s')"
                        .formatted(SCHEMA, root.relativize(folder)));
        String query = "SELECT count(*) FROM %s.%s.t WHERE k IS NULL";
        assertThat(value(query.formatted("lake", SCHEMA)))
                .as("'000150,' is no number, so every key is NULL")
                .isEqualTo(300L)
                .isEqualTo(value(query.formatted("hive", SCHEMA)));
    }

    @Test
    public void testPartitionDeclaredWithAnotherType() throws IOException {
        runner.execute("DROP TABLE IF EXISTS hive." + SCHEMA + ".p");
        Path partitioned = Files.createTempDirectory(root, "partitioned");
        runner.execute(
                "CREATE TABLE hive.%s.p (k integer, name varchar, d varchar) WITH (format = 'TEXTFILE', textfile_field_separator = ',', partitioned_by = ARRAY['d'], external_location = 'local:///%s')"
                        .formatted(SCHEMA, root.relativize(partitioned)));
        Files.createDirectories(partitioned.resolve("d=a"));
        Files.write(
                partitioned.resolve("d=a/object"),
                IntStream.range(0, 200).mapToObj(k -> k + ",n" + k).toList());
        runner.execute("CALL hive.system.sync_partition_metadata('%s', 'p', 'ADD')".formatted(SCHEMA));
        tables.build("p", "4kB");
        String query = "SELECT count_if(true) FROM lake.%s.p WHERE k = 12345".formatted(SCHEMA);
        assertThat(tables.metric(query, "skipping.objects.pruned")).isEqualTo(1);

        // as by Hive's ALTER TABLE: the partition keeps its own declaration, and the reader converts what it reads
        Path declaration = root.resolve("metastore").resolve(SCHEMA).resolve("p/.trinoSchema");
        String before = Files.readString(declaration);
        Files.writeString(
                declaration,
                before.replaceFirst("(\"name\"\\s*:\\s*\"k\",\\s*\"type\"\\s*:\\s*)\"int\"", "$1\"bigint\""));
        assertThat(Files.readString(declaration)).isNotEqualTo(before);
        for (long key : new long[] {7, 199, 12345}) {
            String count = "SELECT count(*) FROM %s.%s.p WHERE k = %s";
            assertThat(value(count.formatted("lake", SCHEMA, key)))
                    .isEqualTo(value(count.formatted("hive", SCHEMA, key)));
        }
        assertThat(tables.build("p", "4kB").failed()).isZero();
        for (long key : new long[] {7, 199, 12345}) {
            String count = "SELECT count(*) FROM %s.%s.p WHERE k = %s";
            assertThat(value(count.formatted("lake", SCHEMA, key)))
                    .isEqualTo(value(count.formatted("hive", SCHEMA, key)));
        }
    }

    @Test
    public void testIndexOfAnotherTableCopiedIn() throws IOException {
        tables.build("t", "4kB");
        Path other = Files.createTempDirectory(root, "other");
        CopiedFolder.copy(folder, other);
        // the same names and sizes, other content, and the other table's index beside it
        for (int object = 0; object < 3; object++) {
            Path copy = other.resolve("object-" + object);
            FileTime time = Files.getLastModifiedTime(folder.resolve("object-" + object));
            int first = 700 + object * 50;
            Files.write(
                    copy,
                    IntStream.range(first, first + 100)
                            .mapToObj("%1$06d,name%1$06d"::formatted)
                            .toList());
            Files.setLastModifiedTime(copy, time);
        }
        runner.execute("DROP TABLE hive." + SCHEMA + ".t");
        folder = other;
        createTable("k bigint, name varchar");
        assertRight();
        assertThat(metric("skipping.objects.unindexed"))
                .as("the folder of an index carries the name of its table and place")
                .isEqualTo(3);
    }

    @Test
    public void testManifestGone() throws IOException {
        tables.build("t", "4kB");
        deleteAll(files("manifests"));
        assertRight();
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            assertThat(metric("skipping.objects.unindexed")).isEqualTo(3);
            assertThat(metric("skipping.lookup.failures")).isZero();
            assertThat(warnings.messages())
                    .as("a table without an index is nothing to warn of")
                    .isEmpty();
        }
    }

    /** The remedy that messages name, on a server that has no state in memory. */
    private void assertRepaired(String fault) {
        assertThat(tables.build("t", "4kB").failed()).as(fault).isZero();
        assertThat(metric("skipping.objects.pruned"))
                .as("after a build, %s", fault)
                .isEqualTo(2);
        assertRight();
    }

    @Test
    public void testSegmentGone() throws IOException {
        rebuildUnseen();
        deleteAll(files("segments"));
        assertRight();
        assertNoticed("segments are gone", "/segments/");
        assertRepaired("segments are gone");
    }

    /** A server that has the state in memory goes on skipping by it, and must not tell that all is well. */
    @Test
    public void testStatusOfAStateThatIsOnlyInMemory() throws IOException {
        String status =
                "SELECT sum(objects_indexed), min(objects_total), min(problem), count(*) > 0 FROM lake.%s.\"t$indexes\""
                        .formatted(SCHEMA);
        tables.build("t", "4kB");
        assertThat(metric("skipping.objects.pruned")).isEqualTo(2);
        MaterializedRow whole = runner.execute(status).getMaterializedRows().getFirst();
        assertThat((Long) whole.getField(0)).isPositive();
        assertThat(whole.getField(2)).isNull();

        deleteAll(files("segments"));
        assertThat(metric("skipping.objects.pruned")).as("from memory").isEqualTo(2);
        MaterializedRow damaged = runner.execute(status).getMaterializedRows().getFirst();
        assertThat(damaged.getFields().subList(0, 2)).containsExactly(0L, 3L);
        assertThat((String) damaged.getField(2))
                .contains("/segments/", "is missing", "run index-builder build to repair it");
        assertThat(damaged.getField(3)).as("the indexes that there were").isEqualTo(true);

        tables.build("t", "4kB");
        assertThat(runner.execute(status).getMaterializedRows().getFirst()).isEqualTo(whole);
        assertRight();
    }

    /** As after a restart, or on the command's first call. */
    @Test
    public void testStatusOfADamagedStateThatIsNotInMemory() throws IOException {
        String status =
                "SELECT sum(objects_indexed), min(objects_total), count(*) > 0, min(problem) FROM lake.%s.\"t$indexes\""
                        .formatted(SCHEMA);
        rebuildUnseen();
        deleteAll(files("segments"));
        MaterializedRow damaged = runner.execute(status).getMaterializedRows().getFirst();
        assertThat(damaged.getFields().subList(0, 3))
                .as("none of three objects, by the indexes that there were")
                .containsExactly(0L, 3L, true);
        assertThat((String) damaged.getField(3)).contains("/segments/", "is missing");
        tables.build("t", "4kB");
        assertThat(runner.execute(status).getMaterializedRows().getFirst().getField(3))
                .isNull();
    }

    @Test
    public void testWhatAVacuumWouldDelete() throws IOException {
        tables.build("t", "4kB");
        write("object-3", 300, 100);
        tables.build("t", "4kB");
        String vacuumed = "SELECT file, total_bytes FROM lake.%s.\"t$vacuum\"".formatted(SCHEMA);
        assertThat(runner.execute(vacuumed).getMaterializedRows())
                .as("nothing is older than an hour")
                .isEmpty();
        List<MaterializedRow> unneeded =
                runner.execute(vacuumed + " WHERE older_than = '0s'").getMaterializedRows();
        assertThat(unneeded).isNotEmpty().allMatch(file -> (Long) file.getField(1) > 0);
        List<Path> before = files("manifests");
        runner.execute("CALL lake.system.vacuum_index('%s', 't', '0s')".formatted(SCHEMA));
        assertThat(before.size() - files("manifests").size()).isPositive();
        assertThat(unneeded)
                .allMatch(file -> ((String) file.getField(0)).contains("_skipping/"))
                .noneMatch(
                        file -> Files.exists(root.resolve(((String) file.getField(0)).replaceFirst("^local:/+", ""))));
        assertThatThrownBy(() -> runner.execute(vacuumed + " WHERE older_than = 'long ago'"))
                .hasMessageContaining("older_than must be a duration such as '1h', not 'long ago'");
        assertRight();
    }

    @Test
    public void testObjectsThatAreTooYoungAreToldOf() throws IOException {
        tables.makeOld();
        Path young = write("object-0", 0, 100);
        Files.setLastModifiedTime(young, FileTime.from(Instant.now().plusSeconds(60)));
        assertThat(rows(
                                "SELECT event, objects, bytes FROM TABLE(lake.system.summarize('%s', 't')) WHERE event IN ('planned', 'young')"
                                        .formatted(SCHEMA))
                        .stream()
                        .map(row -> row.getFields().toString()))
                .as("its summaries would not count, so none are made")
                .containsExactlyInAnyOrder(
                        "[planned, 2, %s]"
                                .formatted(Files.size(young.resolveSibling("object-1"))
                                        + Files.size(young.resolveSibling("object-2"))),
                        "[young, 1, %s]".formatted(Files.size(young)));
    }

    @Test
    public void testFilesCutShortOrEmptyOrFlipped() throws IOException {
        Random random = new Random(4711);
        for (String kind : List.of("manifests", "segments")) {
            for (Damage damage : Damage.SOME) {
                rebuildUnseen();
                damage.to(files(kind).getLast(), random);
                assertRight();
                assertNoticed("%s %s".formatted(kind, damage), "/%s/".formatted(kind));
                tables.build("t", "4kB");
                assertRight();
                assertThat(metric("skipping.objects.pruned"))
                        .as("a build repairs %s after damage: %s", kind, damage)
                        .isEqualTo(2);
            }
        }
    }

    @Test
    public void testAnIndexOfANewerRelease() throws IOException {
        rebuildUnseen();
        Path manifest = files("manifests").getLast();
        String[] parts = Files.readString(manifest).split("\n", 2);
        Matcher version = Pattern.compile("\"version\":(\\d+)").matcher(parts[0]);
        String newer = version.replaceFirst(found -> "\"version\":" + (Integer.parseInt(found.group(1)) + 1));
        assertThat(newer).isNotEqualTo(parts[0]);
        // what follows the first line may be anything in another format
        Files.writeString(manifest, newer + "\nwritten in a format of tomorrow");
        assertRight();
        assertNoticed("newer format", "format version 2", "use a newer release");

        List<Path> before = files("manifests");
        assertThatThrownBy(() -> tables.build("t", "4kB"))
                .as("a build does not write over what it does not understand")
                .hasMessageContaining("use a newer release");
        assertThat(files("manifests")).isEqualTo(before);
    }

    @Test
    public void testABuildHealsABrokenIndex() throws IOException {
        rebuildUnseen();
        Files.write(files("segments").getLast(), new byte[0]);
        assertRight();
        tables.build("t", "4kB");
        assertThat(metric("skipping.objects.pruned")).isEqualTo(2);
        assertRight();
    }

    @Test
    public void testMalformedRowsAreWhatTheyAreWithoutUs() throws IOException {
        Files.writeString(
                folder.resolve("object-1"),
                "not a number,x\n000150\n,\n000150,a,b,c\n\n\\N,\\N\n000199,name000199\n" + "9".repeat(100_000)
                        + ",long\n");
        BuildResult build = tables.build("t", "4kB");
        assertThat(build.failed()).isZero();
        assertRight();
        for (String predicate : List.of("k IS NULL", "name IS NULL", "name = ''", "k IS NULL AND name = 'x'")) {
            String query = "SELECT count(*) FROM %s.%s.t WHERE " + predicate;
            assertThat(value(query.formatted("lake", SCHEMA)))
                    .as(predicate)
                    .isEqualTo(value(query.formatted("hive", SCHEMA)));
        }
    }

    @Test
    public void testAnUnreadableObjectIsNamedAndReadByQueries() throws IOException {
        Files.write(folder.resolve("object-9.gz"), "not gzip at all".getBytes(UTF_8));
        BuildResult build = tables.build("t", "4kB");
        assertThat(build.failed()).isEqualTo(1);
        assertThat(build.done()).as("the others are indexed").isEqualTo(3);
        assertThatThrownBy(() -> runner.execute(ROW_OF.formatted("lake", SCHEMA, 150)))
                .as("the query fails on it as it would without us")
                .isNotNull();
        assertThatThrownBy(() -> runner.execute(ROW_OF.formatted("hive", SCHEMA, 150)))
                .isNotNull();
        Files.delete(folder.resolve("object-9.gz"));
        assertRight();
    }

    @Test
    public void testTheStockConnectorReadsTheTableWithItsIndexInside() {
        tables.build("t", "4kB");
        assertThat(Files.exists(folder.resolve("_skipping"))).isTrue();
        assertThat(value("SELECT count(*) FROM hive." + SCHEMA + ".t")).isEqualTo(300L);
    }

    @Test
    public void testRequestedIndexesAreBuiltAndDropped() {
        tables.setAutoIndexes("t", false);
        runner.execute("CALL lake.system.create_index('%s', 't', 'minmax', ARRAY['k'])".formatted(SCHEMA));
        tables.build("t", "4kB");
        assertThat(rows("SELECT index_name, requested, objects_indexed, objects_total FROM lake.%s.\"t$indexes\""
                                .formatted(SCHEMA))
                        .toString())
                .isEqualTo("[[minmax(k), true, 3, 3]]");
        assertThat((long) value("SELECT count(*) FROM lake.%s.\"t$index\"".formatted(SCHEMA)))
                .isGreaterThanOrEqualTo(3);
        assertThat(metric("skipping.objects.pruned")).isEqualTo(2);

        // another index: its objects are summarised again
        runner.execute("CALL lake.system.create_index('%s', 't', 'bloom', ARRAY['name'])".formatted(SCHEMA));
        assertThat(tables.build("t", "4kB").planned()).isEqualTo(3);
        assertRight();

        runner.execute("CALL lake.system.drop_index('%s', 't', 'bloom', ARRAY['name'])".formatted(SCHEMA));
        assertThatThrownBy(() -> runner.execute(
                        "CALL lake.system.drop_index('%s', 't', 'bloom', ARRAY['name'])".formatted(SCHEMA)))
                .hasMessageContaining("no requested index bloom(name)");
        assertThatThrownBy(() -> runner.execute(
                        "CALL lake.system.create_index('%s', 't', 'minmax', ARRAY['nope'])".formatted(SCHEMA)))
                .hasMessageContaining("'nope' is neither a data column");
        assertThatThrownBy(() -> runner.execute(
                        "CALL lake.system.create_index('%s', 't', 'magic', ARRAY['k'])".formatted(SCHEMA)))
                .hasMessageContaining("magic");
    }

    @Test
    public void testOptimizeIsNeverPruned() {
        runner.execute("DROP TABLE IF EXISTS lake." + SCHEMA + ".o");
        writeRows("CREATE TABLE lake.%s.o WITH (format = 'ORC') AS SELECT x FROM UNNEST(sequence(1, 100)) AS t(x)"
                .formatted(SCHEMA));
        writeRows("INSERT INTO lake.%s.o SELECT x + 1000 FROM UNNEST(sequence(1, 100)) AS t(x)".formatted(SCHEMA));
        tables.build("o", "4kB");
        assertThat(tables.metric("SELECT * FROM lake.%s.o WHERE x = 5".formatted(SCHEMA), "skipping.objects.pruned"))
                .isEqualTo(1);
        runner.execute(
                io.trino.Session.builder(runner.getDefaultSession())
                        .setCatalogSessionProperty("lake", "non_transactional_optimize_enabled", "true")
                        .build(),
                "ALTER TABLE lake.%s.o EXECUTE optimize".formatted(SCHEMA));
        assertThat(rows("SELECT count(*), sum(x) FROM hive.%s.o".formatted(SCHEMA))
                        .toString())
                .isEqualTo("[[200, 110100]]");
    }

    /** Builds anew and so that no reader has any of it in its cache. */
    private void rebuildUnseen() throws IOException {
        Path index = folder.resolve("_skipping");
        if (Files.exists(index)) {
            try (Stream<Path> files = Files.walk(index)) {
                deleteAll(files.filter(Files::isRegularFile).toList());
            }
        }
        tables.build("t", "4kB");
    }

    private List<Path> files(String kind) throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("_skipping"))) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().contains("/" + kind + "/"))
                    .sorted()
                    .toList();
        }
    }

    private static void deleteAll(List<Path> files) throws IOException {
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
