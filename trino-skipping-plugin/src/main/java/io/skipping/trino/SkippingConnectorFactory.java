// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import com.google.inject.Module;
import io.skipping.trino.core.estimate.QueryCatalogs;
import io.skipping.trino.hive.release.HiveConnectors;
import io.trino.spi.connector.Connector;
import io.trino.spi.connector.ConnectorContext;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Builds the stock Hive connector with {@link SkippingModule} installed, and wraps it in a {@link SkippingConnector}.
 */
public class SkippingConnectorFactory extends AbstractSkippingConnectorFactory {
    public static final String NAME = "skipping_hive";

    public SkippingConnectorFactory() {
        this(NAME, UnaryOperator.identity());
    }

    SkippingConnectorFactory(String name, UnaryOperator<Module> modules) {
        super(name, modules);
    }

    @Override
    Module module(Optional<String> localLocation) {
        return new SkippingModule(localLocation);
    }

    @Override
    Connector create(
            String catalogName,
            Map<String, String> config,
            ConnectorContext context,
            Module module,
            ClassLoader classLoader) {
        return new SkippingConnector(
                HiveConnectors.create(catalogName, config, context, module),
                new QueryCatalogs(context.getMetadataProvider()),
                nodes(context),
                classLoader);
    }
}
