// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static io.skipping.trino.core.Completions.unwrapped;
import static java.util.Objects.requireNonNull;
import static java.util.concurrent.CompletableFuture.completedFuture;

import com.google.common.collect.ImmutableList;
import io.opentelemetry.context.Context;
import io.skipping.trino.core.SkippingSpans;
import io.skipping.trino.core.engine.SplitBatch;
import io.skipping.trino.core.engine.SplitBatches;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.metrics.Metrics;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/**
 * Prunes a connector's splits batch by batch, so that a dynamic filter that arrives in between applies to the remaining
 * batches.
 */
public final class PrunedSplits implements SplitBatches {
    private final SchemaTableName table;
    private final SplitBatches listed;
    private final CompletableFuture<ScanPruner> pruner;
    private final ScanCounters counters;
    private final SkippingSpans spans;
    private final Runnable onClose;

    // splits received while the pruner wants to buffer more before it decides; used by one thread at a time
    private final List<ConnectorSplit> gathered = new ArrayList<>();
    private long gatheredBytes;
    private boolean gathering = true;
    private volatile boolean hasGathered;

    /** nothing more is needed, whatever is still listed */
    private volatile boolean complete;

    /** nothing comes any more but what waits; the connector may not be asked for another batch */
    private volatile boolean ended;

    // pieces that did not fit into the requested batch
    private final Queue<ConnectorSplit> waiting = new ArrayDeque<>();

    /**
     * Creates the splits of a scan.
     *
     * @param listed the connector's splits
     * @param pruner never fails; completes when the index lookup has succeeded or was given up
     */
    public PrunedSplits(
            SchemaTableName table,
            SplitBatches listed,
            CompletableFuture<ScanPruner> pruner,
            ScanCounters counters,
            SkippingSpans spans,
            Runnable onClose) {
        this.table = requireNonNull(table, "table is null");
        this.listed = requireNonNull(listed, "listed is null");
        this.pruner = requireNonNull(pruner, "pruner is null");
        this.counters = requireNonNull(counters, "counters is null");
        this.spans = requireNonNull(spans, "spans is null");
        this.onClose = requireNonNull(onClose, "onClose is null");
    }

    @Override
    public CompletableFuture<SplitBatch> next(int maxSize) {
        if (hasWaiting()) {
            return completedFuture(takeWaiting(maxSize));
        }
        // the batch or the index may be ready in another thread, where the span of the caller is not current
        return unwrapped(spans.listing(
                        table,
                        () -> listed.next(maxSize),
                        batch -> batch.splits().size())
                .thenCombine(
                        pruner,
                        Context.current()
                                .wrapFunction((SplitBatch batch, ScanPruner ready) -> prune(ready, batch, maxSize))));
    }

    private SplitBatch prune(ScanPruner pruner, SplitBatch batch, int maxSize) {
        boolean last = batch.isLast();
        List<ConnectorSplit> splits = batch.splits();
        if (gathering) {
            gathered.addAll(splits);
            gatheredBytes += splits.stream()
                    .mapToLong(ConnectorSplit::getRetainedSizeInBytes)
                    .sum();
            if (!last && pruner.wantsMore(gathered.size(), gatheredBytes, splits)) {
                hasGathered = true;
                return new SplitBatch(List.of(), false);
            }
            splits = ImmutableList.copyOf(gathered);
            gathering = false;
            hasGathered = false;
            gathered.clear();
        }
        List<ConnectorSplit> kept = evaluate(pruner, splits);
        complete = pruner.isComplete();
        ended = last || complete;
        if (kept.size() <= maxSize) {
            return new SplitBatch(kept, ended);
        }
        synchronized (waiting) {
            waiting.addAll(kept);
        }
        return takeWaiting(maxSize);
    }

    private List<ConnectorSplit> evaluate(ScanPruner pruner, List<ConnectorSplit> splits) {
        return spans.evaluation(table, splits.size(), counters::totals, () -> pruner.prune(splits));
    }

    private SplitBatch takeWaiting(int maxSize) {
        synchronized (waiting) {
            List<ConnectorSplit> taken = new ArrayList<>(Math.min(maxSize, waiting.size()));
            while (taken.size() < maxSize && !waiting.isEmpty()) {
                taken.add(waiting.remove());
            }
            return new SplitBatch(taken, ended && waiting.isEmpty());
        }
    }

    private boolean hasWaiting() {
        synchronized (waiting) {
            return !waiting.isEmpty();
        }
    }

    @Override
    public void close() {
        try {
            listed.close();
        } finally {
            onClose.run();
        }
    }

    @Override
    public boolean isFinished() {
        return !hasWaiting() && !hasGathered && (ended || listed.isFinished());
    }

    @Override
    public Optional<List<Object>> tableExecuteSplitsInfo() {
        // the connector reports what it listed only at the end of its listing; a table procedure, which asks for this,
        // has no limit
        return complete ? Optional.empty() : listed.tableExecuteSplitsInfo();
    }

    @Override
    public long dynamicFilterWaitMillis() {
        return listed.dynamicFilterWaitMillis();
    }

    @Override
    public Metrics metrics() {
        return listed.metrics().mergeWith(counters.toMetrics());
    }
}
