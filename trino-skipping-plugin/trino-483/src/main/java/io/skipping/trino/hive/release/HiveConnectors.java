// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.release;

import com.google.inject.Module;
import io.trino.plugin.hive.HiveConnector;
import io.trino.plugin.hive.HiveConnectorFactory;
import io.trino.spi.connector.ConnectorContext;
import java.util.Map;
import java.util.Optional;

/** Creates stock connectors. */
public final class HiveConnectors {
    private HiveConnectors() {}

    /**
     * Creates a Hive connector.
     *
     * @param module binds what is not stock
     */
    public static HiveConnector create(
            String catalog, Map<String, String> config, ConnectorContext context, Module module) {
        return (HiveConnector) HiveConnectorFactory.createConnector(
                catalog, config, context, () -> module, Optional.empty(), false, Optional.empty());
    }
}
