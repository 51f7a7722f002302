// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static io.skipping.trino.SkippingQueryRunner.session;

import com.google.common.collect.ImmutableMap;
import io.trino.Session;
import io.trino.plugin.iceberg.IcebergPlugin;
import io.trino.spi.eventlistener.EventListener;
import io.trino.testing.DistributedQueryRunner;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A Trino in this process with two catalogs over the same file metastore and the same Iceberg tables: {@code lake}, ours,
 * and {@code iceberg}, the stock connector.
 */
final class IcebergQueryRunner {
    private IcebergQueryRunner() {}

    /**
     * @param root folder for metastore and data, which {@code local:///} locations are in
     * @param listeners of the server's events
     * @param workers beside the coordinator, which works itself
     */
    static DistributedQueryRunner create(
            Path root, Map<String, String> lakeProperties, List<EventListener> listeners, int workers)
            throws Exception {
        Session session = session();
        DistributedQueryRunner runner = DistributedQueryRunner.builder(session)
                .setWorkerCount(workers)
                .setEventListeners(listeners)
                .setTestingTrinoClientFactory(InProcessClient::new)
                .addExtraProperties(SkippingQueryRunner.SPARING)
                .build();
        try {
            runner.installPlugin(new IcebergPlugin());
            runner.createCatalog("iceberg", "iceberg", properties(root));
            InstalledPlugin.install(runner);
            CatalogStats.forget("lake");
            runner.createCatalog(
                    "lake",
                    SkippingIcebergConnectorFactory.NAME,
                    ImmutableMap.<String, String>builder()
                            .putAll(properties(root))
                            // tests of what is skipped must not depend on how busy the machine is
                            .put("skipping.lookup-timeout", "1m")
                            .putAll(lakeProperties)
                            .buildKeepingLast());
            runner.execute("CREATE SCHEMA lake." + SCHEMA);
            return runner;
        } catch (Exception | Error e) {
            runner.close();
            throw e;
        }
    }

    /**
     * Adds two catalogs over the same Iceberg tables, and a schema, to a Trino that has our plugin and tables of other kinds:
     * {@code ice}, ours, and {@code iceberg}, the stock connector.
     *
     * @param ofBoth properties of both catalogs
     * @param ofOurs further properties of ours
     */
    static void addCatalogs(
            DistributedQueryRunner runner, Path root, Map<String, String> ofBoth, Map<String, String> ofOurs) {
        Map<String, String> properties = ImmutableMap.<String, String>builder()
                .putAll(properties(root))
                .put("hive.metastore.catalog.dir", "local:///iceberg")
                .putAll(ofBoth)
                .buildKeepingLast();
        runner.installPlugin(new IcebergPlugin());
        runner.createCatalog("iceberg", "iceberg", properties);
        CatalogStats.forget("ice");
        runner.createCatalog(
                "ice",
                SkippingIcebergConnectorFactory.NAME,
                ImmutableMap.<String, String>builder()
                        .putAll(properties)
                        .put("skipping.lookup-timeout", "1m")
                        .putAll(ofOurs)
                        .buildOrThrow());
        runner.execute("CREATE SCHEMA ice." + SCHEMA);
    }

    /** Returns the properties of a catalog of any of the connectors. */
    static Map<String, String> properties(Path root) {
        return ImmutableMap.<String, String>builder()
                .put("iceberg.catalog.type", "TESTING_FILE_METASTORE")
                .put("hive.metastore.catalog.dir", "local:///metastore")
                .put("iceberg.register-table-procedure.enabled", "true")
                .put("iceberg.add-files-procedure.enabled", "true")
                .put("iceberg.expire-snapshots.min-retention", "0s")
                .put("iceberg.remove-orphan-files.min-retention", "0s")
                .put("fs.native-local.enabled", "true")
                .put("local.location", root.toString())
                .buildOrThrow();
    }
}
