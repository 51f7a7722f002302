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

/** Holds the catalog properties that the skipping connector adds to those of the Hive connector. */
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
    private Duration dynamicFilteringWaitTimeout = Duration.valueOf("1s");
    private Optional<DataSize> rangeSize = Optional.empty();
    private DataSize maxMergeDistance = DataSize.of(256, DataSize.Unit.KILOBYTE);
    private boolean textReaderEnabled = true;
    private boolean manifestsEnabled = true;
    private int maxObjectsPerSummarizeSplit = 200;
    private boolean columnStatisticsEnabled;
    private DataSize cacheSize = DataSize.of(512, DataSize.Unit.MEGABYTE);

    @NotNull
    public Store getStore() {
        return store;
    }

    @Config("skipping.index.store")
    @ConfigDescription("Where indexes are kept: with the data, or in Elasticsearch or OpenSearch")
    public SkippingConfig setStore(Store store) {
        this.store = store;
        return this;
    }

    @NotNull
    public Optional<String> getIndexLocation() {
        return indexLocation;
    }

    @Config("skipping.index.location")
    @ConfigDescription("Location under which the indexes of all tables are kept, for buckets that must not be written;"
            + " by default each index is in _skipping/ under its table's location, which Hive and Spark readers ignore")
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
    public Duration getDynamicFilteringWaitTimeout() {
        return dynamicFilteringWaitTimeout;
    }

    @Config("skipping.dynamic-filtering.wait-timeout")
    @ConfigDescription(
            "How long a query waits for what a join's other side says of an indexed column (its dynamic filter)"
                    + " before it reads objects; 0s: not at all")
    public SkippingConfig setDynamicFilteringWaitTimeout(Duration dynamicFilteringWaitTimeout) {
        this.dynamicFilteringWaitTimeout = dynamicFilteringWaitTimeout;
        return this;
    }

    @NotNull
    public Optional<@MinDataSize("4kB") DataSize> getRangeSize() {
        return rangeSize;
    }

    @Config("skipping.range-size")
    @ConfigDescription("Target size of the byte ranges of an object that are summarised one by one; if it is not set,"
            + " ranges of text begin with 256kB and grow with the index up to 1MB, and others are of 1MB")
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
            "Two parts of an object are read by one request, with what lies between them and cannot match, if that"
                    + " is no more than this; not of Parquet and ORC, see parquet.max-merge-distance and orc.max-merge-distance there")
    public SkippingConfig setMaxMergeDistance(DataSize maxMergeDistance) {
        this.maxMergeDistance = maxMergeDistance;
        return this;
    }

    public boolean isTextReaderEnabled() {
        return textReaderEnabled;
    }

    @Config("skipping.text-reader.enabled")
    @ConfigDescription(
            "Read delimited text (TEXTFILE, CSV) column by column, and only those that a query is about, and find the lines of"
                    + " JSON and REGEX; what it reads is what the stock connector reads, faster. If not, the stock"
                    + " connector's reader does")
    public SkippingConfig setTextReaderEnabled(boolean textReaderEnabled) {
        this.textReaderEnabled = textReaderEnabled;
        return this;
    }

    public boolean isManifestsEnabled() {
        return manifestsEnabled;
    }

    @Config("skipping.manifests.enabled")
    @ConfigDescription(
            "Whether the manifests of the committer decide which objects count: leftovers of failed and speculative attempts"
                    + " are not read then, and an overwrite is seen as a whole or not at all. Costs a request a query for tables with"
                    + " partitions, none for most others. If not, all objects are read, as by the stock connector. A session says otherwise"
                    + " by committed_only")
    public SkippingConfig setManifestsEnabled(boolean manifestsEnabled) {
        this.manifestsEnabled = manifestsEnabled;
        return this;
    }

    @Min(1)
    public int getMaxObjectsPerSummarizeSplit() {
        return maxObjectsPerSummarizeSplit;
    }

    @Config("skipping.summarize.max-objects-per-split")
    @ConfigDescription(
            "How many small objects one split of a build has at the most; each split writes one file of summaries")
    public SkippingConfig setMaxObjectsPerSummarizeSplit(int maxObjectsPerSummarizeSplit) {
        this.maxObjectsPerSummarizeSplit = maxObjectsPerSummarizeSplit;
        return this;
    }

    public boolean isColumnStatisticsEnabled() {
        return columnStatisticsEnabled;
    }

    @Config("skipping.column-statistics.enabled")
    @ConfigDescription(
            "Whether the index tells the optimiser bounds and numbers of values of the columns that the user of a query may"
                    + " see, which SHOW STATS and EXPLAIN show; if not, it tells only how many rows a table has. Leave it off"
                    + " where the engine's own access control, and not the catalog's, filters rows or masks columns of this"
                    + " catalog: a connector is not told of that")
    public SkippingConfig setColumnStatisticsEnabled(boolean columnStatisticsEnabled) {
        this.columnStatisticsEnabled = columnStatisticsEnabled;
        return this;
    }

    @NotNull
    public DataSize getCacheSize() {
        return cacheSize;
    }

    @Config("skipping.index.cache-size")
    @ConfigDescription("Heap for indexes that are kept between queries")
    public SkippingConfig setCacheSize(DataSize cacheSize) {
        this.cacheSize = cacheSize;
        return this;
    }
}
