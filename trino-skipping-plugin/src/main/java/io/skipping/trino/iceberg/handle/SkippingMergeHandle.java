// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.handle;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.trino.plugin.iceberg.IcebergMergeTableHandle;
import io.trino.spi.connector.ConnectorMergeTableHandle;
import io.trino.spi.connector.ConnectorTableHandle;

/**
 * Extends Iceberg's handle of a DELETE, UPDATE or MERGE with our handle of the scan that finds the rows: the engine gets it
 * from here, and scans nothing else.
 *
 * <p>As JSON, it holds Iceberg's own handle, whose scan is read as one of Iceberg's own class.
 */
@JsonIncludeProperties("merge")
public final class SkippingMergeHandle extends IcebergMergeTableHandle {
    private final IcebergMergeTableHandle merge;

    @JsonCreator
    public SkippingMergeHandle(@JsonProperty("merge") IcebergMergeTableHandle merge) {
        super(merge.getTableHandle(), merge.getInsertTableHandle());
        this.merge = merge;
    }

    private SkippingMergeHandle(IcebergMergeTableHandle merge, SkippingIcebergHandle scan) {
        super(scan, merge.getInsertTableHandle());
        this.merge = requireNonNull(merge, "merge is null");
    }

    /**
     * Returns a handle whose scan is the given one.
     *
     * @param merge Iceberg's handle of the same scan
     */
    public static ConnectorMergeTableHandle of(ConnectorMergeTableHandle merge, ConnectorTableHandle scan) {
        return merge instanceof IcebergMergeTableHandle iceberg && scan instanceof SkippingIcebergHandle skipping
                ? new SkippingMergeHandle(iceberg, skipping)
                : merge;
    }

    @JsonProperty("merge")
    public IcebergMergeTableHandle plainMerge() {
        return merge;
    }
}
