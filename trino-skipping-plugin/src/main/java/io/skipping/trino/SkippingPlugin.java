// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.skipping.trino.core.layout.LayoutPartitionFunction;
import io.trino.spi.Plugin;
import io.trino.spi.connector.ConnectorFactory;
import java.util.Set;

/** Registers the connectors {@code skipping_hive} and {@code skipping_iceberg}, and the function {@code layout_partition}. */
public class SkippingPlugin implements Plugin {
    @Override
    public Iterable<ConnectorFactory> getConnectorFactories() {
        return ImmutableList.of(new SkippingConnectorFactory(), new SkippingIcebergConnectorFactory());
    }

    @Override
    public Set<Class<?>> getFunctions() {
        return ImmutableSet.of(LayoutPartitionFunction.class);
    }
}
