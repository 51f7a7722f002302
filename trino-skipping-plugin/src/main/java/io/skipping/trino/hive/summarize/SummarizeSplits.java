// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.skipping.index.IndexedTable;
import io.skipping.trino.core.SkippingExecutor;
import io.skipping.trino.core.config.SkippingSessionProperties;
import io.skipping.trino.core.engine.SplitBatches;
import io.skipping.trino.core.index.TableDefinitions;
import io.skipping.trino.core.path.ColumnPaths;
import io.skipping.trino.core.summarize.SummarizeBatches;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SchemaTableName;

/** Creates the split sources of {@code system.summarize}. */
public class SummarizeSplits {
    private final HiveTables tables;
    private final ColumnPaths paths;
    private final TableDefinitions definitions;
    private final CastSampler sampler;
    private final SkippingExecutor executor;

    @Inject
    public SummarizeSplits(
            HiveTables tables,
            ColumnPaths paths,
            TableDefinitions definitions,
            CastSampler sampler,
            SkippingExecutor executor) {
        this.tables = requireNonNull(tables, "tables is null");
        this.paths = requireNonNull(paths, "paths is null");
        this.definitions = requireNonNull(definitions, "definitions is null");
        this.sampler = requireNonNull(sampler, "sampler is null");
        this.executor = requireNonNull(executor, "executor is null");
    }

    public SplitBatches create(
            ConnectorTransactionHandle transaction, ConnectorSession session, SummarizeHandle handle) {
        SchemaTableName name = handle.table().getSchemaTableName();
        IndexedTable table = HiveTables.indexed(tables.table(transaction, session, name));
        return new SummarizeBatches<>(
                new HiveObjects(
                        handle,
                        () -> {
                            // a cached listing would leave what was written since to the next build
                            tables.forgetListing(transaction, session, name);
                            return tables.splits(transaction, session, handle.table());
                        },
                        tables.objectNames(transaction, session),
                        () -> tables.isThere(session, name, table),
                        splits -> sampler.sample(session, handle.table(), splits),
                        paths),
                tables.index(transaction, session, name),
                definitions,
                SkippingSessionProperties.maxObjectsPerSummarizeSplit(session),
                executor);
    }
}
