// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.skipping.index.store.TableIndex;
import io.skipping.index.type.IndexTypes;
import io.skipping.trino.core.path.ColumnPaths;
import io.skipping.trino.core.release.SplitProcessors;
import io.skipping.trino.core.summarize.SummarizeProcessor;
import io.skipping.trino.hive.read.RangeReader;
import io.skipping.trino.hive.summarize.SummarizeSplit.Unit;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.plugin.hive.HivePageSourceProvider;
import io.trino.spi.classloader.ThreadContextClassLoader;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.function.FunctionProvider;
import io.trino.spi.function.table.ConnectorTableFunctionHandle;
import io.trino.spi.function.table.TableFunctionProcessorProvider;
import io.trino.spi.function.table.TableFunctionSplitProcessor;

/** Runs {@code system.summarize} on the workers. */
public class SummarizeFunctionProvider implements FunctionProvider {
    private final HiveTables tables;
    private final TrinoFileSystemFactory fileSystems;
    private final HivePageSourceProvider hive;
    private final RangeReader rangeReader;
    private final ColumnarFooters columnarFooters;
    private final IndexTypes indexTypes;
    private final ColumnPaths paths;

    @Inject
    public SummarizeFunctionProvider(
            HiveTables tables,
            TrinoFileSystemFactory fileSystems,
            HivePageSourceProvider hive,
            RangeReader rangeReader,
            ColumnarFooters columnarFooters,
            IndexTypes indexTypes,
            ColumnPaths paths) {
        this.tables = requireNonNull(tables, "tables is null");
        this.fileSystems = requireNonNull(fileSystems, "fileSystems is null");
        this.hive = requireNonNull(hive, "hive is null");
        this.rangeReader = requireNonNull(rangeReader, "rangeReader is null");
        this.columnarFooters = requireNonNull(columnarFooters, "columnarFooters is null");
        this.indexTypes = requireNonNull(indexTypes, "indexTypes is null");
        this.paths = requireNonNull(paths, "paths is null");
    }

    @Override
    public TableFunctionProcessorProvider getTableFunctionProcessorProvider(ConnectorTableFunctionHandle handle) {
        return (SplitProcessors)
                (session, function, _, split) -> processor(session, (SummarizeHandle) function, (SummarizeSplit) split);
    }

    private TableFunctionSplitProcessor processor(
            ConnectorSession session, SummarizeHandle handle, SummarizeSplit split) {
        ClassLoader classLoader = getClass().getClassLoader();
        try (ThreadContextClassLoader _ = new ThreadContextClassLoader(classLoader)) {
            SummarizeProcessor<Unit> processor = new SummarizeProcessor<>(
                    split.report(),
                    split.definitions(),
                    split.units(),
                    () -> index(session, handle),
                    new UnitSummarizer(
                            fileSystems,
                            hive,
                            rangeReader,
                            columnarFooters,
                            indexTypes,
                            paths,
                            session,
                            handle,
                            split.definitions()));
            return () -> {
                try (ThreadContextClassLoader _ = new ThreadContextClassLoader(classLoader)) {
                    return processor.process();
                }
            };
        }
    }

    private TableIndex index(ConnectorSession session, SummarizeHandle handle) {
        return tables.inTransaction(
                session,
                transaction -> tables.index(transaction, session, handle.table().getSchemaTableName()));
    }
}
