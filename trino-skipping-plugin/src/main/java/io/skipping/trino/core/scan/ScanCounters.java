// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import com.google.common.collect.ImmutableMap;
import io.skipping.trino.core.ScanTotals;
import io.trino.plugin.base.metrics.LongCount;
import io.trino.spi.metrics.Metric;
import io.trino.spi.metrics.Metrics;
import java.util.concurrent.atomic.LongAdder;

/** Counts what one scan did, under the names that {@code docs/reference.md} lists. Thread-safe. */
public final class ScanCounters {
    public final LongAdder objectsConsidered = new LongAdder();
    public final LongAdder objectsPruned = new LongAdder();
    public final LongAdder objectsUnindexed = new LongAdder();
    public final LongAdder objectsStale = new LongAdder();
    public final LongAdder bytesConsidered = new LongAdder();
    public final LongAdder lookupNanos = new LongAdder();
    public final LongAdder lookupFailures = new LongAdder();
    final LongAdder filterFailures = new LongAdder();
    private final ByReason rangesPruned = new ByReason();
    private final ByReason bytesPruned = new ByReason();

    public void rangePruned(String reason) {
        rangesPruned.add(reason, 1);
    }

    public void bytesPruned(String reason, long bytes) {
        bytesPruned.add(reason, bytes);
    }

    /** Returns the counts of this scan. */
    public ScanTotals totals() {
        return new ScanTotals(
                1,
                objectsConsidered.sum(),
                objectsPruned.sum(),
                objectsUnindexed.sum(),
                objectsStale.sum(),
                bytesConsidered.sum(),
                bytesPruned.sum(),
                rangesPruned.sum(),
                lookupNanos.sum() / 1_000_000,
                lookupFailures.sum(),
                filterFailures.sum());
    }

    public Metrics toMetrics() {
        ImmutableMap.Builder<String, Metric<?>> metrics = ImmutableMap.builder();
        metrics.put("skipping.objects.considered", new LongCount(objectsConsidered.sum()));
        metrics.put("skipping.objects.pruned", new LongCount(objectsPruned.sum()));
        metrics.put("skipping.objects.unindexed", new LongCount(objectsUnindexed.sum()));
        metrics.put("skipping.objects.stale", new LongCount(objectsStale.sum()));
        metrics.put("skipping.bytes.considered", new LongCount(bytesConsidered.sum()));
        metrics.put("skipping.bytes.pruned", new LongCount(bytesPruned.sum()));
        metrics.put("skipping.ranges.pruned", new LongCount(rangesPruned.sum()));
        metrics.put("skipping.lookup.millis", new LongCount(lookupNanos.sum() / 1_000_000));
        metrics.put("skipping.lookup.failures", new LongCount(lookupFailures.sum()));
        metrics.put("skipping.filter.failures", new LongCount(filterFailures.sum()));
        rangesPruned.forEach((reason, ranges) -> metrics.put("skipping.pruned.by." + reason, new LongCount(ranges)));
        bytesPruned.forEach((reason, bytes) -> metrics.put("skipping.bytes.pruned.by." + reason, new LongCount(bytes)));
        return new Metrics(metrics.buildOrThrow());
    }
}
