// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.skipping.index.ByteRange;
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
 * A piece of a split that is read through bounded requests. Its object's size is known from a summary of the very version
 * that was listed, so that nobody needs to ask for it.
 */
public final class SkippingSplit extends HiveSplit {
    private static final double SMALLEST_WEIGHT = 0.01;

    private final boolean allMatching;

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
            @JsonProperty("allMatching") boolean allMatching) {
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
        this.allMatching = allMatching;
    }

    private SkippingSplit(
            HiveSplit split, ByteRange range, boolean allMatching, List<HostAddress> addresses, SplitWeight weight) {
        super(
                split.getPartitionName(),
                split.getPath(),
                range.start(),
                range.length(),
                split.getEstimatedFileSize(),
                split.getFileModifiedTime(),
                split.getSchema(),
                split.getPartitionKeys(),
                addresses,
                split.getReadBucketNumber(),
                split.getTableBucketNumber(),
                split.isForceLocalScheduling(),
                split.getHiveColumnCoercions(),
                split.getBucketConversion(),
                split.getBucketValidation(),
                split.getAcidInfo(),
                weight);
        this.allMatching = allMatching;
    }

    /** Whether all rows of it surely satisfy what the scan demands. */
    @JsonProperty
    public boolean isAllMatching() {
        return allMatching;
    }

    /** A part of {@code split}, or all of it, of which it is not known that all rows match. */
    public static SkippingSplit piece(HiveSplit split, ByteRange range) {
        return piece(split, range, false);
    }

    /**
     * A part of {@code split}, or all of it.
     *
     * @param allMatching whether all its rows surely satisfy what the scan demands
     */
    public static SkippingSplit piece(HiveSplit split, ByteRange range, boolean allMatching) {
        double share = (double) range.length() / Math.max(1, split.getLength());
        double whole = split.getSplitWeight().getRawValue()
                / (double) SplitWeight.standard().getRawValue();
        return new SkippingSplit(
                split,
                range,
                allMatching,
                split.getAddresses(),
                SplitWeight.fromProportion(
                        Math.clamp(whole * share, SMALLEST_WEIGHT, Math.max(whole, SMALLEST_WEIGHT))));
    }
}
