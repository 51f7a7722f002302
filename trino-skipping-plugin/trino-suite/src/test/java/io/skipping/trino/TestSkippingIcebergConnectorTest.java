// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static org.junit.jupiter.api.Assumptions.abort;

import io.trino.plugin.iceberg.TestIcebergParquetConnectorTest;
import io.trino.testing.QueryRunner;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Trino's own tests of the Iceberg connector, for tables of Parquet, against the connector {@code skipping_iceberg}. */
public class TestSkippingIcebergConnectorTest extends TestIcebergParquetConnectorTest {
    private SuiteRun run;

    @Override
    protected QueryRunner createQueryRunner() throws Exception {
        // no Hadoop: the metastore and the data are in local:///, as Trino's plugin for tests has it by default
        QueryRunner runner = createQueryRunnerBuilder()
                .addIcebergProperty("fs.hadoop.enabled", "false")
                .build();
        try {
            run = new SuiteRun(runner, "iceberg");
            run.start(
                    List.of("iceberg"),
                    Map.of(
                            "iceberg.catalog.type", "testing_file_metastore",
                            "hive.metastore.catalog.dir", "local:///",
                            "fs.native-local.enabled", "true",
                            "local.location",
                                    runner.getCoordinator()
                                            .getBaseDataDir()
                                            .resolve("iceberg_data")
                                            .toString()));
            return runner;
        } catch (Throwable e) {
            runner.close();
            throw e;
        }
    }

    @Test
    @Override
    public void testCleaningUpWithTableWithSpecifiedLocation() {
        needsHadoop();
    }

    @Test
    @Override
    public void testCreateExternalTableWithNonExistingSchemaLocation() {
        needsHadoop();
    }

    @Test
    @Override
    public void testCreateTableSucceedsOnEmptyDirectory() {
        needsHadoop();
    }

    @Test
    @Override
    public void testDropCorruptedTableWithHiveRedirection() {
        needsHadoop();
    }

    /** Locations without a scheme, and a stock Hive connector of this test, are Hadoop's; trino-hdfs is not on Maven Central. */
    private static void needsHadoop() {
        abort("needs Hadoop's file system, also with the stock connector");
    }

    @AfterAll
    public void checkIndexer() throws InterruptedException {
        run.checkIndexer(500, 50);
    }
}
