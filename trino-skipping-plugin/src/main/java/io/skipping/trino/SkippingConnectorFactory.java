// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.trino.plugin.base.Versions.checkStrictSpiVersionMatch;

import io.trino.plugin.hive.HiveConnector;
import io.trino.plugin.hive.HiveConnectorFactory;
import io.trino.spi.classloader.ThreadContextClassLoader;
import io.trino.spi.connector.Connector;
import io.trino.spi.connector.ConnectorContext;
import io.trino.spi.connector.ConnectorFactory;
import java.util.Map;
import java.util.Optional;

/** Builds the stock Hive connector with our module inside, and wraps it. */
public class SkippingConnectorFactory implements ConnectorFactory {
    public static final String NAME = "skipping_hive";

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public Connector create(String catalogName, Map<String, String> config, ConnectorContext context) {
        checkStrictSpiVersionMatch(context, this);
        ClassLoader classLoader = getClass().getClassLoader();
        try (ThreadContextClassLoader _ = new ThreadContextClassLoader(classLoader)) {
            HiveConnector hive = (HiveConnector) HiveConnectorFactory.createConnector(
                    catalogName,
                    config,
                    context,
                    new SkippingModule(context.getTypeManager(), Optional.ofNullable(config.get("local.location"))),
                    Optional.empty(),
                    Optional.empty());
            return hive.getInjector()
                    .getInstance(SkippingConnectorBuilder.class)
                    .wrap(hive, classLoader);
        }
    }
}
