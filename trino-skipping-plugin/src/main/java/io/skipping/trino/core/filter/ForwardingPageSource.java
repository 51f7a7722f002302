// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.filter;

import static java.util.Objects.requireNonNull;

import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.metrics.Metrics;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** Reports the progress, memory and end of another page source. Subclasses return the pages. */
abstract class ForwardingPageSource implements ConnectorPageSource {
    private final ConnectorPageSource source;

    ForwardingPageSource(ConnectorPageSource source) {
        this.source = requireNonNull(source, "source is null");
    }

    final ConnectorPageSource source() {
        return source;
    }

    @Override
    public OptionalLong getCompletedPositions() {
        return source.getCompletedPositions();
    }

    @Override
    public final long getCompletedBytes() {
        return source.getCompletedBytes();
    }

    @Override
    public final long getReadTimeNanos() {
        return source.getReadTimeNanos();
    }

    @Override
    public boolean isFinished() {
        return source.isFinished();
    }

    @Override
    public final long getMemoryUsage() {
        return source.getMemoryUsage();
    }

    @Override
    public final CompletableFuture<?> isBlocked() {
        return source.isBlocked();
    }

    @Override
    public final Metrics getMetrics() {
        return source.getMetrics();
    }

    @Override
    public final void close() throws IOException {
        source.close();
    }
}
