// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.engine;

import io.trino.spi.metrics.Metrics;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Provides the splits of a scan, batch by batch: a {@link io.trino.spi.connector.ConnectorSplitSource} of any release of Trino.
 */
public interface SplitBatches extends AutoCloseable {
    /**
     * Returns the next batch. To be called again only when the future of the last call has completed.
     *
     * @param maxSize the most splits that the caller wants
     */
    CompletableFuture<SplitBatch> next(int maxSize);

    boolean isFinished();

    /** Returns what a table procedure wants to know of all splits; to be asked at the end. */
    default Optional<List<Object>> tableExecuteSplitsInfo() {
        return Optional.empty();
    }

    /** Returns how long the engine may wait for dynamic filters before it asks for the first batch. */
    default long dynamicFilterWaitMillis() {
        return 0;
    }

    default Metrics metrics() {
        return Metrics.EMPTY;
    }

    @Override
    void close();
}
