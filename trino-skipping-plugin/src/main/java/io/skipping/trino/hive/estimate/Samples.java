// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.estimate;

import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.base.Suppliers;
import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import com.google.common.util.concurrent.UncheckedExecutionException;
import io.skipping.index.IndexedColumn;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.ObjectSample;
import io.skipping.trino.core.estimate.SampledObjects;
import io.skipping.trino.core.estimate.TableEstimate;
import io.skipping.trino.hive.table.PartitionFolders;
import io.trino.metastore.HivePartition;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.statistics.ColumnStatistics;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/**
 * Caches estimates from samples of large tables. An estimate is kept as long as its index snapshot is in use: a
 * snapshot never changes, and every planning of every query asks for it. Thread-safe.
 */
final class Samples {
    /** The maximum number of ranges in a sample. Each range takes about a microsecond per column. */
    private static final int MOST_SAMPLED = 20_000;
    /** The maximum number of partition names in the cache keys of one snapshot, at a few hundred bytes each. */
    private static final int MOST_NAMED = 50_000;

    private final LoadingCache<IndexSnapshot, Cache<Optional<Set<String>>, SampledObjects>> kept =
            CacheBuilder.newBuilder()
                    .weakKeys()
                    .build(CacheLoader.from(() -> CacheBuilder.newBuilder()
                            // a single cache segment: with more, each gets only its share of the weight
                            .concurrencyLevel(1)
                            .maximumWeight(MOST_NAMED)
                            .weigher((Optional<Set<String>> partitions, SampledObjects _) ->
                                    1 + partitions.map(Set::size).orElse(0))
                            .build()));

    /**
     * Estimates a scan that reads more objects than were listed.
     *
     * @param knownShare the share of the bytes that the index covers
     * @return empty if the index covers none of the scanned objects
     */
    Optional<TableEstimate> estimate(IndexSnapshot index, HiveTableHandle table, double knownShare) {
        Supplier<ObjectSample> sample = Suppliers.memoize(() -> index.sample(PartitionFolders.of(table), MOST_SAMPLED));
        SampledObjects sampled = of(index, partitions(table), sample);
        return sampled.bytes() == 0
                ? Optional.empty()
                : Optional.of(new Sampled(sampled, sampled.rowCount(knownShare), sample));
    }

    /**
     * Returns the average number of rows in a byte of the indexed objects.
     *
     * @return empty if the index has none
     */
    Optional<Double> rowsPerByte(IndexSnapshot index) {
        SampledObjects sampled = of(index, Optional.empty(), () -> index.sample(_ -> true, MOST_SAMPLED));
        return sampled.bytes() == 0 ? Optional.empty() : Optional.of(sampled.rowCount(1) / sampled.allBytes());
    }

    private SampledObjects of(IndexSnapshot index, Optional<Set<String>> partitions, Supplier<ObjectSample> sample) {
        try {
            return kept.getUnchecked(index).get(partitions, () -> new SampledObjects(sample.get()));
        } catch (UncheckedExecutionException e) {
            throw (RuntimeException) e.getCause();
        } catch (ExecutionException e) {
            throw new IllegalStateException("A sample throws what it does not say", e);
        }
    }

    /** Returns the partitions by which {@link PartitionFolders} selects objects; empty if all objects are selected. */
    private static Optional<Set<String>> partitions(HiveTableHandle table) {
        return table.getPartitions()
                .filter(_ -> !table.getPartitionColumns().isEmpty())
                .map(partitions ->
                        partitions.stream().map(HivePartition::getPartitionId).collect(toImmutableSet()));
    }

    /** @param sample drawn on first use */
    private record Sampled(SampledObjects objects, double rowCount, Supplier<ObjectSample> sample)
            implements TableEstimate {
        @Override
        public ColumnStatistics column(IndexedColumn column) {
            return objects.column(column, sample);
        }
    }
}
