// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.acceptance;

import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.lake.Catalogs;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.s3.LocalS3;
import io.skipping.testing.spark.SparkSql;
import io.skipping.testing.trino.LocalTrino;
import io.skipping.testing.trino.TrinoRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.testng.SkipException;

/** A Trino and a Spark over one S3 endpoint. Trino has the same tables in the catalogs {@code hive} and {@code lake}. */
final class TrinoAndSpark implements AutoCloseable {
    static final String BUCKET = "lake";

    private final Path folder;
    private final LocalS3 s3;
    private final LocalTrino trino;
    private final Queries queries;
    private final SparkSql spark;

    private TrinoAndSpark(Path folder, LocalS3 s3, LocalTrino trino, Queries queries, SparkSql spark) {
        this.folder = folder;
        this.s3 = s3;
        this.trino = trino;
        this.queries = queries;
        this.spark = spark;
    }

    /**
     * Starts them.
     *
     * @param heap the heap of Trino
     * @param settings settings of Spark as NAME=VALUE
     * @throws SkipException if the plugin for Trino has not been built
     */
    static TrinoAndSpark start(String heap, String... settings) throws IOException, SQLException {
        try {
            Checkout.skippingPlugin(TrinoRelease.TRINO_476.toString());
        } catch (IOException e) {
            // 'mvn verify' of everything builds it; tests of this module alone may come without
            throw new SkipException(e.getMessage());
        }
        Path folder = Files.createTempDirectory("trino-and-spark");
        LocalS3 s3 = LocalS3.start(folder.resolve("s3"));
        s3.createBucket(BUCKET);
        Map<String, String> hive = new HashMap<>(Catalogs.hiveOnLocalS3(s3, folder.resolve("metastore")));
        // as it is with Parquet by default, and in Spark
        hive.put("hive.orc.use-column-names", "true");
        Map<String, String> skipping = new HashMap<>(hive);
        skipping.putAll(LocalLake.PATIENT);
        LocalTrino trino = LocalTrino.builder()
                .directory(folder.resolve("trino"))
                .catalog("hive", Catalogs.withConnector(Catalogs.HIVE, hive))
                .catalog("lake", Catalogs.withConnector(Catalogs.SKIPPING, skipping))
                .heap(heap)
                .start();
        Queries queries = new Queries(s3.log(), trino.connect());
        return new TrinoAndSpark(folder, s3, trino, queries, SparkSql.start(s3, folder.resolve("spark"), settings));
    }

    LocalS3 s3() {
        return s3;
    }

    /** Returns what asks Trino. */
    Queries queries() {
        return queries;
    }

    SparkSql spark() {
        return spark;
    }

    /**
     * Submits a job of the adapter's jar to another Spark, and waits for its end.
     *
     * @return the exit code, and what the job printed to its standard output
     */
    String submit(String mainClass, String... arguments) throws IOException {
        return SubmittedJob.run(s3, folder.resolve("submit"), mainClass, arguments);
    }

    @Override
    public void close() throws IOException, SQLException {
        try (s3;
                trino;
                queries;
                spark) {
            // closed from the last to the first
        } finally {
            Folders.delete(folder);
        }
    }
}
