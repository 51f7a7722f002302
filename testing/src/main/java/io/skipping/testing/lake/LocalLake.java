// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.lake;

import com.google.common.collect.Maps;
import io.skipping.search.local.LocalSearchEngine;
import io.skipping.search.local.SearchProduct;
import io.skipping.testing.s3.LocalS3;
import io.skipping.testing.s3.RequestLog;
import io.skipping.testing.trino.LocalTrino;
import io.skipping.testing.trino.TrinoRelease;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Runs a local S3 and a Trino over it. Trino sees the same tables in two catalogs: {@value #SKIPPING_CATALOG} reads
 * them with this project's connector, {@value #HIVE_CATALOG} with the stock Hive connector.
 *
 * @param folder the folder of all that it writes
 * @param s3 the running S3
 * @param store where the indexes are kept
 * @param engine the local search engine that keeps the indexes; empty if S3 keeps them
 * @param trino the running server
 * @param properties those of the catalog that skips data, in addition to those that every lake has
 * @param iceberg whether servers have catalogs of Iceberg tables, too
 */
public record LocalLake(
        Path folder,
        LocalS3 s3,
        LakeStore store,
        Optional<LocalSearchEngine> engine,
        LocalTrino trino,
        Map<String, String> properties,
        boolean iceberg)
        implements AutoCloseable {
    /** Is the catalog of Hive tables by this project's connector. */
    public static final String SKIPPING_CATALOG = "lake";
    /** Is the catalog of the same tables by the stock Hive connector. */
    public static final String HIVE_CATALOG = "hive";
    /** Is the catalog of Iceberg tables by the stock connector, in lakes that have one. */
    public static final String ICEBERG_CATALOG = "iceberg";

    /** Is the catalog of the same Iceberg tables by this project's connector. */
    public static final String SKIPPING_ICEBERG_CATALOG = "iceberg_lake";

    /** How long scans wait for an index and for the other side of a join, where what is skipped must not depend on how busy the machine is. */
    public static final Map<String, String> PATIENT =
            Map.of("skipping.lookup-timeout", "1m", "skipping.dynamic-filtering.wait-timeout", "1m");

    /** Is the bucket that the lake creates for tables. */
    public static final String BUCKET = "lake";

    /**
     * Returns a lake to be set up and started.
     *
     * @param folder the folder of all that it writes. Objects, tables and indexes that an earlier lake left there are available
     *     again; indexes in another store are not seen
     */
    public static Builder in(Path folder) {
        return new Builder(folder);
    }

    /** Returns the names of the parts that are started, for human readers. */
    public static String parts(LakeStore store) {
        return store.engine().map("S3, %s and Trino"::formatted).orElse("S3 and Trino");
    }

    /** Returns the log of the server of a release, in a lake in this folder. */
    public static Path serverLog(Path folder, TrinoRelease release) {
        return server(folder, release).resolve("server.log");
    }

    private static Path server(Path folder, TrinoRelease release) {
        return folder.resolve("trino-" + release);
    }

    /**
     * Starts a server of another release over the same objects, tables and indexes. The caller must close it before this
     * lake.
     *
     * @param heap the heap of the server, as {@code java -Xmx} takes it
     */
    public LocalTrino startBeside(TrinoRelease release, String heap) throws IOException {
        return trino(folder, release, s3, engine, properties, iceberg)
                .heap(heap)
                .start();
    }

    private static LocalTrino.Builder trino(
            Path folder,
            TrinoRelease release,
            LocalS3 s3,
            Optional<LocalSearchEngine> engine,
            Map<String, String> properties,
            boolean iceberg)
            throws IOException {
        Map<String, String> hive = Catalogs.hiveOnLocalS3(s3, folder.resolve("metastore"));
        Map<String, String> skipping = new LinkedHashMap<>(hive);
        engine.ifPresent(it -> skipping.putAll(Catalogs.indexesIn(it)));
        skipping.putAll(properties);
        LocalTrino.Builder trino = LocalTrino.builder()
                .release(release)
                .directory(server(folder, release))
                .catalog(SKIPPING_CATALOG, Catalogs.withConnector(Catalogs.SKIPPING, skipping))
                .catalog(HIVE_CATALOG, Catalogs.withConnector(Catalogs.HIVE, hive));
        if (iceberg) {
            Map<String, String> tables = Catalogs.icebergOnLocalS3(s3, folder.resolve("iceberg-metastore"));
            Map<String, String> skippingTables = Catalogs.skippingIceberg(tables);
            skippingTables.putAll(Maps.filterKeys(properties, PATIENT::containsKey));
            trino.catalog(ICEBERG_CATALOG, tables).catalog(SKIPPING_ICEBERG_CATALOG, skippingTables);
        }
        return trino;
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

    /** Sets up a lake: by default with indexes in S3, a Trino 476 of 1 GB on a free port, and no Iceberg tables. */
    public static final class Builder {
        private final Path folder;
        private RequestLog log = RequestLog.inMemory();
        private TrinoRelease release = TrinoRelease.TRINO_476;
        private int port;
        private String heap = "1g";
        private LakeStore store = LakeStore.OBJECT_STORE;
        private boolean iceberg;
        private final Map<String, String> properties = new LinkedHashMap<>();

        private Builder(Path folder) {
            this.folder = folder;
        }

        /** Sets where the requests to S3 are kept. */
        public Builder log(RequestLog log) {
            this.log = log;
            return this;
        }

        /** Sets the release of Trino. */
        public Builder release(TrinoRelease release) {
            this.release = release;
            return this;
        }

        /** Sets the port of Trino; 0 picks a free one. */
        public Builder port(int port) {
            this.port = port;
            return this;
        }

        /** Sets the heap of Trino, as {@code java -Xmx} takes it. */
        public Builder heap(String heap) {
            this.heap = heap;
            return this;
        }

        /** Sets where the indexes are kept. */
        public Builder store(LakeStore store) {
            this.store = store;
            return this;
        }

        /** Sets a property of the catalog that skips data. */
        public Builder property(String name, String value) {
            properties.put(name, value);
            return this;
        }

        /** Sets the properties {@link LocalLake#PATIENT} of the catalogs that skip data. */
        public Builder patient() {
            properties.putAll(PATIENT);
            return this;
        }

        /**
         * Adds two catalogs of the same Iceberg tables: {@value LocalLake#ICEBERG_CATALOG}, of the stock connector, and
         * {@value LocalLake#SKIPPING_ICEBERG_CATALOG}.
         */
        public Builder withIceberg() {
            this.iceberg = true;
            return this;
        }

        /** Starts S3, Trino, and the search engine that the store needs. */
        public LocalLake start() throws IOException {
            LocalS3 s3 = LocalS3.start(folder.resolve("s3"), 0, log);
            Optional<LocalSearchEngine> engine = Optional.empty();
            try {
                s3.createBucket(BUCKET);
                engine = startEngine();
                LocalTrino trino = trino(folder, release, s3, engine, properties, iceberg)
                        .port(port)
                        .heap(heap)
                        .start();
                return new LocalLake(folder, s3, store, engine, trino, properties, iceberg);
            } catch (Throwable e) {
                engine.ifPresent(LocalSearchEngine::close);
                s3.close();
                throw e;
            }
        }

        private Optional<LocalSearchEngine> startEngine() throws IOException {
            if (store.engine().isEmpty()) {
                return Optional.empty();
            }
            SearchProduct product = store.engine().get();
            // a folder for each product, since none can read what another has written
            return Optional.of(LocalSearchEngine.start(product, folder.resolve(store.toString())));
        }
    }
}
