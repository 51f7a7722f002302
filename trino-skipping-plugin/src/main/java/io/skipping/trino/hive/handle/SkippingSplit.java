// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.handle;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.skipping.index.ByteRange;
import io.skipping.trino.core.filter.RowPromise;
import io.skipping.trino.hive.release.HiveSplits;
import io.trino.metastore.HiveTypeName;
import io.trino.plugin.hive.HivePartitionKey;
import io.trino.plugin.hive.HiveSplit;
import io.trino.plugin.hive.Schema;
import io.trino.spi.HostAddress;
import io.trino.spi.SplitWeight;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Represents a piece of a split that may be read through bounded requests, or a split that a limit relies on. The object's
 * size is known from a summary of exactly the version that was listed, so no request for it is needed. The rows are
 * always tested when they are read, because the object may have been replaced since.
 */
public final class SkippingSplit extends HiveSplit {
    private static final double SMALLEST_WEIGHT = 0.01;

    private final boolean bounded;
    private final Optional<RowPromise> promise;
    // for the scheduler, so not sent to workers
    private final List<HostAddress> addresses;
    private final Optional<String> affinityKey;

    @JsonCreator
    public SkippingSplit(
            @JsonProperty("partitionName") String partitionName,
            @JsonProperty("path") String path,
            @JsonProperty("start") long start,
            @JsonProperty("length") long length,
            @JsonProperty("estimatedFileSize") long estimatedFileSize,
            @JsonProperty("fileModifiedTime") long fileModifiedTime,
            @JsonProperty("schema") Schema schema,
            @JsonProperty("partitionKeys") List<HivePartitionKey> partitionKeys,
            @JsonProperty("readBucketNumber") OptionalInt readBucketNumber,
            @JsonProperty("tableBucketNumber") OptionalInt tableBucketNumber,
            @JsonProperty("forceLocalScheduling") boolean forceLocalScheduling,
            @JsonProperty("hiveColumnCoercions") Map<Integer, HiveTypeName> hiveColumnCoercions,
            @JsonProperty("bucketConversion") Optional<BucketConversion> bucketConversion,
            @JsonProperty("bucketValidation") Optional<BucketValidation> bucketValidation,
            @JsonProperty("acidInfo") Optional<io.trino.plugin.hive.AcidInfo> acidInfo,
            @JsonProperty("splitWeight") SplitWeight splitWeight,
            @JsonProperty("bounded") boolean bounded,
            @JsonProperty("promise") Optional<RowPromise> promise) {
        super(
                partitionName,
                path,
                start,
                length,
                estimatedFileSize,
                fileModifiedTime,
                schema,
                partitionKeys,
                readBucketNumber,
                tableBucketNumber,
                forceLocalScheduling,
                hiveColumnCoercions,
                bucketConversion,
                bucketValidation,
                acidInfo,
                splitWeight);
        this.bounded = bounded;
        this.promise = requireNonNull(promise, "promise is null");
        this.addresses = List.of();
        this.affinityKey = Optional.empty();
    }

    private SkippingSplit(
            HiveSplit split, ByteRange range, boolean bounded, Optional<RowPromise> promise, SplitWeight weight) {
        this(split, range, bounded, promise, weight, split.getBucketConversion(), split.getBucketValidation());
    }

    private SkippingSplit(
            HiveSplit split,
            ByteRange range,
            boolean bounded,
            Optional<RowPromise> promise,
            SplitWeight weight,
            Optional<BucketConversion> bucketConversion,
            Optional<BucketValidation> bucketValidation) {
        super(
                split.getPartitionName(),
                split.getPath(),
                range.start(),
                range.length(),
                split.getEstimatedFileSize(),
                split.getFileModifiedTime(),
                split.getSchema(),
                split.getPartitionKeys(),
                split.getReadBucketNumber(),
                split.getTableBucketNumber(),
                split.isForceLocalScheduling(),
                split.getHiveColumnCoercions(),
                bucketConversion,
                bucketValidation,
                split.getAcidInfo(),
                weight);
        this.bounded = bounded;
        this.promise = requireNonNull(promise, "promise is null");
        this.addresses = split.getAddresses();
        this.affinityKey = HiveSplits.affinityKey(split);
    }

    @Override
    public List<HostAddress> getAddresses() {
        return addresses;
    }

    /** Returns the key by which releases of Trino from 477 on send splits with the same content to the same worker. */
    public Optional<String> getAffinityKey() {
        return affinityKey;
    }

    /** Returns whether the split may be read through bounded requests; if not, the stock reader reads it. */
    @JsonProperty
    public boolean isBounded() {
        return bounded;
    }

    /** Returns the promise of matching rows that a limit relies on. */
    @JsonProperty
    public Optional<RowPromise> getPromise() {
        return promise;
    }

    /**
     * Returns the object of a split, with the rows of all buckets. If the object's partition has fewer buckets than its table, the
     * split itself gives the rows of one bucket of the table.
     */
    public static SkippingSplit object(HiveSplit split) {
        boolean holdsSeveralBuckets = split.getBucketConversion().isPresent();
        return new SkippingSplit(
                split,
                new ByteRange(0, split.getEstimatedFileSize()),
                true,
                Optional.empty(),
                split.getSplitWeight(),
                Optional.empty(),
                // it knows one bucket only
                holdsSeveralBuckets ? Optional.empty() : split.getBucketValidation());
    }

    /** Returns a part of {@code split}, or all of it, that no limit relies on. */
    public static SkippingSplit piece(HiveSplit split, ByteRange range) {
        return piece(split, range, Optional.empty());
    }

    /** Returns a part of {@code split}, or all of it. */
    public static SkippingSplit piece(HiveSplit split, ByteRange range, Optional<RowPromise> promise) {
        double share = (double) range.length() / Math.max(1, split.getLength());
        double whole = split.getSplitWeight().getRawValue()
                / (double) SplitWeight.standard().getRawValue();
        return new SkippingSplit(
                split,
                range,
                true,
                promise,
                SplitWeight.fromProportion(
                        Math.clamp(whole * share, SMALLEST_WEIGHT, Math.max(whole, SMALLEST_WEIGHT))));
    }

    /** Returns a whole split, not cut, that a limit relies on. */
    public static SkippingSplit uncut(HiveSplit split, RowPromise promise) {
        return new SkippingSplit(
                split,
                new ByteRange(split.getStart(), split.getLength()),
                false,
                Optional.of(promise),
                split.getSplitWeight());
    }
}
