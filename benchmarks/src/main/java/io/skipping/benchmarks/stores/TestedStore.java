// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.stores;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.BooleanType.BOOLEAN;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.VarcharType.VARCHAR;

import io.airlift.units.DataSize;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.document.DocumentIndexStore;
import io.skipping.index.store.object.ObjectStoreIndexStore;
import io.skipping.index.store.search.SearchClient;
import io.skipping.index.store.search.SearchOptions;
import io.skipping.index.type.IndexTypes;
import io.skipping.search.local.LocalSearchEngine;
import io.skipping.search.local.SearchProduct;
import io.trino.filesystem.local.LocalFileSystemFactory;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.Type;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A store and what it needs.
 *
 * @param system as results call it
 * @param stores makes one that has nothing in memory
 * @param needed ends what it needs
 */
public record TestedStore(String system, Supplier<IndexStore> stores, Closeable needed) implements Closeable {
    public static final IndexTypes INDEX_TYPES = IndexTypes.load(TestedStore.class.getClassLoader());
    private static final DataSize CACHE = DataSize.of(2, DataSize.Unit.GIGABYTE);

    static TestedStore objectStore(Path folder) throws IOException {
        Files.createDirectories(folder);
        return new TestedStore(
                "skipping",
                () -> new ObjectStoreIndexStore(
                        new LocalFileSystemFactory(folder),
                        TestedStore::type,
                        INDEX_TYPES,
                        new ObjectStoreIndexStore.Options(Optional.empty(), Optional.of(folder), CACHE)),
                () -> {});
    }

    static TestedStore engine(SearchProduct product, Path folder, String heap) {
        try {
            LocalSearchEngine engine =
                    LocalSearchEngine.builder(product, folder).heap(heap).start();
            SearchClient client = new SearchClient(SearchOptions.of(engine.uri()));
            return new TestedStore(
                    "skipping-" + product.name().toLowerCase(Locale.ROOT),
                    () -> new DocumentIndexStore(client, TestedStore::type, INDEX_TYPES, CACHE),
                    () -> {
                        client.close();
                        engine.close();
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
