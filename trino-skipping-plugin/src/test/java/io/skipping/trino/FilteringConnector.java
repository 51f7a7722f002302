// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static java.util.Objects.requireNonNull;

import com.google.inject.util.Modules;
import io.skipping.index.filter.ObjectFilter;
import io.skipping.index.filter.ObjectFilters;
import io.trino.spi.Plugin;
import io.trino.spi.connector.ConnectorFactory;
import java.util.List;

/** A connector like ours, as if a user's jar had an object filter. */
final class FilteringConnector implements Plugin {
    private final String name;
    private final ObjectFilter filter;

    FilteringConnector(String name, ObjectFilter filter) {
        this.name = requireNonNull(name, "name is null");
        this.filter = requireNonNull(filter, "filter is null");
    }

    @Override
    public Iterable<ConnectorFactory> getConnectorFactories() {
        return List.of(new SkippingConnectorFactory(
                name,
                module -> Modules.override(module)
                        .with(binder ->
                                binder.bind(ObjectFilters.class).toInstance(new ObjectFilters(List.of(filter))))));
    }
}
