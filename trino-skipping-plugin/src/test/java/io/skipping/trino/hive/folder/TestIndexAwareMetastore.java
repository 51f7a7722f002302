// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.folder;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static io.trino.plugin.hive.HiveErrorCode.HIVE_METASTORE_ERROR;
import static io.trino.plugin.hive.TableType.MANAGED_TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.reflect.Reflection;
import io.trino.filesystem.local.LocalFileSystem;
import io.trino.metastore.Database;
import io.trino.metastore.HiveMetastore;
import io.trino.metastore.PrincipalPrivileges;
import io.trino.metastore.StorageFormat;
import io.trino.metastore.Table;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.TableNotFoundException;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Metastores that fail to drop what they no longer have. */
@Test(singleThreaded = true)
public class TestIndexAwareMetastore {
    private static final String FOLDER = "local:///folder";
    private static final RuntimeException DISTURBED =
            new TrinoException(HIVE_METASTORE_ERROR, new IOException(new DirectoryNotEmptyException("/folder")));

    private Path root;
    private Path rows;

    @BeforeMethod
    public void createRoot() throws IOException {
        root = Files.createTempDirectory("index-aware-metastore");
        rows = Files.createDirectories(root.resolve("folder")).resolve("rows");
        Files.writeString(rows, "1");
    }

    @AfterMethod(alwaysRun = true)
    public void deleteRoot() throws IOException {
        deleteRecursively(root, ALLOW_INSECURE);
    }

    /** Returns a metastore that has a table and a schema until it is asked to drop them, which fails. */
    private HiveMetastore failing(RuntimeException failure) {
        HiveMetastore delegate = (HiveMetastore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {HiveMetastore.class}, new Failing(failure)::call);
        return IndexAwareMetastore.of(
                delegate,
                delegate,
                new LocalFileSystem(root),
                Reflection.newProxy(IndexAwareMetastore.Indexes.class, (_, _, _) -> null));
    }

    private static final class Failing {
        private final RuntimeException failure;
        private boolean dropped;

        private Failing(RuntimeException failure) {
            this.failure = failure;
        }

        private Object call(Object proxy, Method method, Object[] arguments) {
            return switch (method.getName()) {
                case "getTable" -> dropped ? Optional.empty() : Optional.of(table());
                case "getDatabase" -> dropped ? Optional.empty() : Optional.of(database());
                case "dropTable", "dropDatabase" -> {
                    dropped = true;
                    throw failure;
                }
                default -> throw new UnsupportedOperationException(method.getName());
            };
        }
    }

    private static Table table() {
        return Table.builder()
                .setDatabaseName("schema")
                .setTableName("renamed")
                .setOwner(Optional.empty())
                .setTableType(MANAGED_TABLE.name())
                .setDataColumns(List.of())
                .setParameters(Map.of())
                .withStorage(storage -> storage.setStorageFormat(StorageFormat.create("serde", "input", "output"))
                        .setLocation(FOLDER))
                .build();
    }

    private static Database database() {
        return Database.builder()
                .setDatabaseName("schema")
                .setLocation(Optional.of(FOLDER))
                .setOwnerName(Optional.empty())
                .setOwnerType(Optional.empty())
                .build();
    }

    /** A cache that has no such table may be older than the table, which another engine has created. */
    @Test
    public void testIndexOfATableThatTheCacheDoesNotKnowStays() throws IOException {
        for (boolean isThere : List.of(true, false)) {
            Path layout = Files.createDirectories(root.resolve("folder").resolve("_skipping"))
                    .resolve("layout.json");
            Files.writeString(layout, "{}");
            List<String> changes = new ArrayList<>();
            HiveMetastore metastore = IndexAwareMetastore.of(
                    having(Optional.empty()),
                    having(isThere ? Optional.of(table()) : Optional.empty()),
                    new LocalFileSystem(root),
                    Reflection.newProxy(IndexAwareMetastore.Indexes.class, (_, called, _) -> {
                        changes.add(called.getName());
                        return null;
                    }));
            metastore.createTable(table(), PrincipalPrivileges.NO_PRIVILEGES);
            if (isThere) {
                assertThat(changes).isEmpty();
                assertThat(layout).exists();
            } else {
                assertThat(changes).containsExactly("discard");
                assertThat(layout).doesNotExist();
            }
        }
    }

    private static HiveMetastore having(Optional<Table> table) {
        return Reflection.newProxy(HiveMetastore.class, (_, called, _) -> switch (called.getName()) {
            case "getTable" -> table;
            case "createTable" -> null;
            default -> throw new UnsupportedOperationException(called.getName());
        });
    }

    @Test
    public void testFolderOfATableThatWasRenamedElsewhereStays() {
        TableNotFoundException renamed = new TableNotFoundException(new SchemaTableName("schema", "renamed"));
        assertThatThrownBy(() -> failing(renamed).dropTable("schema", "renamed", true))
                .isSameAs(renamed);
        assertThat(rows).as("rows of a live table").exists();
    }

    @Test
    public void testFolderOfASchemaThatIsGoneStays() {
        TrinoException gone = new TrinoException(HIVE_METASTORE_ERROR, "Connection reset");
        assertThatThrownBy(() -> failing(gone).dropDatabase("schema", true)).isSameAs(gone);
        assertThat(rows).exists();
    }

    @Test
    public void testFolderThatABuildWroteToIsDeleted() {
        failing(DISTURBED).dropTable("schema", "renamed", true);
        assertThat(root.resolve("folder")).doesNotExist();
    }

    @Test
    public void testFolderOfASchemaThatABuildWroteToIsDeleted() {
        failing(DISTURBED).dropDatabase("schema", true);
        assertThat(root.resolve("folder")).doesNotExist();
    }
}
