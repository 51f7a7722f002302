// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.querylog;

import static com.google.inject.Scopes.SINGLETON;
import static io.airlift.configuration.ConfigBinder.configBinder;

import io.airlift.bootstrap.Bootstrap;
import io.skipping.trino.core.release.ReleaseCheck;
import io.trino.spi.classloader.ThreadContextClassLoader;
import io.trino.spi.eventlistener.EventListener;
import io.trino.spi.eventlistener.EventListenerFactory;
import java.util.Map;

/** Creates the event listener {@code skipping-query-log}. */
public class QueryLogListenerFactory implements EventListenerFactory {
    public static final String NAME = "skipping-query-log";

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public EventListener create(Map<String, String> config, EventListenerContext context) {
        ReleaseCheck.checkServer();
        try (ThreadContextClassLoader _ =
                new ThreadContextClassLoader(getClass().getClassLoader())) {
            return new Bootstrap(binder -> {
                        configBinder(binder).bindConfig(QueryLogConfig.class);
                        binder.bind(QueryLogListener.class).in(SINGLETON);
                    })
                    .doNotInitializeLogging()
                    .setRequiredConfigurationProperties(config)
                    .initialize()
                    .getInstance(QueryLogListener.class);
        }
    }
}
