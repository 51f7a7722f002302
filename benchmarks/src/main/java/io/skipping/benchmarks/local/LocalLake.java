// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A local S3 and a Trino over it that sees the same tables in two catalogs: {@value #SKIPPING_CATALOG} by this project's
 * connector, {@value #HIVE_CATALOG} by the stock Hive connector.
 */
public record LocalLake(LocalS3 s3, LocalTrino trino) implements AutoCloseable {
    public static final String SKIPPING_CATALOG = "lake";
    public static final String HIVE_CATALOG = "hive";
    public static final String BUCKET = "lake";

    /**
     * Starts both. Objects and tables that an earlier one has left in the folder are there again.
     *
     * @param port of Trino, 0 for a free one
     * @param heap of Trino, as {@code java -Xmx} takes it
     */
    public static LocalLake start(Path folder, int port, String heap, RequestLog log) throws IOException {
        LocalS3 s3 = LocalS3.start(folder.resolve("s3"), 0, log);
        try {
            s3.createBucket(BUCKET);
            Map<String, String> properties = Catalogs.hiveOnLocalS3(s3, folder.resolve("metastore"));
            LocalTrino trino = LocalTrino.builder()
                    .directory(folder.resolve("trino"))
                    .port(port)
                    .heap(heap)
                    .catalog(SKIPPING_CATALOG, Catalogs.withConnector(Catalogs.SKIPPING, properties))
                    .catalog(HIVE_CATALOG, Catalogs.withConnector(Catalogs.HIVE, properties))
                    .start();
            return new LocalLake(s3, trino);
        } catch (Throwable e) {
            s3.close();
            throw e;
        }
    }

    @Override
    public void close() {
        try {
            trino.close();
        } finally {
            s3.close();
        }
    }
}
