// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.scan;

import com.google.common.collect.ImmutableMap;
import io.skipping.trino.SkippingStats.ScanTotals;
import io.trino.plugin.base.metrics.LongCount;
import io.trino.spi.metrics.Metric;
import io.trino.spi.metrics.Metrics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What one scan did, under the names that {@code docs/reference.md} lists. Thread-safe. */
final class ScanCounters {
    final LongAdder objectsConsidered = new LongAdder();
    final LongAdder objectsPruned = new LongAdder();
    final LongAdder objectsUnindexed = new LongAdder();
    final LongAdder objectsStale = new LongAdder();
    final LongAdder bytesConsidered = new LongAdder();
    final LongAdder bytesPruned = new LongAdder();
    final LongAdder rangesPruned = new LongAdder();
    final LongAdder lookupNanos = new LongAdder();
    final LongAdder lookupFailures = new LongAdder();
    private final Map<String, LongAdder> prunedBy = new ConcurrentHashMap<>();

    void rangePruned(String reason) {
        rangesPruned.increment();
        prunedBy.computeIfAbsent(reason, _ -> new LongAdder()).increment();
    }

    private Map<String, Long> prunedBy() {
        ImmutableMap.Builder<String, Long> result = ImmutableMap.builder();
        prunedBy.forEach((reason, count) -> result.put(reason, count.sum()));
        return result.buildOrThrow();
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
                lookupFailures.sum());
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
        prunedBy().forEach((reason, count) -> metrics.put("skipping.pruned.by." + reason, new LongCount(count)));
        return new Metrics(metrics.buildOrThrow());
    }
}
