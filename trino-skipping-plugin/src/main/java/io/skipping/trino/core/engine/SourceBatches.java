// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.engine;

import static java.util.Objects.requireNonNull;

import io.trino.spi.connector.ConnectorSplitSource;
import io.trino.spi.metrics.Metrics;
import java.util.List;
import java.util.Optional;

/** Reads a split source of the engine, but for the batches, which releases ask for in different ways. */
public abstract class SourceBatches implements SplitBatches {
    protected final ConnectorSplitSource source;

    protected SourceBatches(ConnectorSplitSource source) {
        this.source = requireNonNull(source, "source is null");
    }

    @Override
    public final boolean isFinished() {
        return source.isFinished();
    }

    @Override
    public final Optional<List<Object>> tableExecuteSplitsInfo() {
        return source.getTableExecuteSplitsInfo();
    }

    @Override
    public final Metrics metrics() {
        return source.getMetrics();
    }

    @Override
    public final void close() {
        source.close();
    }
}
