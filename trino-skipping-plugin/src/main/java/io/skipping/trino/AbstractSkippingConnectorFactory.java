// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static java.util.Objects.requireNonNull;

import com.google.inject.Module;
import io.skipping.trino.core.release.ReleaseCheck;
import io.skipping.trino.core.view.NodesTable;
import io.trino.spi.classloader.ThreadContextClassLoader;
import io.trino.spi.connector.Connector;
import io.trino.spi.connector.ConnectorContext;
import io.trino.spi.connector.ConnectorFactory;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Builds a stock connector with a module of this plugin installed, and wraps it. */
abstract class AbstractSkippingConnectorFactory implements ConnectorFactory {
    private final String name;
    private final UnaryOperator<Module> modules;

    /**
     * Creates a factory.
     *
     * @param modules wraps the plugin's module; tests use it to replace bindings and so provoke failures
     */
    AbstractSkippingConnectorFactory(String name, UnaryOperator<Module> modules) {
        this.name = requireNonNull(name, "name is null");
        this.modules = requireNonNull(modules, "modules is null");
    }

    @Override
    public final String getName() {
        return name;
    }

    @Override
    public final Connector create(String catalogName, Map<String, String> config, ConnectorContext context) {
        ReleaseCheck.check(context.getSpiVersion());
        ClassLoader classLoader = getClass().getClassLoader();
        try (ThreadContextClassLoader _ = new ThreadContextClassLoader(classLoader)) {
            Module module = modules.apply(module(Optional.ofNullable(config.get("local.location"))));
            return create(catalogName, config, context, module, classLoader);
        }
    }

    /** Returns the system table that shows what each node has loaded. */
    static NodesTable nodes(ConnectorContext context) {
        return new NodesTable(context.getNodeManager().getCurrentNode().getNodeIdentifier());
    }

    /** @param localLocation the root of the native local file system, if the catalog has one */
    abstract Module module(Optional<String> localLocation);

    /** @param module is installed in the stock connector */
    abstract Connector create(
            String catalogName,
            Map<String, String> config,
            ConnectorContext context,
            Module module,
            ClassLoader classLoader);
}
