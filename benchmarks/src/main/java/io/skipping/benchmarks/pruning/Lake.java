// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.meters.S3Sink;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.s3.S3Client;

/** Where the tables of the benchmark are. */
record Lake(LocalLake local, Queries queries) {
    private static final String SCHEMA = "pruning";

    /** Objects of this age are in the next build, whatever their store tells of it in whole seconds. */
    private static final long OLD_ENOUGH_SECONDS = 3;

    /** Writes objects. */
    interface Generator {
        /** Tells how many bytes were written. */
        long generate(S3Sink sink) throws IOException;
    }

    /**
     * Objects below one location, which any number of tables may be over.
     *
     * @param name of the folder
     */
    record DataSet(String name, long bytes) {
        String location() {
            return "s3://%s/%s".formatted(LocalLake.BUCKET, name);
        }
    }

    void createSchema() throws SQLException {
        queries.rows("CREATE SCHEMA %s.%s".formatted(LocalLake.SKIPPING_CATALOG, SCHEMA));
    }

    DataSet write(String name, Generator generator) throws IOException {
        long bytes;
        try (S3Client client = local.s3().client();
                S3Sink sink = new S3Sink(client, LocalLake.BUCKET, name)) {
            bytes = generator.generate(sink);
        }
        try {
            TimeUnit.SECONDS.sleep(OLD_ENOUGH_SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted before an index was built");
        }
        return new DataSet(name, bytes);
    }

    /** A table's name in SQL. */
    static String name(Setting setting, String table) {
        return "%s.%s.%s".formatted(setting.catalog(), SCHEMA, table);
    }

    static String schema() {
        return SCHEMA;
    }

    IndexedTable index(String table) {
        return new IndexedTable(queries, SCHEMA, table);
    }
}
