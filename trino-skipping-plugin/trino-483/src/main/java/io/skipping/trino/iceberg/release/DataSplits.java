// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.release;

import com.google.common.collect.ImmutableList;
import io.skipping.index.ByteRange;
import io.trino.plugin.iceberg.IcebergFileFormat;
import io.trino.plugin.iceberg.IcebergSplit;
import io.trino.plugin.iceberg.IcebergTableHandle;
import io.trino.plugin.iceberg.PartitionData;
import io.trino.spi.SplitWeight;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.TypeManager;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types.NestedField;

/** Reads and makes splits of data files. */
public final class DataSplits {
    private DataSplits() {}

    public static String path(IcebergSplit split) {
        return split.path();
    }

    public static long start(IcebergSplit split) {
        return split.start();
    }

    public static long length(IcebergSplit split) {
        return split.length();
    }

    public static long fileSize(IcebergSplit split) {
        return split.fileSize();
    }

    public static long fileRecordCount(IcebergSplit split) {
        return split.fileRecordCount();
    }

    /** Returns the data sequence number of the file; 0 in tables of format version 1, and empty if it is not known. */
    public static OptionalLong sequenceNumber(IcebergSplit split) {
        return split.dataSequenceNumber();
    }

    public static IcebergFileFormat format(IcebergSplit split) {
        return split.fileFormat();
    }

    /** Returns whether rows of the file may be deleted. */
    public static boolean hasDeletes(IcebergSplit split) {
        return !split.deletes().isEmpty();
    }

    /** Returns the partition spec of the file as JSON. */
    public static String specJson(IcebergTableHandle table, IcebergSplit split) {
        return table.getPartitionSpecJsons().get(split.specId());
    }

    /** Returns the values of the partition fields of the file. */
    public static StructLike partition(IcebergSplit split, PartitionSpec spec, TypeManager types) {
        Type[] ofFields =
                spec.partitionType().fields().stream().map(NestedField::type).toArray(Type[]::new);
        return PartitionData.fromBlocks(split.partitionValues(), ofFields, types);
    }

    /** Returns a split of a part of what the given one reads; everything else is as it was. */
    public static IcebergSplit narrowed(IcebergSplit split, ByteRange range, SplitWeight weight) {
        return new IcebergSplit(
                split.path(),
                range.start(),
                range.length(),
                split.fileSize(),
                split.fileRecordCount(),
                split.fileFormat(),
                split.specId(),
                split.partitionValues(),
                split.deletes(),
                weight,
                split.fileStatisticsDomain(),
                split.affinityKey(),
                split.dataSequenceNumber(),
                split.fileFirstRowId(),
                split.parquetFileDecryptionData());
    }

    /**
     * Returns a split of a whole file that is read as if the table had no partitions and no deletes: the values are those
     * of the file alone.
     *
     * @param records the number of records in the file, as its manifest states it
     * @param sequenceNumber the data sequence number of the file; empty if it is not known
     * @param io gives access to the table's files
     */
    public static IcebergSplit ofFile(
            String path, long size, long records, OptionalLong sequenceNumber, IcebergFileFormat format, FileIO io) {
        return new IcebergSplit(
                path,
                0,
                size,
                size,
                records,
                format,
                PartitionSpec.unpartitioned().specId(),
                ImmutableList.of(),
                ImmutableList.of(),
                SplitWeight.standard(),
                TupleDomain.all(),
                Optional.empty(),
                sequenceNumber,
                OptionalLong.empty(),
                Optional.empty());
    }
}
