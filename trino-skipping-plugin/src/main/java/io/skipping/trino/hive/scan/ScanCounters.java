// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.scan;

import com.google.common.collect.ImmutableMap;
import io.skipping.trino.SkippingStats.ScanTotals;
import io.trino.plugin.base.metrics.LongCount;
import io.trino.spi.metrics.Metric;
import io.trino.spi.metrics.Metrics;
import java.util.concurrent.atomic.LongAdder;

/** What one scan did, under the names that {@code docs/reference.md} lists. Thread-safe. */
final class ScanCounters {
    final LongAdder objectsConsidered = new LongAdder();
    final LongAdder objectsPruned = new LongAdder();
    final LongAdder objectsUnindexed = new LongAdder();
    final LongAdder objectsStale = new LongAdder();
    final LongAdder bytesConsidered = new LongAdder();
    final LongAdder lookupNanos = new LongAdder();
    final LongAdder lookupFailures = new LongAdder();
    final LongAdder filterFailures = new LongAdder();
    private final ByReason rangesPruned = new ByReason();
    private final ByReason bytesPruned = new ByReason();

    void rangePruned(String reason) {
        rangesPruned.add(reason, 1);
    }

    void bytesPruned(String reason, long bytes) {
        bytesPruned.add(reason, bytes);
    }

    ScanTotals totals() {
        return new ScanTotals(
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

    Metrics toMetrics() {
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
