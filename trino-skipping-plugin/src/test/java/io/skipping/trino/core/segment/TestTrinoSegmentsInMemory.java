// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.segment;

import io.skipping.index.store.AbstractIndexStoreContract;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.MemoryFiles;
import io.skipping.index.store.manifest.ObjectStoreIndexStore;
import io.skipping.index.type.IndexTypes;
import java.util.Optional;

/** On an object store in memory, with an index location of its own, and segments that are Parquet files. */
public class TestTrinoSegmentsInMemory extends AbstractIndexStoreContract {
    private final FileStore files = new MemoryFiles();

    @Override
    protected IndexStore newStore(IndexTypes types) {
        return new ObjectStoreIndexStore(
                new TrinoSegmentFormat(),
                types,
                new ObjectStoreIndexStore.Options(Optional.of("memory:///indexes"), 64 << 20));
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
