// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import com.google.inject.Inject;
import com.google.inject.Injector;
import com.google.inject.Module;
import com.google.inject.Scopes;
import io.trino.plugin.iceberg.IcebergConnector;
import io.trino.spi.connector.Connector;
import io.trino.spi.connector.ConnectorContext;
import io.trino.spi.connector.ConnectorFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The plugin, with a way to the services inside its connectors: Trino's tests ask the stock connectors for them. */
public final class InjectorKeepingPlugin extends SkippingPlugin {
    private static final Map<Connector, Injector> INJECTORS = new ConcurrentHashMap<>();

    public static Injector injector(Connector connector) {
        if (connector instanceof IcebergConnector iceberg) {
            return iceberg.getInjector();
        }
        Injector injector = INJECTORS.get(connector);
        if (injector == null) {
            throw new IllegalArgumentException("Not a connector of this plugin: " + connector);
        }
        return injector;
    }

    @Override
    public Iterable<ConnectorFactory> getConnectorFactories() {
        return List.of(new InjectorKeepingFactory(), new SuiteIcebergFactory());
    }

    private static final class InjectorKeepingFactory implements ConnectorFactory {
        @Override
        public String getName() {
            return SkippingConnectorFactory.NAME;
        }

        @Override
        public Connector create(String catalogName, Map<String, String> config, ConnectorContext context) {
            Keeper keeper = new Keeper();
            Connector connector =
                    new SkippingConnectorFactory(getName(), keeper::watch).create(catalogName, config, context);
            INJECTORS.put(connector, keeper.injector);
            return connector;
        }
    }

    private static final class SuiteIcebergFactory implements ConnectorFactory {
        @Override
        public String getName() {
            return SkippingIcebergConnectorFactory.NAME;
        }

        @Override
        public Connector create(String catalogName, Map<String, String> config, ConnectorContext context) {
            Keeper keeper = new Keeper();
            Connector connector = new SkippingIcebergConnectorFactory(getName(), module -> binder -> {
                        binder.install(keeper.watch(module));
                        binder.bind(SuiteIcebergConnector.class).in(Scopes.SINGLETON);
                    })
                    .create(catalogName, config, context);
            SuiteIcebergConnector suite = keeper.injector.getInstance(SuiteIcebergConnector.class);
            suite.stand(connector);
            return suite;
        }
    }

    private static final class Keeper {
        @Inject
        private Injector injector;

        Module watch(Module module) {
            return binder -> {
                binder.install(module);
                binder.requestInjection(this);
            };
        }
    }
}
