// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static java.util.Objects.requireNonNull;

import com.google.inject.Binder;
import com.google.inject.Module;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.util.Modules;
import io.skipping.trino.core.release.SplitRead;
import io.skipping.trino.hive.read.RangeReader;
import io.skipping.trino.hive.read.SkippingPageSourceProvider;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.plugin.hive.HiveConfig;
import io.trino.plugin.hive.HivePageSourceProvider;
import io.trino.plugin.hive.HiveSplit;
import io.trino.spi.Plugin;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorFactory;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.type.TypeManager;
import java.util.List;
import java.util.function.Consumer;

/** A connector like ours, in which something happens between the choice of what is read and the reading. */
final class ReplacingConnector implements Plugin {
    static final String NAME = "replacing_hive";

    private final Consumer<String> beforeReading;

    /** @param beforeReading is told the path of the object of each split before it is read */
    ReplacingConnector(Consumer<String> beforeReading) {
        this.beforeReading = requireNonNull(beforeReading, "beforeReading is null");
    }

    @Override
    public Iterable<ConnectorFactory> getConnectorFactories() {
        return List.of(new SkippingConnectorFactory(
                NAME, module -> Modules.override(module).with(new Replacing())));
    }

    private final class Replacing implements Module {
        @Override
        public void configure(Binder binder) {}

        @Provides
        @Singleton
        SkippingPageSourceProvider pageSources(
                HivePageSourceProvider hive,
                RangeReader rangeReader,
                TrinoFileSystemFactory fileSystems,
                HiveConfig hiveConfig,
                TypeManager typeManager) {
            return new SkippingPageSourceProvider(hive, rangeReader, fileSystems, hiveConfig, typeManager) {
                @Override
                protected ConnectorPageSource open(SplitRead read, ConnectorSplit split, List<ColumnHandle> columns) {
                    if (split instanceof HiveSplit ofObject) {
                        beforeReading.accept(ofObject.getPath());
                    }
                    return super.open(read, split, columns);
                }
            };
        }
    }
}
