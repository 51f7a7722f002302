// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.config;

import io.airlift.configuration.Config;
import io.airlift.configuration.ConfigDescription;
import io.airlift.units.DataSize;
import io.airlift.units.Duration;
import io.airlift.units.MinDataSize;
import io.airlift.units.MinDuration;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.Optional;

/** Holds the catalog properties that the skipping connectors add to those of the connectors that they wrap. */
public class SkippingConfig {
    /** Lists the stores in which indexes can be kept. */
    public enum Store {
        OBJECT_STORE,
        /** Elasticsearch or OpenSearch */
        ELASTICSEARCH
    }

    private Store store = Store.OBJECT_STORE;
    private Optional<String> indexLocation = Optional.empty();
    private Duration lookupTimeout = Duration.valueOf("2s");
    private Duration indexRefreshAfter = Duration.valueOf("10s");
    private Duration dynamicFilteringWaitTimeout = Duration.valueOf("1s");
    private Optional<DataSize> rangeSize = Optional.empty();
    private DataSize maxMergeDistance = DataSize.of(256, DataSize.Unit.KILOBYTE);
    private int maxObjectsPerSummarizeSplit = 200;
    private boolean columnStatisticsEnabled;
    private DataSize cacheSize = DataSize.of(512, DataSize.Unit.MEGABYTE);

    @NotNull
    public Store getStore() {
        return store;
    }

    @Config("skipping.index.store")
    @ConfigDescription("Where indexes are stored: in the object store, or in Elasticsearch or OpenSearch")
    public SkippingConfig setStore(Store store) {
        this.store = store;
        return this;
    }

    @NotNull
    public Optional<String> getIndexLocation() {
        return indexLocation;
    }

    @Config("skipping.index.location")
    @ConfigDescription(
            "Location under which the indexes of all tables are stored, for example if the data is in read-only buckets;"
                    + " by default, each index is in _skipping/ under its table's location, which Hive and Spark readers ignore")
    public SkippingConfig setIndexLocation(String indexLocation) {
        this.indexLocation = Optional.ofNullable(indexLocation);
        return this;
    }

    @NotNull
    @MinDuration("1ms")
    public Duration getLookupTimeout() {
        return lookupTimeout;
    }

    @Config("skipping.lookup-timeout")
    @ConfigDescription("How long a query waits for the index before it reads everything")
    public SkippingConfig setLookupTimeout(Duration lookupTimeout) {
        this.lookupTimeout = lookupTimeout;
        return this;
    }

    @NotNull
    public Duration getIndexRefreshAfter() {
        return indexRefreshAfter;
    }

    @Config("skipping.index.refresh-after")
    @ConfigDescription("How long queries of Iceberg tables use an index in memory that has all files of their snapshot,"
            + " before they ask its store for a newer one; 0s asks each time")
    public SkippingConfig setIndexRefreshAfter(Duration indexRefreshAfter) {
        this.indexRefreshAfter = indexRefreshAfter;
        return this;
    }

    @NotNull
    public Duration getDynamicFilteringWaitTimeout() {
        return dynamicFilteringWaitTimeout;
    }

    @Config("skipping.dynamic-filtering.wait-timeout")
    @ConfigDescription("How long a query waits for the dynamic filter that a join provides for an indexed column"
            + " before it reads objects; 0s disables waiting")
    public SkippingConfig setDynamicFilteringWaitTimeout(Duration dynamicFilteringWaitTimeout) {
        this.dynamicFilteringWaitTimeout = dynamicFilteringWaitTimeout;
        return this;
    }

    @NotNull
    public Optional<@MinDataSize("4kB") DataSize> getRangeSize() {
        return rangeSize;
    }

    @Config("skipping.range-size")
    @ConfigDescription(
            "Target size of the byte ranges that an object is divided into, each with its own summary; by default,"
                    + " ranges of text start at 256kB and grow with the index up to 1MB, and other ranges have 1MB")
    public SkippingConfig setRangeSize(DataSize rangeSize) {
        this.rangeSize = Optional.ofNullable(rangeSize);
        return this;
    }

    @NotNull
    public DataSize getMaxMergeDistance() {
        return maxMergeDistance;
    }

    /**
     * Sets the merge distance. An object store takes tens of milliseconds to answer a request, and transfers this many
     * bytes in a few.
     */
    @Config("skipping.max-merge-distance")
    @ConfigDescription(
            "Two parts of an object are read by one request, including the gap between them, which cannot match, if the gap"
                    + " is no larger than this; for Parquet and ORC, parquet.max-merge-distance and orc.max-merge-distance apply instead")
    public SkippingConfig setMaxMergeDistance(DataSize maxMergeDistance) {
        this.maxMergeDistance = maxMergeDistance;
        return this;
    }

    @Min(1)
    public int getMaxObjectsPerSummarizeSplit() {
        return maxObjectsPerSummarizeSplit;
    }

    @Config("skipping.summarize.max-objects-per-split")
    @ConfigDescription(
            "Maximum number of small objects in one split of a build; each split writes one file of summaries")
    public SkippingConfig setMaxObjectsPerSummarizeSplit(int maxObjectsPerSummarizeSplit) {
        this.maxObjectsPerSummarizeSplit = maxObjectsPerSummarizeSplit;
        return this;
    }

    public boolean isColumnStatisticsEnabled() {
        return columnStatisticsEnabled;
    }

    @Config("skipping.column-statistics.enabled")
    @ConfigDescription(
            "Whether the index gives the optimiser column statistics, such as bounds and numbers of distinct values, of the columns"
                    + " that the user of a query may see; SHOW STATS and EXPLAIN show them. If false, the index gives only the row"
                    + " count of a table. Leave this off if the engine's own access control, rather than the catalog's, filters rows or"
                    + " masks columns of this catalog: connectors are not told about such filters and masks")
    public SkippingConfig setColumnStatisticsEnabled(boolean columnStatisticsEnabled) {
        this.columnStatisticsEnabled = columnStatisticsEnabled;
        return this;
    }

    @NotNull
    public DataSize getCacheSize() {
        return cacheSize;
    }

    @Config("skipping.index.cache-size")
    @ConfigDescription("Amount of heap memory for caching indexes between queries")
    public SkippingConfig setCacheSize(DataSize cacheSize) {
        this.cacheSize = cacheSize;
        return this;
    }
}
