// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static java.util.Objects.requireNonNull;

import com.google.inject.Module;
import com.google.inject.util.Modules;
import io.skipping.index.filter.ObjectFilter;
import io.skipping.index.filter.ObjectFilters;
import io.trino.spi.Plugin;
import io.trino.spi.connector.ConnectorFactory;
import java.util.List;
import java.util.function.UnaryOperator;

/** A connector like ours, as if a user's jar had an object filter. */
final class FilteringConnector implements Plugin {
    private final ConnectorFactory factory;

    private FilteringConnector(ConnectorFactory factory) {
        this.factory = requireNonNull(factory, "factory is null");
    }

    static FilteringConnector ofHive(String name, ObjectFilter filter) {
        return new FilteringConnector(new SkippingConnectorFactory(name, with(filter)));
    }

    static FilteringConnector ofIceberg(String name, ObjectFilter filter) {
        return new FilteringConnector(new SkippingIcebergConnectorFactory(name, with(filter)));
    }

    private static UnaryOperator<Module> with(ObjectFilter filter) {
        return module -> Modules.override(module)
                .with(binder -> binder.bind(ObjectFilters.class).toInstance(new ObjectFilters(List.of(filter))));
    }

    @Override
    public Iterable<ConnectorFactory> getConnectorFactories() {
        return List.of(factory);
    }
}
