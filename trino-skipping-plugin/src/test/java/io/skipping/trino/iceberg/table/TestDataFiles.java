// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.table;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import io.trino.plugin.iceberg.IcebergFileFormat;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Types;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

public class TestDataFiles {
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
        return org.apache.iceberg.DataFiles.builder(PartitionSpec.unpartitioned())
                .withPath("memory:/data/" + name)
                .withFormat(FileFormat.PARQUET)
                .withFileSizeInBytes(1000)
                .withRecordCount(10)
                .build();
    }

    private static List<String> names(Table table) {
        return DataFiles.all(table, ForkJoinPool.commonPool()).stream()
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
        assertThat(DataFiles.all(table, Runnable::run))
                .containsExactly(new StoredFile("memory:/data/a", 1000, 10, IcebergFileFormat.PARQUET, false));
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
        assertThat(DataFiles.all(table, Runnable::run))
                .containsExactly(new StoredFile("memory:/data/a", 1000, 10, IcebergFileFormat.PARQUET, true));
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
}
