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
    /** Some tests look for a filter above a scan, which an index lets the scan take over. */
    private static final String FILTERED = "filtered by the scan, constraint on";

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
    public void testBucketTransform() {
        run.mayDifferWithIndex(super::testBucketTransform, FILTERED);
    }

    @Test
    @Override
    public void testDayTransformTimestamp() {
        run.mayDifferWithIndex(super::testDayTransformTimestamp, FILTERED);
    }

    @Test
    @Override
    public void testDayTransformTimestampWithTimeZone() {
        run.mayDifferWithIndex(super::testDayTransformTimestampWithTimeZone, FILTERED);
    }

    @Test
    @Override
    public void testHourTransformTimestampWithTimeZone() {
        run.mayDifferWithIndex(super::testHourTransformTimestampWithTimeZone, FILTERED);
    }

    @Test
    @Override
    public void testMonthTransformDate() {
        run.mayDifferWithIndex(super::testMonthTransformDate, FILTERED);
    }

    @Test
    @Override
    public void testMonthTransformTimestamp() {
        run.mayDifferWithIndex(super::testMonthTransformTimestamp, FILTERED);
    }

    @Test
    @Override
    public void testMonthTransformTimestampWithTimeZone() {
        run.mayDifferWithIndex(super::testMonthTransformTimestampWithTimeZone, FILTERED);
    }

    @Test
    @Override
    public void testPartitionPredicatePushdownWithHistoricalPartitionSpecs() {
        run.mayDifferWithIndex(super::testPartitionPredicatePushdownWithHistoricalPartitionSpecs, FILTERED);
    }

    @Test
    @Override
    public void testTruncateDecimalTransform() {
        run.mayDifferWithIndex(super::testTruncateDecimalTransform, FILTERED);
    }

    @Test
    @Override
    public void testTruncateIntegerTransform() {
        run.mayDifferWithIndex(super::testTruncateIntegerTransform, FILTERED);
    }

    @Test
    @Override
    public void testYearTransformDate() {
        run.mayDifferWithIndex(super::testYearTransformDate, FILTERED);
    }

    @Test
    @Override
    public void testYearTransformTimestamp() {
        run.mayDifferWithIndex(super::testYearTransformTimestamp, FILTERED);
    }

    @Test
    @Override
    public void testYearTransformTimestampWithTimeZone() {
        run.mayDifferWithIndex(super::testYearTransformTimestampWithTimeZone, FILTERED);
    }

    @Test
    @Override
    public void testDayTransformDate() {
        run.mayDifferWithIndex(super::testDayTransformDate, FILTERED);
    }

    @Test
    @Override
    public void testHourTransformTimestamp() {
        run.mayDifferWithIndex(super::testHourTransformTimestamp, FILTERED);
    }

    @Test
    @Override
    public void testTruncateTextTransform() {
        run.mayDifferWithIndex(super::testTruncateTextTransform, FILTERED);
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
