// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.stores;

import io.opentelemetry.api.OpenTelemetry;
import io.skipping.index.IndexedTable;
import io.skipping.index.search.client.SearchClient;
import io.skipping.index.search.client.SearchOptions;
import io.skipping.index.search.document.DocumentIndexStore;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexAccess;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.IndexUser;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.manifest.ObjectStoreIndexStore;
import io.skipping.index.store.segment.SegmentFormat;
import io.skipping.index.type.IndexTypes;
import io.skipping.search.local.LocalSearchEngine;
import io.skipping.search.local.SearchProduct;
import io.skipping.testing.s3.LocalS3;
import io.skipping.trino.core.segment.TrinoSegmentFormat;
import io.skipping.trino.core.store.TrinoFileStore;
import io.trino.filesystem.local.LocalFileSystem;
import io.trino.filesystem.s3.S3FileSystemConfig;
import io.trino.filesystem.s3.S3FileSystemFactory;
import io.trino.filesystem.s3.S3FileSystemStats;
import io.trino.spi.security.ConnectorIdentity;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Holds a store together with the resources that it needs.
 *
 * @param system as results name it
 * @param stores creates a store that has nothing in memory
 * @param files the file store with the indexes of an object store
 * @param needed closes the resources
 */
public record TestedStore(String system, Supplier<IndexStore> stores, FileStore files, Closeable needed)
        implements Closeable {
    public static final IndexTypes INDEX_TYPES = IndexTypes.load(TestedStore.class.getClassLoader());
    private static final SegmentFormat SEGMENTS = new TrinoSegmentFormat();
    private static final long CACHE_BYTES = 2L << 30;

    static TestedStore objectStore(Path folder) throws IOException {
        Files.createDirectories(folder);
        return new TestedStore(
                "skipping",
                TestedStore::newObjectStore,
                new TrinoFileStore(new LocalFileSystem(folder), Optional.of(folder)),
                () -> {});
    }

    /** Returns a store in an S3 endpoint. */
    public static TestedStore s3(LocalS3 s3) {
        S3FileSystemFactory fileSystems = new S3FileSystemFactory(
                OpenTelemetry.noop(),
                new S3FileSystemConfig()
                        .setEndpoint(s3.endpoint().toString())
                        .setRegion(s3.region())
                        .setPathStyleAccess(true)
                        .setAwsAccessKey(s3.accessKey())
                        .setAwsSecretKey(s3.secretKey()),
                new S3FileSystemStats());
        return new TestedStore(
                "skipping",
                TestedStore::newObjectStore,
                new TrinoFileStore(fileSystems.create(ConnectorIdentity.ofUser("benchmark")), Optional.empty()),
                fileSystems::destroy);
    }

    private static IndexStore newObjectStore() {
        return new ObjectStoreIndexStore(
                SEGMENTS, INDEX_TYPES, new ObjectStoreIndexStore.Options(Optional.empty(), CACHE_BYTES));
    }

    /** Opens a table's index by a store that has nothing in memory. */
    public TableIndex open(IndexedTable table) {
        return stores.get()
                .open(table, new IndexAccess(() -> files, Optional.of(new IndexUser("benchmark", Set.of()))));
    }

    static TestedStore engine(SearchProduct product, Path folder, String heap) throws IOException {
        LocalSearchEngine engine =
                LocalSearchEngine.builder(product, folder).heap(heap).start();
        SearchClient client = new SearchClient(SearchOptions.of(engine.uri()));
        return new TestedStore(
                "skipping-" + product.name().toLowerCase(Locale.ROOT),
                () -> new DocumentIndexStore(client, SEGMENTS, INDEX_TYPES, CACHE_BYTES),
                new TrinoFileStore(new LocalFileSystem(folder), Optional.empty()),
                () -> {
                    client.close();
                    engine.close();
                });
    }

    @Override
    public void close() throws IOException {
        needed.close();
    }
}
