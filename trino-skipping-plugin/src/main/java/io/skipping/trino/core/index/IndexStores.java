// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.index;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableSet;
import io.skipping.index.search.client.SearchClient;
import io.skipping.index.search.document.DocumentIndexStore;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.manifest.ObjectStoreIndexStore;
import io.skipping.index.store.segment.SegmentFormat;
import io.skipping.index.type.IndexTypes;
import io.skipping.trino.core.config.SearchConfig;
import io.skipping.trino.core.config.SkippingConfig;
import io.skipping.trino.core.segment.TrinoSegmentFormat;
import io.skipping.trino.core.store.TrinoIndexStore;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystemFactory;
import jakarta.annotation.PreDestroy;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Creates the index stores that the catalog's properties configure, and closes their resources. */
public class IndexStores {
    private static final SegmentFormat SEGMENTS = new TrinoSegmentFormat();

    private final SkippingConfig config;
    private final SearchConfig searchConfig;
    private final TrinoFileSystemFactory fileSystems;
    private final IndexTypes indexTypes;
    private final Optional<String> localRoot;
    private final Map<SkippingConfig.Store, TrinoIndexStore> stores = new EnumMap<>(SkippingConfig.Store.class);
    private Optional<SearchClient> client = Optional.empty();

    public IndexStores(
            SkippingConfig config,
            SearchConfig searchConfig,
            TrinoFileSystemFactory fileSystems,
            IndexTypes indexTypes,
            Optional<String> localRoot) {
        this.config = requireNonNull(config, "config is null");
        this.searchConfig = requireNonNull(searchConfig, "searchConfig is null");
        this.fileSystems = requireNonNull(fileSystems, "fileSystems is null");
        this.indexTypes = requireNonNull(indexTypes, "indexTypes is null");
        this.localRoot = requireNonNull(localRoot, "localRoot is null");
    }

    /** Returns the store that the catalog uses. */
    public TrinoIndexStore used() {
        return get(config.getStore());
    }

    /** Returns the store that the catalog uses, and the object store, which always holds the layouts of tables. */
    public Set<TrinoIndexStore> ofTables() {
        return ImmutableSet.of(get(SkippingConfig.Store.OBJECT_STORE), used());
    }

    /** Returns the installed index types. */
    public IndexTypes indexTypes() {
        return indexTypes;
    }

    /** Returns the name of the store that the catalog uses, as in its configuration property. */
    public String usedName() {
        return name(config.getStore());
    }

    /**
     * Returns a store by name.
     *
     * @param name as in the catalog's configuration property
     * @throws IllegalArgumentException with a message for the user if there is no such store, or it is not configured
     */
    public TrinoIndexStore get(String name) {
        return get(Arrays.stream(SkippingConfig.Store.values())
                .filter(store -> name(store).equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no store '%s'; there are: %s"
                        .formatted(
                                name,
                                Arrays.stream(SkippingConfig.Store.values())
                                        .map(IndexStores::name)
                                        .collect(joining(", "))))));
    }

    private static String name(SkippingConfig.Store store) {
        return store.name().toLowerCase(Locale.ENGLISH).replace('_', '-');
    }

    private synchronized TrinoIndexStore get(SkippingConfig.Store store) {
        return stores.computeIfAbsent(store, this::create);
    }

    private TrinoIndexStore create(SkippingConfig.Store store) {
        return new TrinoIndexStore(newStore(store), fileSystems, localRoot.map(Path::of));
    }

    private IndexStore newStore(SkippingConfig.Store store) {
        return switch (store) {
            case OBJECT_STORE -> {
                // fails at startup, instead of in each query, if the location is invalid
                config.getIndexLocation().ifPresent(Location::of);
                yield new ObjectStoreIndexStore(
                        SEGMENTS,
                        indexTypes,
                        new ObjectStoreIndexStore.Options(
                                config.getIndexLocation(), config.getCacheSize().toBytes()));
            }
            case ELASTICSEARCH -> {
                client = Optional.of(new SearchClient(searchConfig.toOptions()));
                yield new DocumentIndexStore(
                        client.get(),
                        SEGMENTS,
                        indexTypes,
                        config.getCacheSize().toBytes());
            }
        };
    }

    @PreDestroy
    public synchronized void close() {
        client.ifPresent(SearchClient::close);
    }
}
