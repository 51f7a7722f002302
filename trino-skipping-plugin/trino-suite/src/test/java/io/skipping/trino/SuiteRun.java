// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Key;
import io.airlift.log.Logger;
import io.skipping.trino.core.SkippingStats;
import io.trino.metadata.CatalogManager;
import io.trino.server.testing.TestingTrinoServer;
import io.trino.spi.catalog.CatalogName;
import io.trino.spi.catalog.CatalogProperties;
import io.trino.testing.QueryRunner;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One run of Trino's tests of a connector. The stock connector has written the tables that the tests begin with; then each
 * of its catalogs is replaced by one of ours with the same properties, as a user does it, unless the run is of the stock
 * connector itself.
 */
final class SuiteRun {
    private static final Logger log = Logger.get(SuiteRun.class);

    private final SuiteMode mode = SuiteMode.current();
    private final QueryRunner runner;
    private final String stock;
    private SuiteIndexer indexer;

    /** @param stock the name of the stock connector, and of the catalog whose tables are indexed */
    SuiteRun(QueryRunner runner, String stock) {
        this.runner = runner;
        this.stock = stock;
    }

    /**
     * Replaces catalogs, and begins to build indexes, as the mode of the run demands it.
     *
     * @param defaults properties that the stock connector of the tests has without being given them
     */
    void start(List<String> catalogs, Map<String, String> defaults) {
        if (mode != SuiteMode.STOCK) {
            runner.installPlugin(new InjectorKeepingPlugin());
            for (String catalog : catalogs) {
                replace(catalog, defaults);
            }
        }
        if (mode == SuiteMode.INDEXED) {
            indexer = new SuiteIndexer(runner, stock);
            indexer.start();
        }
    }

    private void replace(String catalog, Map<String, String> defaults) {
        TestingTrinoServer coordinator = runner.getCoordinator();
        CatalogManager catalogs = coordinator.getInstance(Key.get(CatalogManager.class));
        CatalogProperties before = catalogs.getCatalog(new CatalogName(catalog))
                .flatMap(found -> catalogs.getCatalogProperties(found.getCatalogHandle()))
                .orElseThrow();
        assertThat(before.connectorName().toString()).isEqualTo(stock);
        catalogs.dropCatalog(new CatalogName(catalog), true);
        Map<String, String> properties = new HashMap<>(before.properties());
        properties.putAll(defaults);
        runner.createCatalog(catalog, "skipping_" + stock, properties);
        assertThat(coordinator.getConnector(catalog))
                .isInstanceOfAny(SkippingConnector.class, SuiteIcebergConnector.class);
    }

    /**
     * Runs a test that may find another plan if tables are indexed.
     *
     * @param shown what the message of a failure shows if the index is why
     */
    void mayDifferWithIndex(Runnable test, String shown) {
        try {
            test.run();
        } catch (AssertionError e) {
            if (mode != SuiteMode.INDEXED) {
                throw e;
            }
            assertThat(e).hasMessageContaining(shown);
        }
    }

    /**
     * Ends the builds, and checks that there were enough of them: fewer show that they did not keep up, and that the run
     * proves nothing.
     */
    void checkIndexer(int builds, int tables) throws InterruptedException {
        if (indexer == null) {
            return;
        }
        indexer.stop();
        SkippingStats stats = InjectorKeepingPlugin.injector(
                        runner.getCoordinator().getConnector(stock))
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
        assertThat(indexer.builds()).as("builds that were published").isGreaterThan(builds);
        assertThat(indexer.summarisedTables())
                .as("tables with summaries of objects")
                .isGreaterThan(tables);
    }
}
