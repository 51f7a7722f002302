// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static java.util.Objects.requireNonNull;

import com.google.inject.Module;
import io.skipping.trino.core.release.ReleaseCheck;
import io.trino.plugin.iceberg.IcebergConnector;
import io.trino.plugin.iceberg.IcebergConnectorFactory;
import io.trino.spi.classloader.ThreadContextClassLoader;
import io.trino.spi.connector.Connector;
import io.trino.spi.connector.ConnectorContext;
import io.trino.spi.connector.ConnectorFactory;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Builds the stock Iceberg connector with {@link SkippingIcebergModule} installed, and wraps it in a
 * {@link SkippingIcebergConnector}.
 */
public class SkippingIcebergConnectorFactory implements ConnectorFactory {
    public static final String NAME = "skipping_iceberg";

    private final String name;
    private final UnaryOperator<Module> modules;

    public SkippingIcebergConnectorFactory() {
        this(NAME, UnaryOperator.identity());
    }

    /**
     * Creates a factory.
     *
     * @param modules wraps the plugin's module; tests use it to replace bindings and so provoke failures
     */
    SkippingIcebergConnectorFactory(String name, UnaryOperator<Module> modules) {
        this.name = requireNonNull(name, "name is null");
        this.modules = requireNonNull(modules, "modules is null");
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public Connector create(String catalogName, Map<String, String> config, ConnectorContext context) {
        ReleaseCheck.check(context.getSpiVersion());
        ClassLoader classLoader = getClass().getClassLoader();
        try (ThreadContextClassLoader _ = new ThreadContextClassLoader(classLoader)) {
            IcebergConnector iceberg = (IcebergConnector) IcebergConnectorFactory.createConnector(
                    catalogName,
                    config,
                    context,
                    modules.apply(new SkippingIcebergModule(Optional.ofNullable(config.get("local.location")))),
                    Optional.empty());
            return new SkippingIcebergConnector(iceberg, classLoader);
        }
    }
}
