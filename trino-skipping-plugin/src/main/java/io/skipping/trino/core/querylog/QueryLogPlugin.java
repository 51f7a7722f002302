// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.querylog;

import com.google.common.collect.ImmutableList;
import io.trino.spi.Plugin;
import io.trino.spi.eventlistener.EventListenerFactory;

/**
 * Registers the event listener {@code skipping-query-log}. It is a plugin separate from the connector because Trino's
 * test server creates every listener of an installed plugin, configured or not.
 */
public class QueryLogPlugin implements Plugin {
    @Override
    public Iterable<EventListenerFactory> getEventListenerFactories() {
        return ImmutableList.of(new QueryLogListenerFactory());
    }
}
