// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static java.util.Objects.requireNonNull;

import io.trino.plugin.iceberg.IcebergConnector;
import io.trino.spi.connector.ConnectorPageSourceProviderFactory;

/** Wraps the stock Iceberg connector. */
public class SkippingIcebergConnector extends ForwardingConnector {
    private final IcebergConnector iceberg;
    private final ClassLoader classLoader;

    /**
     * Wraps an Iceberg connector.
     *
     * @param iceberg the Iceberg connector, created with {@link SkippingIcebergModule}
     */
    SkippingIcebergConnector(IcebergConnector iceberg, ClassLoader classLoader) {
        super(iceberg);
        this.iceberg = requireNonNull(iceberg, "iceberg is null");
        this.classLoader = requireNonNull(classLoader, "classLoader is null");
    }

    /** Returns a factory and not a provider: Iceberg's providers keep the delete files that one query has read. */
    @Override
    public ConnectorPageSourceProviderFactory getPageSourceProviderFactory() {
        return iceberg.getPageSourceProviderFactory();
    }
}
