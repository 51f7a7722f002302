// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static io.skipping.index.store.Labels.publish;
import static io.trino.type.InternalTypeManager.TESTING_TYPE_MANAGER;
import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.units.DataSize;
import io.skipping.index.store.AbstractIndexStoreContract;
import io.skipping.index.store.IndexStore;
import io.skipping.index.type.IndexTypes;
import io.trino.filesystem.local.LocalFileSystemFactory;
import io.trino.spi.security.ConnectorIdentity;
import io.trino.spi.type.TypeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** On a local disk, where half-written files are seen and links stand in for conditional create. */
public class TestLocalObjectStoreIndexStore extends AbstractIndexStoreContract {
    private Path root;

    @BeforeClass
    public void setUp() throws IOException {
        root = Files.createTempDirectory("index-store");
    }

    @AfterClass(alwaysRun = true)
    public void tearDown() throws IOException {
        deleteRecursively(root, ALLOW_INSECURE);
    }

    @Override
    protected IndexStore newStore(IndexTypes types) {
        return new ObjectStoreIndexStore(
                new LocalFileSystemFactory(root),
                id -> TESTING_TYPE_MANAGER.getType(TypeId.of(id)),
                types,
                new ObjectStoreIndexStore.Options(
                        Optional.empty(), Optional.of(root), DataSize.of(64, DataSize.Unit.MEGABYTE)));
    }

    @Override
    protected String warehouse() {
        return "local:///warehouse";
    }

    @Test
    public void testDeletedIndexIsNotRemembered() throws IOException {
        IndexStore store = newStore(TYPES);
        ConnectorIdentity reader = ConnectorIdentity.ofUser("reader");
        publish(store.open(table, reader), "first", List.of(object("a")));
        assertThat(store.open(table, reader).current()).isPresent();
        assertThat(store.open(table, reader).remembered()).isPresent();

        deleteRecursively(root.resolve("warehouse").resolve(table.table()), ALLOW_INSECURE);
        assertThat(store.open(table, reader).current()).isEmpty();
        assertThat(store.open(table, reader).remembered()).isEmpty();
    }
}
