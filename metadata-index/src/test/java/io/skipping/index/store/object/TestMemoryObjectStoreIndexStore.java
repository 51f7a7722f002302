// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import static io.trino.type.InternalTypeManager.TESTING_TYPE_MANAGER;

import io.airlift.units.DataSize;
import io.skipping.index.store.AbstractIndexStoreContract;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.MemoryFiles;
import io.skipping.index.type.IndexTypes;
import io.trino.spi.type.TypeId;
import java.util.Optional;

/** On an object store in memory, with an index location of its own. */
public class TestMemoryObjectStoreIndexStore extends AbstractIndexStoreContract {
    private final FileStore files = new MemoryFiles();

    @Override
    protected IndexStore newStore(IndexTypes types) {
        return new ObjectStoreIndexStore(
                id -> TESTING_TYPE_MANAGER.getType(TypeId.of(id)),
                types,
                new ObjectStoreIndexStore.Options(
                        Optional.of("memory:///indexes"), DataSize.of(64, DataSize.Unit.MEGABYTE)));
    }

    @Override
    protected FileStore files() {
        return files;
    }

    @Override
    protected String warehouse() {
        return "s3://bucket/warehouse";
    }
}
