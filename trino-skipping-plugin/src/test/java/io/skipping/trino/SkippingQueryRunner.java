// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.trino.testing.TestingSession.testSessionBuilder;

import com.google.common.collect.ImmutableMap;
import io.trino.Session;
import io.trino.plugin.hive.HivePlugin;
import io.trino.spi.eventlistener.EventListener;
import io.trino.testing.DistributedQueryRunner;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A Trino in this process with two catalogs over the same file metastore and the same data: {@code lake}, ours, and
 * {@code hive}, the stock connector.
 */
public final class SkippingQueryRunner {
    public static final String SCHEMA = "test";

    /**
     * Spares servers CPU time. They look ten times a second through all tasks that they remember, which by default are those of 15
     * minutes; and by default they ask how much CPU time each call of an operator took.
     */
    static final Map<String, String> SPARING = Map.of(
            "task.info.max-age", "30s",
            "task.cpu-timer-enabled", "false",
            "task.per-operator-cpu-timer-enabled", "false");

    private SkippingQueryRunner() {}

    /** @param root folder for metastore and data, which {@code local:///} locations are in */
    static DistributedQueryRunner create(Path root, Map<String, String> lakeProperties) throws Exception {
        return create(root, lakeProperties, List.of(), 0);
    }

    /**
     * @param listeners of the server's events
     * @param workers beside the coordinator, which works itself
     */
    static DistributedQueryRunner create(
            Path root, Map<String, String> lakeProperties, List<EventListener> listeners, int workers)
            throws Exception {
        return create(
                root,
                lakeProperties,
                builder -> builder.setWorkerCount(workers)
                        .setEventListeners(listeners)
                        .setTestingTrinoClientFactory(InProcessClient::new));
    }

    /** @param more sets what is special of the server */
    static DistributedQueryRunner create(
            Path root, Map<String, String> lakeProperties, Consumer<DistributedQueryRunner.Builder<?>> more)
            throws Exception {
        DistributedQueryRunner.Builder<?> builder =
                DistributedQueryRunner.builder(session()).addExtraProperties(SPARING);
        more.accept(builder);
        DistributedQueryRunner runner = builder.build();
        try {
            runner.installPlugin(new HivePlugin());
            runner.createCatalog("hive", "hive", properties(root));
            InstalledPlugin.install(runner);
            createLake(runner, "lake", root, lakeProperties);
            runner.execute("CREATE SCHEMA lake." + SCHEMA);
            return runner;
        } catch (Exception | Error e) {
            runner.close();
            throw e;
        }
    }

    /**
     * A session whose scans have one driver in place of four, beside which nothing else runs: four of them that read a few
     * rows each took a sixth of the CPU time of tests.
     */
    static Session session() {
        return testSessionBuilder()
                .setCatalog("lake")
                .setSchema(SCHEMA)
                .setSystemProperty("task_concurrency", "1")
                .setSystemProperty("task_min_writer_count", "1")
                .build();
    }

    /** One more catalog of ours, over the same metastore and data. */
    public static void createLake(
            DistributedQueryRunner runner, String catalog, Path root, Map<String, String> lakeProperties) {
        createLake(runner, catalog, SkippingConnectorFactory.NAME, root, lakeProperties);
    }

    /** @param connector ours, or one made of it for tests */
    static void createLake(
            DistributedQueryRunner runner,
            String catalog,
            String connector,
            Path root,
            Map<String, String> lakeProperties) {
        CatalogStats.forget(catalog);
        runner.createCatalog(
                catalog,
                connector,
                ImmutableMap.<String, String>builder()
                        .putAll(properties(root))
                        // tests of what is skipped must not depend on how busy the machine is
                        .put("skipping.lookup-timeout", "1m")
                        // nor hide behind gaps: objects of tests are small
                        .put("skipping.max-merge-distance", "0B")
                        // nor be fetched as a whole, because of which they are read in one piece
                        .put("parquet.small-file-threshold", "0B")
                        .put("hive.orc.tiny-stripe-threshold", "0B")
                        .putAll(lakeProperties)
                        .buildKeepingLast());
    }

    private static Map<String, String> properties(Path root) {
        return ImmutableMap.<String, String>builder()
                .put("hive.metastore", "file")
                .put("hive.metastore.catalog.dir", "local:///metastore")
                .put("hive.metastore.disable-location-checks", "true")
                .put("hive.security", "allow-all")
                .put("hive.non-managed-table-writes-enabled", "true")
                .put("hive.non-managed-table-creates-enabled", "true")
                .put("hive.hive-views.enabled", "true")
                .put("fs.native-local.enabled", "true")
                .put("local.location", root.toString())
                .buildOrThrow();
    }

    /** The session with {@code skipping_enabled} set. */
    public static Session skipping(Session session, boolean enabled) {
        return Session.builder(session)
                .setCatalogSessionProperty("lake", "skipping_enabled", String.valueOf(enabled))
                .build();
    }
}
