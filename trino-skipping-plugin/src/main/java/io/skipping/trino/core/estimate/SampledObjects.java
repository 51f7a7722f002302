// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.estimate;

import io.skipping.index.IndexedColumn;
import io.skipping.index.snapshot.ObjectSample;
import io.trino.spi.statistics.ColumnStatistics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Estimates statistics from a sample of the indexed objects. It keeps the results but not the sample, which the caller
 * can draw again for a column that has not been requested before. Thread-safe.
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

    /** Returns the total size of the sampled objects, in bytes. */
    public long bytes() {
        return bytes;
    }

    /** Returns the total size of the objects that the sample is of, in bytes. */
    public long allBytes() {
        return allBytes;
    }

    /**
     * Returns the number of rows in all objects, assuming that rows outside the sample are as long as those in it.
     *
     * @param knownShare the fraction of the table's bytes that the index knows
     */
    public double rowCount(double knownShare) {
        return Math.rint(rows * (allBytes / knownShare / bytes));
    }

    /**
     * Returns the statistics of a column.
     *
     * @param sample supplies the sample from which this object was created
     */
    public ColumnStatistics column(IndexedColumn column, Supplier<ObjectSample> sample) {
        return columns.computeIfAbsent(column, _ -> {
            ColumnEstimate estimate = new ColumnEstimate(column.type());
            estimate.add(sample.get().rowCounts(), sample.get().bounds(column));
            // the number of distinct values in the other objects cannot be inferred from a sample
            return estimate.statistics(false);
        });
    }
}
