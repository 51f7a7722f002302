// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.estimate;

import io.skipping.index.IndexedColumn;
import io.skipping.index.snapshot.ObjectSample;
import io.trino.spi.statistics.ColumnStatistics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * What a sample of an index says. Keeps what came out and not the sample, which can be drawn again for columns that nobody
 * has asked for so far. Thread-safe.
 */
public final class SampledObjects {
    private final long allBytes;
    private final long bytes;
    private final long rows;
    private final Map<IndexedColumn, ColumnStatistics> columns = new ConcurrentHashMap<>();

    public SampledObjects(ObjectSample sample) {
        this.allBytes = sample.allBytes();
        this.bytes = sample.bytes();
        this.rows = sample.rowCounts().stream().mapToLong(Long::longValue).sum();
    }

    /** Of those picked. */
    public long bytes() {
        return bytes;
    }

    /**
     * Rows of all objects, if those that were not picked have rows as long as those that were.
     *
     * @param knownShare part of the bytes that the index knows
     */
    public double rowCount(double knownShare) {
        return Math.rint(rows * (allBytes / knownShare / bytes));
    }

    /** @param sample the same that this was made of */
    public ColumnStatistics column(IndexedColumn column, Supplier<ObjectSample> sample) {
        return columns.computeIfAbsent(column, _ -> {
            ColumnEstimate estimate = new ColumnEstimate(column.type());
            estimate.add(sample.get().rowCounts(), sample.get().bounds(column));
            // of some objects there is no telling how many values the others have
            return estimate.statistics(false);
        });
    }
}
