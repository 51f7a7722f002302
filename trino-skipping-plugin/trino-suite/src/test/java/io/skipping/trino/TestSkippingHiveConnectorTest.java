// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import io.trino.plugin.hive.HiveQueryRunner;
import io.trino.plugin.hive.TestHiveConnectorTest;
import io.trino.testing.QueryRunner;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Trino's own tests of the Hive connector, against the connector {@code skipping_hive}. */
public class TestSkippingHiveConnectorTest extends TestHiveConnectorTest {
    private SuiteRun run;

    @Override
    protected QueryRunner createQueryRunner() throws Exception {
        // no Hadoop: the metastore and the data are in local:///, as Trino's plugin for tests has it by default
        QueryRunner runner = createHiveQueryRunner(HiveQueryRunner.builder()
                .addHiveProperty("fs.hadoop.enabled", "false")
                .addHiveProperty("hive.metastore", "file"));
        try {
            run = new SuiteRun(runner, "hive");
            run.start(
                    List.of("hive", "hive_bucketed", "hive_timestamp_nanos"),
                    Map.of(
                            "hive.metastore", "file",
                            "hive.metastore.catalog.dir", "local:///",
                            "fs.native-local.enabled", "true",
                            "local.location",
                                    runner.getCoordinator()
                                            .getBaseDataDir()
                                            .resolve("hive_data")
                                            .toString()));
            return runner;
        } catch (Throwable e) {
            runner.close();
            throw e;
        }
    }

    /** Looks for the operator that counts all rows of a table; an index that knows how many there are needs none. */
    @Test
    @Override
    public void testExplainAnalyzeAccumulatorUpdateWallTime() {
        run.mayDifferWithIndex(super::testExplainAnalyzeAccumulatorUpdateWallTime, "nation answered by the index");
    }

    @AfterAll
    public void checkIndexer() throws InterruptedException {
        run.checkIndexer(500, 50);
    }
}
