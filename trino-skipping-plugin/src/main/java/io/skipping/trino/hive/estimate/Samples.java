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
 * Samples of large tables. What one said is kept as long as its state of the index is used by somebody, for this state never
 * changes, and it is asked in each planning of each query. Thread-safe.
 */
final class Samples {
    /** Ranges that are looked at, a microsecond for each column. */
    private static final int MOST_SAMPLED = 20_000;
    /** Partitions that are named, to tell apart what is kept of a state of an index; some hundred bytes each. */
    private static final int MOST_NAMED = 50_000;

    private final LoadingCache<IndexSnapshot, Cache<Optional<Set<String>>, SampledObjects>> kept =
            CacheBuilder.newBuilder()
                    .weakKeys()
                    .build(CacheLoader.from(() -> CacheBuilder.newBuilder()
                            // one partition: with more, each has its share of the weight
                            .concurrencyLevel(1)
                            .maximumWeight(MOST_NAMED)
                            .weigher((Optional<Set<String>> partitions, SampledObjects _) ->
                                    1 + partitions.map(Set::size).orElse(0))
                            .build()));

    /**
     * Of a scan that takes in more than what was listed of it.
     *
     * @param knownShare part of the bytes that the index knows
     * @return empty if the index knows none of it
     */
    Optional<TableEstimate> estimate(IndexSnapshot index, HiveTableHandle table, double knownShare) {
        Supplier<ObjectSample> sample = Suppliers.memoize(() -> index.sample(PartitionFolders.of(table), MOST_SAMPLED));
        SampledObjects sampled = of(index, partitions(table), sample);
        return sampled.bytes() == 0
                ? Optional.empty()
                : Optional.of(new Sampled(sampled, sampled.rowCount(knownShare), sample));
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

    /** Those that {@link PartitionFolders} tells objects by; empty if all objects are meant. */
    private static Optional<Set<String>> partitions(HiveTableHandle table) {
        return table.getPartitions()
                .filter(_ -> !table.getPartitionColumns().isEmpty())
                .map(partitions ->
                        partitions.stream().map(HivePartition::getPartitionId).collect(toImmutableSet()));
    }

    /** @param sample is drawn when it is first needed */
    private record Sampled(SampledObjects objects, double rowCount, Supplier<ObjectSample> sample)
            implements TableEstimate {
        @Override
        public ColumnStatistics column(IndexedColumn column) {
            return objects.column(column, sample);
        }
    }
}
