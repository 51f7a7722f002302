// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.trino.plugin.hive;

import com.google.inject.Injector;
import com.google.inject.Key;
import io.skipping.trino.InjectorKeepingPlugin;
import io.trino.spi.connector.Connector;
import io.trino.testing.PlanTester;
import io.trino.testing.QueryRunner;

/**
 * Stands in for the class of this name in Trino's test jar, which casts the connector of the catalog {@code hive} to Hive's.
 * This one also gets at the services inside a connector that wraps Hive's.
 */
public final class TestingHiveUtils {
    private TestingHiveUtils() {}

    public static <T> T getConnectorService(PlanTester planTester, Class<T> type) {
        return injector(planTester.getConnector(HiveQueryRunner.HIVE_CATALOG)).getInstance(type);
    }

    public static <T> T getConnectorService(QueryRunner queryRunner, Class<T> type) {
        return getConnectorService(queryRunner, Key.get(type));
    }

    public static <T> T getConnectorService(QueryRunner queryRunner, Key<T> key) {
        return injector(queryRunner.getCoordinator().getConnector(HiveQueryRunner.HIVE_CATALOG))
                .getInstance(key);
    }

    private static Injector injector(Connector connector) {
        return connector instanceof HiveConnector hive ? hive.getInjector() : InjectorKeepingPlugin.injector(connector);
    }
}
