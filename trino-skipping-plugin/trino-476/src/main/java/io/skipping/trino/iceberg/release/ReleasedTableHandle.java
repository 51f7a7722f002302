// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.release;

import io.trino.plugin.iceberg.IcebergTableHandle;
import java.util.OptionalLong;

/** Copies table handles, whose constructors differ between releases. */
public abstract class ReleasedTableHandle extends IcebergTableHandle {
    protected ReleasedTableHandle(IcebergTableHandle copied) {
        super(
                copied.getCatalog(),
                copied.getSchemaName(),
                copied.getTableName(),
                copied.getTableType(),
                copied.getSnapshotId(),
                copied.getTableSchemaJson(),
                copied.getPartitionSpecJson(),
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
        return handle.getSnapshotId().map(OptionalLong::of).orElseGet(OptionalLong::empty);
    }

    /** Returns a handle of the stock connector's own class with the same content. */
    public static IcebergTableHandle plain(IcebergTableHandle handle) {
        return new IcebergTableHandle(
                handle.getCatalog(),
                handle.getSchemaName(),
                handle.getTableName(),
                handle.getTableType(),
                handle.getSnapshotId(),
                handle.getTableSchemaJson(),
                handle.getPartitionSpecJson(),
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

    /**
     * Returns a handle through which the splits of {@link DataSplits#ofFile} can be read. In this release, the partition
     * spec is part of the split.
     */
    public static IcebergTableHandle unpartitioned(IcebergTableHandle handle) {
        return plain(handle);
    }
}
