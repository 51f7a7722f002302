// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Key;
import io.airlift.log.Logger;
import io.skipping.trino.core.SkippingStats;
import io.trino.metadata.CatalogManager;
import io.trino.plugin.hive.HiveQueryRunner;
import io.trino.plugin.hive.TestHiveConnectorTest;
import io.trino.server.testing.TestingTrinoServer;
import io.trino.spi.catalog.CatalogName;
import io.trino.spi.catalog.CatalogProperties;
import io.trino.testing.QueryRunner;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * Trino's own tests of the Hive connector, against the connector {@code skipping_hive}. The stock connector writes the tables
 * that the tests begin with; then each of its catalogs is replaced by one of ours with the same properties, as a user does it.
 */
public class TestSkippingHiveConnectorTest extends TestHiveConnectorTest {
    private static final Logger log = Logger.get(TestSkippingHiveConnectorTest.class);

    /** Fewer show that the indexer did not keep up, and that the run proves nothing. */
    private static final int ENOUGH_BUILDS = 500;

    private static final int ENOUGH_TABLES = 50;

    private final SuiteMode mode = SuiteMode.current();
    private SuiteIndexer indexer;

    @Override
    protected QueryRunner createQueryRunner() throws Exception {
        // no Hadoop: the metastore and the data are in local:///, as Trino's plugin for tests has it by default
        QueryRunner runner = createHiveQueryRunner(HiveQueryRunner.builder()
                .addHiveProperty("fs.hadoop.enabled", "false")
                .addHiveProperty("hive.metastore", "file"));
        try {
            if (mode != SuiteMode.STOCK) {
                runner.installPlugin(new InjectorKeepingPlugin());
                for (String catalog : List.of("hive", "hive_bucketed", "hive_timestamp_nanos")) {
                    replace(runner, catalog);
                }
            }
            if (mode == SuiteMode.INDEXED) {
                indexer = new SuiteIndexer(runner);
                indexer.start();
            }
            return runner;
        } catch (Throwable e) {
            runner.close();
            throw e;
        }
    }

    private static void replace(QueryRunner runner, String catalog) {
        TestingTrinoServer coordinator = runner.getCoordinator();
        CatalogManager catalogs = coordinator.getInstance(Key.get(CatalogManager.class));
        CatalogProperties stock = catalogs.getCatalog(new CatalogName(catalog))
                .flatMap(found -> catalogs.getCatalogProperties(found.getCatalogHandle()))
                .orElseThrow();
        assertThat(stock.connectorName().toString()).isEqualTo("hive");
        catalogs.dropCatalog(new CatalogName(catalog), true);
        Map<String, String> properties = new HashMap<>(stock.properties());
        // what Trino's plugin for tests has as its defaults
        properties.put("hive.metastore", "file");
        properties.put("hive.metastore.catalog.dir", "local:///");
        properties.put("fs.native-local.enabled", "true");
        properties.put(
                "local.location",
                coordinator.getBaseDataDir().resolve("hive_data").toString());
        runner.createCatalog(catalog, SkippingConnectorFactory.NAME, properties);
        assertThat(coordinator.getConnector(catalog)).isInstanceOf(SkippingConnector.class);
    }

    /** Looks for the operator that counts all rows of a table; an index that knows how many there are needs none. */
    @Test
    @Override
    public void testExplainAnalyzeAccumulatorUpdateWallTime() {
        mayDifferWithIndex(super::testExplainAnalyzeAccumulatorUpdateWallTime, "nation answered by the index");
    }

    /** @param shown what the message of a failure shows if the index is why */
    private void mayDifferWithIndex(Runnable test, String shown) {
        try {
            test.run();
        } catch (AssertionError e) {
            if (mode != SuiteMode.INDEXED) {
                throw e;
            }
            assertThat(e).hasMessageContaining(shown);
        }
    }

    @AfterAll
    public void checkIndexer() throws InterruptedException {
        if (indexer == null) {
            return;
        }
        indexer.stop();
        SkippingStats stats = InjectorKeepingPlugin.injector(
                        getDistributedQueryRunner().getCoordinator().getConnector("hive"))
                .getInstance(SkippingStats.class);
        log.info(
                "Queries considered %s objects in %s scans: %s pruned, %s not in the index, %s changed since; %s ranges of others pruned; %s lookups failed",
                stats.getObjectsConsidered(),
                stats.getScans(),
                stats.getObjectsPruned(),
                stats.getObjectsUnindexed(),
                stats.getObjectsStale(),
                stats.getRangesPruned(),
                stats.getLookupFailures());
        assertThat(indexer.builds()).as("builds that were published").isGreaterThan(ENOUGH_BUILDS);
        assertThat(indexer.summarisedTables())
                .as("tables with summaries of objects")
                .isGreaterThan(ENOUGH_TABLES);
    }
}
