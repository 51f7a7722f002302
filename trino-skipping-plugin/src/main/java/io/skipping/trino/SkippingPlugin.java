// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.skipping.trino.core.layout.LayoutPartitionFunction;
import io.skipping.trino.core.release.ReleaseCheck;
import io.skipping.trino.iceberg.statistics.DistinctValues;
import io.trino.spi.Plugin;
import io.trino.spi.connector.ConnectorFactory;
import java.util.Set;

/** Registers the connectors {@code skipping_hive} and {@code skipping_iceberg}, and their functions. */
public class SkippingPlugin implements Plugin {
    @Override
    public Iterable<ConnectorFactory> getConnectorFactories() {
        return ImmutableList.of(new SkippingConnectorFactory(), new SkippingIcebergConnectorFactory());
    }

    @Override
    public Set<Class<?>> getFunctions() {
        // a server of another release registers functions before it can be told that the folder is not for it, and
        // cannot load Iceberg's libraries
        return ReleaseCheck.isOfServer()
                ? ImmutableSet.of(LayoutPartitionFunction.class, DistinctValues.class)
                : ImmutableSet.of(LayoutPartitionFunction.class);
    }
}
