// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import com.google.inject.Module;
import io.trino.plugin.iceberg.IcebergConnector;
import io.trino.plugin.iceberg.IcebergConnectorFactory;
import io.trino.spi.connector.Connector;
import io.trino.spi.connector.ConnectorContext;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Builds the stock Iceberg connector with {@link SkippingIcebergModule} installed, and wraps it in a
 * {@link SkippingIcebergConnector}.
 */
public class SkippingIcebergConnectorFactory extends AbstractSkippingConnectorFactory {
    public static final String NAME = "skipping_iceberg";

    public SkippingIcebergConnectorFactory() {
        this(NAME, UnaryOperator.identity());
    }

    SkippingIcebergConnectorFactory(String name, UnaryOperator<Module> modules) {
        super(name, modules);
    }

    @Override
    Module module(Optional<String> localLocation) {
        return new SkippingIcebergModule(localLocation);
    }

    @Override
    Connector create(
            String catalogName,
            Map<String, String> config,
            ConnectorContext context,
            Module module,
            ClassLoader classLoader) {
        IcebergConnector iceberg = (IcebergConnector)
                IcebergConnectorFactory.createConnector(catalogName, config, context, module, Optional.empty());
        return new SkippingIcebergConnector(iceberg, nodes(context), classLoader);
    }
}
