// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import io.skipping.trino.core.engine.SplitBatch;
import io.skipping.trino.core.engine.SplitBatches;
import io.trino.spi.connector.ConnectorSplitSource;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.metrics.Metrics;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Converts split sources of the engine. */
public final class SplitSources {
    private SplitSources() {}

    /** @param filter what the source was created with */
    public static SplitBatches batches(ConnectorSplitSource source, DynamicFilter filter) {
        return new SplitBatches() {
            @Override
            public CompletableFuture<SplitBatch> next(int maxSize) {
                return source.getNextBatch(maxSize)
                        .thenApply(batch ->
                                new SplitBatch(batch.getSplits(), batch.isNoMoreSplits() || source.isFinished()));
            }

            @Override
            public boolean isFinished() {
                return source.isFinished();
            }

            @Override
            public Optional<List<Object>> tableExecuteSplitsInfo() {
                return source.getTableExecuteSplitsInfo();
            }

            @Override
            public Metrics metrics() {
                return source.getMetrics();
            }

            @Override
            public void close() {
                source.close();
            }
        };
    }

    /** @param filter what {@link ReleasedSplitManager} was given */
    public static ConnectorSplitSource source(SplitBatches splits, DynamicFilter filter) {
        return new ConnectorSplitSource() {
            @Override
            public CompletableFuture<ConnectorSplitBatch> getNextBatch(int maxSize) {
                return splits.next(maxSize).thenApply(batch -> new ConnectorSplitBatch(batch.splits(), batch.isLast()));
            }

            @Override
            public boolean isFinished() {
                return splits.isFinished();
            }

            @Override
            public Optional<List<Object>> getTableExecuteSplitsInfo() {
                return splits.tableExecuteSplitsInfo();
            }

            @Override
            public Metrics getMetrics() {
                return splits.metrics();
            }

            @Override
            public void close() {
                splits.close();
            }
        };
    }
}
