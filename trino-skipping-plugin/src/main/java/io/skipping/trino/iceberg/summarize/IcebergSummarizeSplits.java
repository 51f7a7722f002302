// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.summarize;

import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.skipping.trino.core.SkippingExecutor;
import io.skipping.trino.core.config.SkippingSessionProperties;
import io.skipping.trino.core.engine.SplitBatches;
import io.skipping.trino.core.index.TableDefinitions;
import io.skipping.trino.core.path.ColumnPaths;
import io.skipping.trino.core.summarize.SummarizeBatches;
import io.skipping.trino.iceberg.table.IcebergTables;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SchemaTableName;

/** Creates the split sources of {@code system.summarize}. */
public class IcebergSummarizeSplits {
    private final IcebergTables tables;
    private final ColumnPaths paths;
    private final TableDefinitions definitions;
    private final SkippingExecutor executor;

    @Inject
    public IcebergSummarizeSplits(
            IcebergTables tables, ColumnPaths paths, TableDefinitions definitions, SkippingExecutor executor) {
        this.tables = requireNonNull(tables, "tables is null");
        this.paths = requireNonNull(paths, "paths is null");
        this.definitions = requireNonNull(definitions, "definitions is null");
        this.executor = requireNonNull(executor, "executor is null");
    }

    public SplitBatches create(
            ConnectorTransactionHandle transaction, ConnectorSession session, IcebergSummarizeHandle handle) {
        SchemaTableName name = handle.table().getSchemaTableName();
        return new SummarizeBatches<>(
                new IcebergObjects(tables, session, handle, tables.table(transaction, session, name), paths, executor),
                tables.index(transaction, session, name),
                definitions,
                SkippingSessionProperties.maxObjectsPerSummarizeSplit(session),
                executor);
    }
}
