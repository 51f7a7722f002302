// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.document.DocumentIndexStore;
import io.skipping.index.store.object.ObjectStoreIndexStore;
import io.skipping.index.store.search.SearchClient;
import io.skipping.index.type.IndexTypes;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeId;
import io.trino.spi.type.TypeManager;
import jakarta.annotation.PreDestroy;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/** Makes the index store that the catalog's properties ask for, and closes what it needs. */
class IndexStores {
    private final SkippingConfig config;
    private final SearchConfig searchConfig;
    private Optional<SearchClient> client = Optional.empty();

    @Inject
    IndexStores(SkippingConfig config, SearchConfig searchConfig) {
        this.config = requireNonNull(config, "config is null");
        this.searchConfig = requireNonNull(searchConfig, "searchConfig is null");
    }

    synchronized IndexStore create(
            TrinoFileSystemFactory fileSystems,
            IndexTypes indexTypes,
            TypeManager typeManager,
            Optional<String> localRoot) {
        Function<String, Type> types = id -> typeManager.getType(TypeId.of(id));
        return switch (config.getStore()) {
            case OBJECT_STORE ->
                new ObjectStoreIndexStore(
                        fileSystems,
                        types,
                        indexTypes,
                        new ObjectStoreIndexStore.Options(
                                config.getIndexLocation(), localRoot.map(Path::of), config.getCacheSize()));
            case ELASTICSEARCH -> {
                client = Optional.of(new SearchClient(searchConfig.toOptions()));
                yield new DocumentIndexStore(client.get(), types, indexTypes, config.getCacheSize());
            }
        };
    }

    @PreDestroy
    public synchronized void close() {
        client.ifPresent(SearchClient::close);
    }
}
