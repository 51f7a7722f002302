// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.release;

import com.google.common.collect.ImmutableMap;
import io.trino.plugin.iceberg.IcebergTableHandle;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.PartitionSpecParser;

/** Copies table handles, whose constructors differ between releases. */
public abstract class ReleasedTableHandle extends IcebergTableHandle {
    protected ReleasedTableHandle(IcebergTableHandle copied) {
        super(
                copied.getSchemaName(),
                copied.getTableName(),
                copied.getTableType(),
                copied.getSnapshotId(),
                copied.getTableSchemaJson(),
                copied.getSpecId(),
                copied.getPartitionSpecJsons(),
                copied.getFormatVersion(),
                copied.getUnenforcedPredicate(),
                copied.getEnforcedPredicate(),
                copied.getLimit(),
                copied.getProjectedColumns(),
                copied.getNameMappingJson(),
                copied.getTableLocation(),
                copied.getStorageProperties(),
                copied.getTablePartitioning(),
                copied.isRecordScannedFiles(),
                copied.getMaxScannedFileSize(),
                copied.getConstraintColumns(),
                copied.getForAnalyze());
    }

    /** Returns the snapshot that a handle is of; empty if the table has none. */
    public static OptionalLong snapshotId(IcebergTableHandle handle) {
        return handle.getSnapshotId();
    }

    /** Returns a handle of the stock connector's own class with the same content. */
    public static IcebergTableHandle plain(IcebergTableHandle handle) {
        return withSpecs(handle, handle.getSpecId(), handle.getPartitionSpecJsons());
    }

    /** Returns a handle through which the splits of {@link DataSplits#ofFile} can be read. */
    public static IcebergTableHandle unpartitioned(IcebergTableHandle handle) {
        PartitionSpec spec = PartitionSpec.unpartitioned();
        return withSpecs(
                handle,
                OptionalInt.of(spec.specId()),
                ImmutableMap.of(spec.specId(), PartitionSpecParser.toJson(spec)));
    }

    private static IcebergTableHandle withSpecs(
            IcebergTableHandle handle, OptionalInt specId, Map<Integer, String> partitionSpecJsons) {
        return new IcebergTableHandle(
                handle.getSchemaName(),
                handle.getTableName(),
                handle.getTableType(),
                handle.getSnapshotId(),
                handle.getTableSchemaJson(),
                specId,
                partitionSpecJsons,
                handle.getFormatVersion(),
                handle.getUnenforcedPredicate(),
                handle.getEnforcedPredicate(),
                handle.getLimit(),
                handle.getProjectedColumns(),
                handle.getNameMappingJson(),
                handle.getTableLocation(),
                handle.getStorageProperties(),
                handle.getTablePartitioning(),
                handle.isRecordScannedFiles(),
                handle.getMaxScannedFileSize(),
                handle.getConstraintColumns(),
                handle.getForAnalyze());
    }
}
