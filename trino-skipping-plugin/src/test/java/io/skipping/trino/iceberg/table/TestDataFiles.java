// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.table;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Streams;
import io.skipping.index.ObjectVersion;
import io.trino.plugin.iceberg.IcebergFileFormat;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Types;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

public class TestDataFiles {
    /** Numbers what the first snapshot of a table has added. */
    private static final OptionalLong FIRST = OptionalLong.of(1);

    private static final Schema SCHEMA = new Schema(optional(1, "id", Types.LongType.get()));

    private InMemoryCatalog catalog;

    @BeforeClass
    public void start() {
        catalog = new InMemoryCatalog();
        catalog.initialize("memory", ImmutableMap.of());
        catalog.createNamespace(Namespace.of("grid"));
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws Exception {
        catalog.close();
        catalog = null;
    }

    private Table table(String name) {
        return catalog.createTable(TableIdentifier.of("grid", name), SCHEMA);
    }

    private static DataFile file(String name) {
        return file(name, PartitionSpec.unpartitioned()).build();
    }

    private static org.apache.iceberg.DataFiles.Builder file(String name, PartitionSpec spec) {
        return org.apache.iceberg.DataFiles.builder(spec)
                .withPath("memory:/data/" + name)
                .withFormat(FileFormat.PARQUET)
                .withFileSizeInBytes(1000)
                .withRecordCount(10);
    }

    private static List<String> names(Table table) {
        return DataFiles.all(table, KnownFiles.NONE, ForkJoinPool.commonPool()).stream()
                .map(file -> file.path().substring("memory:/data/".length()))
                .collect(toImmutableList());
    }

    @Test
    public void testNoSnapshots() {
        assertThat(names(table("empty"))).isEmpty();
    }

    @Test
    public void testWhatManifestsSay() {
        Table table = table("described");
        table.newAppend().appendFile(file("a")).commit();
        assertThat(DataFiles.all(table, KnownFiles.NONE, Runnable::run))
                .containsExactly(new StoredFile("memory:/data/a", 1000, 10, FIRST, IcebergFileFormat.PARQUET, false));
    }

    @Test
    public void testEncryptedFiles() {
        Table table = table("encrypted");
        table.newAppend()
                .appendFile(org.apache.iceberg.DataFiles.builder(PartitionSpec.unpartitioned())
                        .copy(file("a"))
                        .withEncryptionKeyMetadata(ByteBuffer.wrap(new byte[] {1}))
                        .build())
                .commit();
        assertThat(DataFiles.all(table, KnownFiles.NONE, Runnable::run))
                .containsExactly(new StoredFile("memory:/data/a", 1000, 10, FIRST, IcebergFileFormat.PARQUET, true));
    }

    /** Adds a file once more, as another program may that has replaced it. */
    @Test
    public void testFilesAddedAgain() {
        Table table = table("again");
        table.newAppend().appendFile(file("a")).appendFile(file("b")).commit();
        KnownFiles known = new KnownFiles(
                DataFiles.snapshotIds(table), DataFiles.all(table, KnownFiles.NONE, ForkJoinPool.commonPool()));
        KnownFiles withoutNumbers = new KnownFiles(
                known.snapshots(),
                known.files().stream()
                        .map(file -> StoredFile.known(
                                new ObjectVersion(file.path(), file.size(), 0), file.records(), file.format()))
                        .collect(toImmutableList()));
        table.newDelete().deleteFile(file("a")).commit();
        DataFile replaced = file("a", PartitionSpec.unpartitioned())
                .withFileSizeInBytes(2000)
                .build();
        table.newFastAppend().appendFile(replaced).commit();
        for (KnownFiles before : List.of(KnownFiles.NONE, known, withoutNumbers)) {
            List<StoredFile> files = DataFiles.all(table, before, ForkJoinPool.commonPool());
            assertThat(files)
                    .extracting(StoredFile::path)
                    .containsExactlyInAnyOrder("memory:/data/a", "memory:/data/b");
            assertThat(files)
                    .contains(new StoredFile(
                            "memory:/data/a", 2000, 10, OptionalLong.of(3), IcebergFileFormat.PARQUET, false));
        }
    }

    /** Files that the current state does not have can be read by time travel. */
    @Test
    public void testFilesOfAllSnapshots() {
        Table table = table("history");
        table.newAppend().appendFile(file("a")).appendFile(file("b")).commit();
        table.newAppend().appendFile(file("c")).commit();
        table.newDelete().deleteFile(file("a")).commit();
        table.newRewrite()
                .deleteFile(file("b"))
                .deleteFile(file("c"))
                .addFile(file("bc"))
                .commit();
        assertThat(names(table)).containsExactlyInAnyOrder("a", "b", "c", "bc");

        table.expireSnapshots()
                .expireSnapshotId(table.snapshots().iterator().next().snapshotId())
                .commit();
        long current = table.currentSnapshot().snapshotId();
        table.snapshots().forEach(snapshot -> {
            if (snapshot.snapshotId() != current) {
                table.expireSnapshots().expireSnapshotId(snapshot.snapshotId()).commit();
            }
        });
        assertThat(names(table)).containsExactly("bc");
    }

    /** Summaries are optional in tables of format version 1. */
    @Test
    public void testSnapshotsWithoutSummaries() throws JsonProcessingException {
        Table table = table("terse");
        table.newAppend().appendFile(file("a")).commit();
        TableMetadata metadata = ((BaseTable) table).operations().current();
        JsonNode json = new ObjectMapper().readTree(TableMetadataParser.toJson(metadata));
        json.get("snapshots").forEach(snapshot -> ((ObjectNode) snapshot).remove("summary"));
        Table terse = new BaseTable(
                new StaticTableOperations(
                        TableMetadataParser.fromJson(metadata.metadataFileLocation(), json.toString()), table.io()),
                "terse");
        assertThat(names(terse)).containsExactly("a");
        assertThat(DataFiles.summary(terse.currentSnapshot())).isEmpty();
    }

    /** Only the manifests of the first files are read, and partitions leave files out. */
    @Test
    public void testFirstFiles() {
        Table table = catalog.createTable(
                TableIdentifier.of("grid", "first"),
                SCHEMA,
                PartitionSpec.builderFor(SCHEMA).identity("id").build());
        for (int manifest = 0; manifest < 3; manifest++) {
            AppendFiles append = table.newFastAppend();
            for (int id = 0; id < 4; id++) {
                append.appendFile(file("m%d-%d".formatted(manifest, id), table.spec())
                        .withPartitionPath("id=" + (id + manifest))
                        .build());
            }
            append.commit();
        }
        assertThat(first(table, Expressions.alwaysTrue(), 100)).hasSize(12);
        assertThat(first(table, Expressions.alwaysTrue(), 5))
                .hasSize(5)
                .isEqualTo(first(table, Expressions.alwaysTrue(), 100).subList(0, 5));
        assertThat(first(table, Expressions.equal("id", 2L), 100)).containsExactlyInAnyOrder("m0-2", "m1-1", "m2-0");
        assertThat(first(table, Expressions.equal("id", 2L), 2)).hasSize(2);
        assertThat(first(table, Expressions.equal("id", 5L), 100)).containsExactly("m2-3");
        assertThat(first(table, Expressions.alwaysFalse(), 100)).isEmpty();
    }

    private static List<String> first(Table table, Expression filter, int most) {
        return DataFiles.first(table, table.currentSnapshot(), filter, most).stream()
                .map(file -> file.path().substring("memory:/data/".length()))
                .collect(toImmutableList());
    }

    /** Files of former snapshots of a materialized view are gone, whatever the metadata of its storage table says. */
    @Test
    public void testMaterializedViews() {
        Table table = table("storage");
        table.newAppend().appendFile(file("a")).commit();
        table.newAppend()
                .appendFile(file("b"))
                .set("dependsOnTables", "grid.source=1")
                .commit();
        table.newDelete().deleteFile(file("a")).commit();
        table.newAppend()
                .appendFile(file("c"))
                .set("dependsOnTables", "grid.source=2")
                .commit();
        assertThat(names(table)).containsExactlyInAnyOrder("b", "c");
        assertThat(DataFiles.snapshotIds(table))
                .containsExactly(table.currentSnapshot().snapshotId());
    }

    @Test
    public void testBranches() {
        Table table = table("branches");
        table.newAppend().appendFile(file("a")).commit();
        table.manageSnapshots()
                .createBranch("one", table.currentSnapshot().snapshotId())
                .createBranch("two", table.currentSnapshot().snapshotId())
                .commit();
        table.newAppend().appendFile(file("b")).toBranch("one").commit();
        table.newAppend().appendFile(file("c")).toBranch("two").commit();
        assertThat(names(table)).containsExactlyInAnyOrder("a", "b", "c");
    }

    /** Returns the names of files, of which those of some snapshots are known under the given names. */
    private static List<String> names(Table table, Set<Long> snapshots, String... known) {
        return DataFiles.all(
                        table,
                        new KnownFiles(
                                snapshots,
                                Stream.of(known)
                                        .map(name -> new StoredFile(
                                                "memory:/data/" + name,
                                                1000,
                                                10,
                                                FIRST,
                                                IcebergFileFormat.PARQUET,
                                                false))
                                        .collect(toImmutableList())),
                        ForkJoinPool.commonPool())
                .stream()
                .map(file -> file.path().substring("memory:/data/".length()))
                .collect(toImmutableList());
    }

    @Test
    public void testNothingNewReadsNoManifest() {
        Table table = table("nothing_new");
        table.newAppend().appendFile(file("a")).commit();
        table.newAppend().appendFile(file("b")).commit();
        Set<Long> known = DataFiles.snapshotIds(table);
        Set<String> read = Streams.stream(table.snapshots())
                .flatMap(snapshot -> Stream.concat(
                        Stream.of(snapshot.manifestListLocation()),
                        snapshot.allManifests(table.io()).stream().map(ManifestFile::path)))
                .collect(toImmutableSet());
        read.forEach(table.io()::deleteFile);
        Table without = catalog.loadTable(TableIdentifier.of("grid", "nothing_new"));
        assertThat(names(without, known, "a", "b")).containsExactly("a", "b");
        assertThatThrownBy(() -> names(without)).hasMessageContaining("No in-memory file found");
    }

    @Test
    public void testOnlyNewManifestsAreRead() {
        Table table = table("some_new");
        table.newFastAppend().appendFile(file("a")).commit();
        Set<Long> known = DataFiles.snapshotIds(table);
        List<ManifestFile> old = table.currentSnapshot().allManifests(table.io());
        table.newFastAppend().appendFile(file("b")).commit();
        table.newFastAppend().appendFile(file("c")).commit();
        old.forEach(manifest -> table.io().deleteFile(manifest.path()));
        assertThat(names(table, known, "a")).containsExactlyInAnyOrder("a", "b", "c");
    }

    /** A file of a manifest that only an expired snapshot added must not be missed. */
    @Test
    public void testSnapshotsInBetweenThatHaveExpired() {
        Table table = table("between");
        table.newFastAppend().appendFile(file("a")).commit();
        Set<Long> known = DataFiles.snapshotIds(table);
        table.newFastAppend().appendFile(file("b")).commit();
        long between = table.currentSnapshot().snapshotId();
        table.newFastAppend().appendFile(file("c")).commit();
        table.expireSnapshots()
                .expireSnapshotId(between)
                .cleanExpiredFiles(false)
                .commit();
        assertThat(DataFiles.snapshotIds(table)).hasSize(2).containsAll(known);
        assertThat(names(table, known, "a")).containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    public void testKnownSnapshotsThatHaveExpired() {
        Table table = table("expired");
        table.newFastAppend().appendFile(file("a")).commit();
        Set<Long> known = DataFiles.snapshotIds(table);
        table.newDelete().deleteFile(file("a")).commit();
        table.newFastAppend().appendFile(file("b")).commit();
        known.forEach(
                snapshot -> table.expireSnapshots().expireSnapshotId(snapshot).commit());
        assertThat(names(table, known, "a")).containsExactly("b");
    }

    /** Random changes, with what was known after any of them, find the same files as all manifests do. */
    @Test
    public void testRandomChanges() {
        Random random = new Random(1);
        for (int run = 0; run < 15; run++) {
            Table table = table("random_" + run);
            Set<Long> known = Set.of();
            List<String> files = List.of();
            List<String> current = new ArrayList<>();
            for (int step = 0; step < 12; step++) {
                String name = run + "_" + step;
                switch (step == 0 ? 0 : random.nextInt(6)) {
                    case 0, 1 -> {
                        table.newFastAppend().appendFile(file(name)).commit();
                        current.add(name);
                    }
                    case 2 -> {
                        table.newAppend().appendFile(file(name)).commit();
                        current.add(name);
                    }
                    case 3 -> {
                        if (!current.isEmpty()) {
                            String gone = current.remove(random.nextInt(current.size()));
                            table.newRewrite()
                                    .validateFromSnapshot(
                                            table.currentSnapshot().snapshotId())
                                    .deleteFile(file(gone))
                                    .addFile(file(name))
                                    .commit();
                            current.add(name);
                        }
                    }
                    case 4 -> table.rewriteManifests().clusterBy(_ -> "").commit();
                    default ->
                        Streams.stream(table.snapshots())
                                .map(Snapshot::snapshotId)
                                .filter(id -> id != table.currentSnapshot().snapshotId())
                                .filter(_ -> random.nextInt(4) == 0)
                                .collect(toImmutableList())
                                .forEach(id -> table.expireSnapshots()
                                        .expireSnapshotId(id)
                                        .commit());
                }
                List<String> found = names(table, known, files.toArray(String[]::new));
                assertThat(found).as("run %s, step %s", run, step).containsExactlyInAnyOrderElementsOf(names(table));
                if (random.nextInt(3) == 0) {
                    known = DataFiles.snapshotIds(table);
                    files = found;
                }
            }
        }
    }
}
