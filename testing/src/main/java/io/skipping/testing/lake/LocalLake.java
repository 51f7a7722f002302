// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.lake;

import io.skipping.search.local.LocalSearchEngine;
import io.skipping.search.local.SearchProduct;
import io.skipping.testing.s3.LocalS3;
import io.skipping.testing.s3.RequestLog;
import io.skipping.testing.trino.LocalTrino;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Runs a local S3 and a Trino over it. Trino sees the same tables in two catalogs: {@value #SKIPPING_CATALOG} reads
 * them with this project's connector, {@value #HIVE_CATALOG} with the stock Hive connector.
 *
 * @param store where the indexes are kept
 * @param engine the local search engine that keeps the indexes; empty if S3 keeps them
 */
public record LocalLake(LocalS3 s3, LakeStore store, Optional<LocalSearchEngine> engine, LocalTrino trino)
        implements AutoCloseable {
    public static final String SKIPPING_CATALOG = "lake";
    public static final String HIVE_CATALOG = "hive";
    /** The catalog of Iceberg tables, in lakes that have one. */
    public static final String ICEBERG_CATALOG = "iceberg";

    public static final String BUCKET = "lake";

    /**
     * Starts S3 and Trino, with indexes in S3. Objects and tables that an earlier lake left in the folder are available
     * again.
     *
     * @param port the port of Trino, 0 for a free one
     * @param heap the heap of Trino, as {@code java -Xmx} takes it
     */
    public static LocalLake start(Path folder, int port, String heap, RequestLog log) throws IOException {
        return start(folder, port, heap, log, LakeStore.OBJECT_STORE);
    }

    /**
     * Starts S3, Trino, and the search engine that the store needs. Objects, tables and indexes that an earlier lake
     * left in the folder are available again; indexes in another store are not seen.
     *
     * @param port the port of Trino, 0 for a free one
     * @param heap the heap of Trino, as {@code java -Xmx} takes it
     */
    public static LocalLake start(Path folder, int port, String heap, RequestLog log, LakeStore store)
            throws IOException {
        return start(folder, port, heap, log, store, false);
    }

    /**
     * Does the same as {@link #start(Path, int, String, RequestLog, LakeStore)}, and adds a catalog of Iceberg tables,
     * {@value #ICEBERG_CATALOG}.
     */
    public static LocalLake startWithIceberg(Path folder, int port, String heap, RequestLog log, LakeStore store)
            throws IOException {
        return start(folder, port, heap, log, store, true);
    }

    private static LocalLake start(
            Path folder, int port, String heap, RequestLog log, LakeStore store, boolean withIceberg)
            throws IOException {
        LocalS3 s3 = LocalS3.start(folder.resolve("s3"), 0, log);
        Optional<LocalSearchEngine> engine = Optional.empty();
        try {
            s3.createBucket(BUCKET);
            engine = startEngine(folder, store);
            Map<String, String> hive = Catalogs.hiveOnLocalS3(s3, folder.resolve("metastore"));
            Map<String, String> skipping = new LinkedHashMap<>(hive);
            engine.ifPresent(it -> skipping.putAll(Catalogs.indexesIn(it)));
            LocalTrino.Builder trino = LocalTrino.builder()
                    .directory(folder.resolve("trino"))
                    .port(port)
                    .heap(heap)
                    .catalog(SKIPPING_CATALOG, Catalogs.withConnector(Catalogs.SKIPPING, skipping))
                    .catalog(HIVE_CATALOG, Catalogs.withConnector(Catalogs.HIVE, hive));
            if (withIceberg) {
                trino.catalog(ICEBERG_CATALOG, Catalogs.icebergOnLocalS3(s3, folder.resolve("iceberg-metastore")));
            }
            return new LocalLake(s3, store, engine, trino.start());
        } catch (Throwable e) {
            engine.ifPresent(LocalSearchEngine::close);
            s3.close();
            throw e;
        }
    }

    private static Optional<LocalSearchEngine> startEngine(Path folder, LakeStore store) throws IOException {
        if (store.engine().isEmpty()) {
            return Optional.empty();
        }
        SearchProduct product = store.engine().get();
        // a folder for each product, since none can read what another has written
        return Optional.of(LocalSearchEngine.start(product, folder.resolve(store.toString())));
    }

    /** Returns the names of the parts that are started, for human readers. */
    public static String parts(LakeStore store) {
        return store.engine().map("S3, %s and Trino"::formatted).orElse("S3 and Trino");
    }

    @Override
    public void close() {
        try (s3) {
            try {
                trino.close();
            } finally {
                engine.ifPresent(LocalSearchEngine::close);
            }
        }
    }
}
