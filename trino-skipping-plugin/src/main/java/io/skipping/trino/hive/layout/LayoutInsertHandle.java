// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveInsertTableHandle;
import io.trino.plugin.hive.HiveStorageFormat;
import io.trino.plugin.hive.HiveWritableTableHandle.BucketInfo;
import io.trino.plugin.hive.LocationHandle;
import io.trino.plugin.hive.acid.AcidTransaction;
import io.trino.plugin.hive.metastore.HivePageSinkMetadata;
import java.util.List;
import java.util.Optional;

/** Extends Hive's handle of an INSERT with the layout, so that workers need not look it up. */
public final class LayoutInsertHandle extends HiveInsertTableHandle {
    private final TableLayout layout;

    @JsonCreator
    public LayoutInsertHandle(
            @JsonProperty("schemaName") String schemaName,
            @JsonProperty("tableName") String tableName,
            @JsonProperty("inputColumns") List<HiveColumnHandle> inputColumns,
            @JsonProperty("pageSinkMetadata") HivePageSinkMetadata pageSinkMetadata,
            @JsonProperty("locationHandle") LocationHandle locationHandle,
            @JsonProperty("bucketInfo") Optional<BucketInfo> bucketInfo,
            @JsonProperty("tableStorageFormat") HiveStorageFormat tableStorageFormat,
            @JsonProperty("partitionStorageFormat") HiveStorageFormat partitionStorageFormat,
            @JsonProperty("transaction") AcidTransaction transaction,
            @JsonProperty("retriesEnabled") boolean retriesEnabled,
            @JsonProperty("layout") TableLayout layout) {
        super(
                schemaName,
                tableName,
                inputColumns,
                pageSinkMetadata,
                locationHandle,
                bucketInfo,
                tableStorageFormat,
                partitionStorageFormat,
                transaction,
                retriesEnabled);
        this.layout = requireNonNull(layout, "layout is null");
    }

    /** Returns the handle of an INSERT that follows a layout. */
    public static LayoutInsertHandle of(HiveInsertTableHandle hive, TableLayout layout) {
        return new LayoutInsertHandle(
                hive.getSchemaName(),
                hive.getTableName(),
                hive.getInputColumns(),
                hive.getPageSinkMetadata(),
                hive.getLocationHandle(),
                hive.getBucketInfo(),
                hive.getTableStorageFormat(),
                hive.getPartitionStorageFormat(),
                hive.getTransaction(),
                hive.isRetriesEnabled(),
                layout);
    }

    @JsonProperty
    public TableLayout getLayout() {
        return layout;
    }
}
