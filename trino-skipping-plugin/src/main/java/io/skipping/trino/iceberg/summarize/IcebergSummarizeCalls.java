// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.summarize;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.skipping.index.build.RangeSizes;
import io.skipping.trino.core.summarize.Summarizable;
import io.skipping.trino.iceberg.release.ReleasedTableHandle;
import io.skipping.trino.iceberg.table.IcebergTables;
import io.trino.plugin.iceberg.IcebergTableHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SchemaTableName;
import java.util.Locale;

/** Creates calls of {@code system.summarize} for Iceberg tables. */
public class IcebergSummarizeCalls implements Summarizable {
    private final IcebergTables tables;

    @Inject
    public IcebergSummarizeCalls(IcebergTables tables) {
        this.tables = requireNonNull(tables, "tables is null");
    }

    @Override
    public Call call(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            SchemaTableName table,
            RangeSizes rangeSizes) {
        IcebergTableHandle handle = tables.handle(transaction, session, table);
        return new Call(
                new IcebergSummarizeHandle(
                        ReleasedTableHandle.unpartitioned(handle),
                        IcebergTables.indexed(tables.table(transaction, session, table), table),
                        rangeSizes),
                tables.dataColumns(handle).stream()
                        .map(column -> column.getName().toLowerCase(Locale.ENGLISH))
                        .collect(toImmutableSet()));
    }
}
