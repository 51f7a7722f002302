// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.stores;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.BooleanType.BOOLEAN;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.VarcharType.VARCHAR;

import io.airlift.units.DataSize;
import io.opentelemetry.api.OpenTelemetry;
import io.skipping.benchmarks.local.LocalS3;
import io.skipping.index.IndexedTable;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexAccess;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.IndexUser;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.document.DocumentIndexStore;
import io.skipping.index.store.object.ObjectStoreIndexStore;
import io.skipping.index.store.search.SearchClient;
import io.skipping.index.store.search.SearchOptions;
import io.skipping.index.type.IndexTypes;
import io.skipping.search.local.LocalSearchEngine;
import io.skipping.search.local.SearchProduct;
import io.skipping.trino.core.store.TrinoFileStore;
import io.trino.filesystem.local.LocalFileSystem;
import io.trino.filesystem.s3.S3FileSystemConfig;
import io.trino.filesystem.s3.S3FileSystemFactory;
import io.trino.filesystem.s3.S3FileSystemStats;
import io.trino.spi.security.ConnectorIdentity;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.Type;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A store and what it needs.
 *
 * @param system as results call it
 * @param stores makes one that has nothing in memory
 * @param files where the indexes of an object store are
 * @param needed ends what it needs
 */
public record TestedStore(String system, Supplier<IndexStore> stores, FileStore files, Closeable needed)
        implements Closeable {
    public static final IndexTypes INDEX_TYPES = IndexTypes.load(TestedStore.class.getClassLoader());
    private static final DataSize CACHE = DataSize.of(2, DataSize.Unit.GIGABYTE);

    static TestedStore objectStore(Path folder) throws IOException {
        Files.createDirectories(folder);
        return new TestedStore(
                "skipping",
                TestedStore::newObjectStore,
                new TrinoFileStore(new LocalFileSystem(folder), Optional.of(folder)),
                () -> {});
    }

    /** In an S3 endpoint. */
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
                TestedStore::type, INDEX_TYPES, new ObjectStoreIndexStore.Options(Optional.empty(), CACHE));
    }

    /** A table's index, by a store that has nothing in memory. */
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
                () -> new DocumentIndexStore(client, TestedStore::type, INDEX_TYPES, CACHE),
                new TrinoFileStore(new LocalFileSystem(folder), Optional.empty()),
                () -> {
                    client.close();
                    engine.close();
                });
    }

    /** Of the columns that {@link MeterMetadata} has. */
    public static Type type(String id) {
        return Stream.of(BIGINT, BOOLEAN, DOUBLE, VARCHAR, new ArrayType(DOUBLE), new ArrayType(VARCHAR))
                .filter(candidate -> candidate.getTypeId().getId().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(id));
    }

    @Override
    public void close() throws IOException {
        needed.close();
    }
}
