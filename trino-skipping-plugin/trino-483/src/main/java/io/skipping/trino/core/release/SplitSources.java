// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.skipping.trino.core.engine.BatchesSource;
import io.skipping.trino.core.engine.SourceBatches;
import io.skipping.trino.core.engine.SplitBatch;
import io.skipping.trino.core.engine.SplitBatches;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.ConnectorSplitSource;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.connector.DynamicFilterSnapshot;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Converts split sources of the engine. */
public final class SplitSources {
    /**
     * Limits how long a batch is waited for while the dynamic filter is not complete. Then the engine gets an empty batch, and
     * asks again with a newer snapshot of the filter: it tells of it in no other way.
     */
    private static final int SNAPSHOT_MILLIS = 20;

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
                DynamicFilterSnapshot snapshot = filter instanceof SnapshotFilter snapshots
                        ? snapshots.latest()
                        : new DynamicFilterSnapshot(filter.getCurrentPredicate(), filter.isComplete());
                return source.getNextBatch(maxSize, snapshot)
                        .thenApply(splits -> new SplitBatch(splits, source.isFinished()));
            }

            @Override
            public long dynamicFilterWaitMillis() {
                return source.getRequestedDynamicFilterWaitTimeoutMillis();
            }
        };
    }

    /**
     * Returns splits as a source of this release.
     *
     * @param filter the dynamic filter that {@link ReleasedSplitManager} was given
     */
    public static ConnectorSplitSource source(SplitBatches splits, DynamicFilter filter) {
        return new Source(splits, filter);
    }

    private static final class Source extends BatchesSource {
        private final DynamicFilter filter;
        /** a batch that the engine has not got yet; changed by one call at a time */
        private volatile CompletableFuture<SplitBatch> underWay;

        Source(SplitBatches splits, DynamicFilter filter) {
            super(splits);
            this.filter = filter;
        }

        @Override
        public CompletableFuture<List<ConnectorSplit>> getNextBatch(int maxSize, DynamicFilterSnapshot snapshot) {
            if (filter instanceof SnapshotFilter snapshots) {
                snapshots.update(snapshot);
            }
            CompletableFuture<SplitBatch> batch = underWay == null ? splits.next(maxSize) : underWay;
            if (snapshot.isComplete() || batch.isDone()) {
                underWay = null;
                return batch.thenApply(SplitBatch::splits);
            }
            underWay = batch;
            // empty in any case: were it the batch itself, it could be lost to the time limit in the moment that it is
            // ready
            return batch.handle((_, _) -> List.<ConnectorSplit>of())
                    .completeOnTimeout(List.of(), SNAPSHOT_MILLIS, MILLISECONDS);
        }

        @Override
        public boolean isFinished() {
            return underWay == null && super.isFinished();
        }

        @Override
        public long getRequestedDynamicFilterWaitTimeoutMillis() {
            return splits.dynamicFilterWaitMillis();
        }
    }
}
