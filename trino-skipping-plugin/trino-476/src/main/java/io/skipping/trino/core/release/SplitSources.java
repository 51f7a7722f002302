// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import io.skipping.trino.core.engine.BatchesSource;
import io.skipping.trino.core.engine.SourceBatches;
import io.skipping.trino.core.engine.SplitBatch;
import io.skipping.trino.core.engine.SplitBatches;
import io.trino.spi.connector.ConnectorSplitSource;
import io.trino.spi.connector.DynamicFilter;
import java.util.concurrent.CompletableFuture;

/** Converts split sources of the engine. */
public final class SplitSources {
    private SplitSources() {}

    /**
     * Returns the splits of a source of this release.
     *
     * @param filter the dynamic filter that the source was created with
     */
    public static SplitBatches batches(ConnectorSplitSource source, DynamicFilter filter) {
        return new SourceBatches(source) {
            @Override
            public CompletableFuture<SplitBatch> next(int maxSize) {
                return source.getNextBatch(maxSize)
                        .thenApply(batch ->
                                new SplitBatch(batch.getSplits(), batch.isNoMoreSplits() || source.isFinished()));
            }
        };
    }

    /**
     * Returns splits as a source of this release.
     *
     * @param filter the dynamic filter that {@link ReleasedSplitManager} was given
     */
    public static ConnectorSplitSource source(SplitBatches splits, DynamicFilter filter) {
        return new BatchesSource(splits) {
            @Override
            public CompletableFuture<ConnectorSplitBatch> getNextBatch(int maxSize) {
                return splits.next(maxSize).thenApply(batch -> new ConnectorSplitBatch(batch.splits(), batch.isLast()));
            }
        };
    }
}
