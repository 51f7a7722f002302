// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import io.skipping.index.store.IndexStore;
import io.skipping.index.store.object.ObjectStoreIndexStore;
import io.skipping.index.type.IndexTypes;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.spi.type.TypeId;
import io.trino.spi.type.TypeManager;
import java.nio.file.Path;
import java.util.Optional;

/** Makes the index store that the catalog's properties ask for. */
final class IndexStores {
    private IndexStores() {}

    static IndexStore create(
            SkippingConfig config,
            TrinoFileSystemFactory fileSystems,
            IndexTypes indexTypes,
            TypeManager typeManager,
            Optional<String> localRoot) {
        return switch (config.getStore()) {
            case OBJECT_STORE ->
                new ObjectStoreIndexStore(
                        fileSystems,
                        id -> typeManager.getType(TypeId.of(id)),
                        indexTypes,
                        new ObjectStoreIndexStore.Options(
                                config.getIndexLocation(), localRoot.map(Path::of), config.getCacheSize()));
        };
    }
}
