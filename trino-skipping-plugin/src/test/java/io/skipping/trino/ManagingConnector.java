// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static java.util.Objects.requireNonNull;

import com.google.inject.Binder;
import com.google.inject.Module;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.util.Modules;
import io.skipping.trino.hive.layout.rewrite.RewriteTables;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.metastore.HiveMetastore;
import io.trino.metastore.HiveMetastoreFactory;
import io.trino.metastore.RawHiveMetastoreFactory;
import io.trino.metastore.Table;
import io.trino.plugin.hive.TableType;
import io.trino.spi.Plugin;
import io.trino.spi.connector.ConnectorFactory;
import io.trino.spi.security.ConnectorIdentity;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A connector like ours, whose rewrites take external tables for managed ones. The file metastore of tests has managed tables nowhere but in
 * its own folders; others have them where they were put.
 */
final class ManagingConnector implements Plugin {
    static final String NAME = "managing_hive";

    private final Consumer<String> beforeChanging;
    private final Consumer<String> afterReplacing;

    /**
     * @param beforeChanging is told of each table that is about to be replaced or dropped, and may fail
     * @param afterReplacing is told of each table that was replaced
     */
    ManagingConnector(Consumer<String> beforeChanging, Consumer<String> afterReplacing) {
        this.beforeChanging = requireNonNull(beforeChanging, "beforeChanging is null");
        this.afterReplacing = requireNonNull(afterReplacing, "afterReplacing is null");
    }

    @Override
    public Iterable<ConnectorFactory> getConnectorFactories() {
        return List.of(new SkippingConnectorFactory(
                NAME, module -> Modules.override(module).with(new Managing())));
    }

    private final class Managing implements Module {
        @Override
        public void configure(Binder binder) {}

        @Provides
        @Singleton
        RewriteTables rewriteTables(
                HiveTables tables,
                HiveMetastoreFactory metastores,
                @RawHiveMetastoreFactory HiveMetastoreFactory uncached,
                TrinoFileSystemFactory fileSystems) {
            return new RewriteTables(tables, managing(metastores), managing(uncached), fileSystems);
        }
    }

    private HiveMetastoreFactory managing(HiveMetastoreFactory metastores) {
        return new HiveMetastoreFactory() {
            @Override
            public boolean isImpersonationEnabled() {
                return metastores.isImpersonationEnabled();
            }

            @Override
            public HiveMetastore createMetastore(Optional<ConnectorIdentity> identity) {
                HiveMetastore metastore = metastores.createMetastore(identity);
                return (HiveMetastore) Proxy.newProxyInstance(
                        ManagingConnector.class.getClassLoader(),
                        new Class<?>[] {HiveMetastore.class},
                        (_, method, arguments) -> call(metastore, method, arguments));
            }
        };
    }

    private Object call(HiveMetastore metastore, Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("replaceTable") || method.getName().equals("dropTable")) {
            beforeChanging.accept((String) arguments[1]);
        }
        for (int index = 0; arguments != null && index < arguments.length; index++) {
            if (arguments[index] instanceof Table table) {
                arguments[index] = withType(table, TableType.MANAGED_TABLE, TableType.EXTERNAL_TABLE);
            }
        }
        try {
            Object result = method.invoke(metastore, arguments);
            if (method.getName().equals("replaceTable")) {
                afterReplacing.accept((String) arguments[1]);
            }
            return result instanceof Optional<?> found && found.orElse(null) instanceof Table table
                    ? Optional.of(withType(table, TableType.EXTERNAL_TABLE, TableType.MANAGED_TABLE))
                    : result;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Table withType(Table table, TableType from, TableType to) {
        return table.getTableType().equals(from.name())
                ? Table.builder(table).setTableType(to.name()).build()
                : table;
    }
}
