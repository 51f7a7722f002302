// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.summarize;

import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexedTable;
import io.skipping.index.build.RangeSizes;
import io.trino.plugin.iceberg.IcebergTableHandle;
import io.trino.spi.function.table.ConnectorTableFunctionHandle;

/**
 * Represents a call of {@code system.summarize}.
 *
 * @param table the table to summarise, through which its files are read as if it had no partitions
 * @param index identifies the index, so that workers need not ask the catalog
 * @param rangeSizes target sizes of the ranges
 */
public record IcebergSummarizeHandle(IcebergTableHandle table, IndexedTable index, RangeSizes rangeSizes)
        implements ConnectorTableFunctionHandle {
    public IcebergSummarizeHandle {
        requireNonNull(table, "table is null");
        requireNonNull(index, "index is null");
        requireNonNull(rangeSizes, "rangeSizes is null");
    }
}
