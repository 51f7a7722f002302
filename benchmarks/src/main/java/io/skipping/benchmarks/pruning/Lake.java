// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.meters.sink.S3Sink;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.s3.S3Client;

/** Creates and queries the tables of the benchmark. */
record Lake(LocalLake local, Queries queries) {
    private static final String SCHEMA = "pruning";

    /**
     * Longer than the age up to which a build leaves out objects, although a store may give their times in whole
     * seconds.
     */
    private static final long OLD_ENOUGH_SECONDS = 3;

    /** Writes objects. */
    interface Generator {
        /** Writes objects and returns their total size in bytes. */
        long generate(S3Sink sink) throws IOException;
    }

    /**
     * Objects below one location, over which there may be any number of tables.
     *
     * @param name name of the folder
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

    /** Returns a table's name in SQL. */
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
