// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.engine;

import static java.util.Objects.requireNonNull;

import io.trino.spi.connector.ConnectorSplitSource;
import io.trino.spi.metrics.Metrics;
import java.util.List;
import java.util.Optional;

/** Gives splits to the engine, but for the batches, which releases ask for in different ways. */
public abstract class BatchesSource implements ConnectorSplitSource {
    protected final SplitBatches splits;

    protected BatchesSource(SplitBatches splits) {
        this.splits = requireNonNull(splits, "splits is null");
    }

    @Override
    public boolean isFinished() {
        return splits.isFinished();
    }

    @Override
    public final Optional<List<Object>> getTableExecuteSplitsInfo() {
        return splits.tableExecuteSplitsInfo();
    }

    @Override
    public final Metrics getMetrics() {
        return splits.metrics();
    }

    @Override
    public final void close() {
        splits.close();
    }
}
