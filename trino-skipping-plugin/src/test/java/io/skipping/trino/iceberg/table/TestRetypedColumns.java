// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.table;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Each table has the column {@code id}, whose field id is 1, and the column {@code v}, whose field id is 2. */
public class TestRetypedColumns {
    private static final Type.PrimitiveType NARROW = Types.DecimalType.of(10, 2);
    private static final Type.PrimitiveType WIDE = Types.DecimalType.of(38, 2);

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

    @DataProvider
    public Object[][] versions() {
        return new Object[][] {{"1"}, {"2"}};
    }

    private Catalog.TableBuilder builder(String name, String version, Type type) {
        Schema schema = new Schema(optional(1, "id", Types.LongType.get()), optional(2, "v", type));
        return catalog.buildTable(TableIdentifier.of("grid", name), schema)
                .withProperty(TableProperties.FORMAT_VERSION, version);
    }

    /** Creates a table with one file. */
    private Table create(String name, String version, Type type, String file) {
        Table table = builder(name, version, type).create();
        table.newAppend().appendFile(file(file)).commit();
        return table;
    }

    /** Replaces a table by one with another file. */
    private Table replace(String name, String version, Type type, String file) {
        Transaction replacement = builder(name, version, type).replaceTransaction();
        replacement.newAppend().appendFile(file(file)).commit();
        replacement.commitTransaction();
        return catalog.loadTable(TableIdentifier.of("grid", name));
    }

    private static DataFile file(String name) {
        return org.apache.iceberg.DataFiles.builder(PartitionSpec.unpartitioned())
                .withPath(name)
                .withFormat(FileFormat.AVRO)
                .withFileSizeInBytes(1000)
                .withRecordCount(10)
                .build();
    }

    private static Map<String, Set<Integer>> inFiles(Table table) {
        return RetypedColumns.inFiles(table, Runnable::run);
    }

    private static boolean isOnlyPromoted(Table table) {
        assertThat(RetypedColumns.isOnlyPromoted(table.schemas().values(), 1)).isTrue();
        return RetypedColumns.isOnlyPromoted(table.schemas().values(), 2);
    }

    @Test(dataProvider = "versions")
    public void testPromotions(String version) {
        String name = "promoted" + version;
        Table table = create(name, version, Types.IntegerType.get(), "a");
        assertThat(isOnlyPromoted(table)).isTrue();
        table.updateSchema().updateColumn("v", Types.LongType.get()).commit();
        table.newAppend().appendFile(file("b")).commit();
        assertThat(inFiles(table)).isEmpty();
        assertThat(isOnlyPromoted(table)).isTrue();
        Table replaced = replace(name, version, Types.LongType.get(), "c");
        assertThat(inFiles(replaced)).isEmpty();
        assertThat(isOnlyPromoted(replaced)).isTrue();
    }

    @Test(dataProvider = "versions")
    public void testReplacedTables(String version) {
        String name = "replaced" + version;
        create(name, version, WIDE, "a");
        Table table = replace(name, version, NARROW, "b");
        assertThat(inFiles(table)).isEqualTo(Map.of("a", Set.of(2)));
        assertThat(isOnlyPromoted(table)).isFalse();
        table.updateSchema().updateColumn("v", WIDE).commit();
        assertThat(inFiles(table)).as("all files can be read with this type").isEmpty();
        assertThat(isOnlyPromoted(table))
                .as("file a may have been read with the narrow type")
                .isFalse();
        Table other = replace(name, version, Types.StringType.get(), "c");
        assertThat(inFiles(other)).isEqualTo(Map.of("a", Set.of(2), "b", Set.of(2)));
        assertThat(isOnlyPromoted(other)).isFalse();
    }

    @Test(dataProvider = "versions")
    public void testNestedFields(String version) {
        String name = "nested" + version;
        create(name, version, Types.StructType.of(optional(3, "code", Types.LongType.get())), "a");
        Table table = replace(name, version, Types.StructType.of(optional(3, "code", Types.StringType.get())), "b");
        assertThat(inFiles(table)).isEqualTo(Map.of("a", Set.of(2)));
        assertThat(isOnlyPromoted(table)).isFalse();
        Table plain = replace(name, version, Types.LongType.get(), "c");
        assertThat(inFiles(plain)).isEqualTo(Map.of("a", Set.of(2), "b", Set.of(2)));
    }

    /** Checks that a file counts as one of the snapshot that added it, whichever snapshots have it, too. */
    @Test
    public void testFilesThatReturn() {
        create("returned", "2", WIDE, "a");
        Table table = replace("returned", "2", NARROW, "b");
        table.manageSnapshots()
                .setCurrentSnapshot(table.snapshots().iterator().next().snapshotId())
                .commit();
        table.updateProperties()
                .set(TableProperties.MANIFEST_MIN_MERGE_COUNT, "1")
                .commit();
        table.newAppend().appendFile(file("c")).commit();
        assertThat(table.currentSnapshot().dataManifests(table.io()))
                .as("files a and c are in one manifest")
                .hasSize(1);
        assertThat(inFiles(table)).isEqualTo(Map.of("a", Set.of(2)));
    }

    /** Checks that a file whose snapshot has expired counts as one of any snapshot that is left. */
    @Test
    public void testExpiredSnapshots() {
        Table first = create("expired", "2", WIDE, "a");
        long former = first.currentSnapshot().snapshotId();
        Table table = replace("expired", "2", NARROW, "b");
        long replaced = table.currentSnapshot().snapshotId();
        table.newAppend().appendFile(file("c")).commit();
        table.expireSnapshots().expireSnapshotId(replaced).commit();
        assertThat(inFiles(table)).isEqualTo(Map.of("a", Set.of(2), "b", Set.of(2)));
        table.expireSnapshots().expireSnapshotId(former).commit();
        assertThat(inFiles(table)).isEmpty();
        assertThat(isOnlyPromoted(table)).isFalse();
    }
}
