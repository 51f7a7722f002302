// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import com.google.inject.Binder;
import com.google.inject.Module;
import com.google.inject.util.Modules;
import io.skipping.trino.iceberg.scan.WrittenTables;
import io.trino.spi.Plugin;
import io.trino.spi.connector.ConnectorFactory;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SchemaTableName;
import java.util.List;

/** A connector like ours for Iceberg, in which scans take over filters also of statements that change their table. */
final class FilteringIceberg implements Plugin {
    static final String NAME = "filtering_iceberg";

    @Override
    public Iterable<ConnectorFactory> getConnectorFactories() {
        return List.of(new SkippingIcebergConnectorFactory(
                NAME, module -> Modules.override(module).with(new Filtering())));
    }

    private static final class Filtering implements Module {
        @Override
        public void configure(Binder binder) {
            binder.bind(WrittenTables.class).toInstance(new WrittenTables() {
                @Override
                public boolean contains(ConnectorSession session, SchemaTableName table) {
                    return false;
                }

                @Override
                public boolean isRewritten(ConnectorSession session, SchemaTableName table) {
                    return false;
                }
            });
        }
    }
}
