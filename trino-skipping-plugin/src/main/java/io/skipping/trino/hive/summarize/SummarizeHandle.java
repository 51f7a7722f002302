// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import static java.util.Objects.requireNonNull;

import io.skipping.index.build.RangeSizes;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.function.table.ConnectorTableFunctionHandle;

/**
 * Represents a call of {@code system.summarize}.
 *
 * @param table the table to summarise
 * @param rangeSizes target sizes of the ranges
 */
public record SummarizeHandle(HiveTableHandle table, RangeSizes rangeSizes) implements ConnectorTableFunctionHandle {
    public SummarizeHandle {
        requireNonNull(table, "table is null");
        requireNonNull(rangeSizes, "rangeSizes is null");
    }
}
