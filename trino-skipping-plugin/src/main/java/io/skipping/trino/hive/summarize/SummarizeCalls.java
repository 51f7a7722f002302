// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.skipping.index.build.RangeSizes;
import io.skipping.trino.core.summarize.Summarizable;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SchemaTableName;

/** Creates calls of {@code system.summarize} for Hive tables. */
public class SummarizeCalls implements Summarizable {
    private final HiveTables tables;

    @Inject
    public SummarizeCalls(HiveTables tables) {
        this.tables = requireNonNull(tables, "tables is null");
    }

    @Override
    public Call call(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            SchemaTableName table,
            RangeSizes rangeSizes) {
        HiveTableHandle handle = tables.handle(transaction, session, table);
        return new Call(
                new SummarizeHandle(handle, rangeSizes),
                HiveTables.dataColumns(handle).stream()
                        .map(HiveColumnHandle::getName)
                        .collect(toImmutableSet()));
    }
}
