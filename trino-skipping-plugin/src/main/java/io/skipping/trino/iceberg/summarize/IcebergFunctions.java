// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.summarize;

import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.skipping.index.store.TableIndex;
import io.skipping.index.type.IndexTypes;
import io.skipping.trino.core.path.ColumnPaths;
import io.skipping.trino.core.release.SplitProcessors;
import io.skipping.trino.core.release.TableCredentials;
import io.skipping.trino.core.summarize.SummarizeProcessor;
import io.skipping.trino.iceberg.release.IcebergFileSystems;
import io.skipping.trino.iceberg.summarize.IcebergSummarizeSplit.Unit;
import io.skipping.trino.iceberg.table.IcebergTables;
import io.trino.plugin.iceberg.IcebergFileSystemFactory;
import io.trino.plugin.iceberg.IcebergPageSourceProviderFactory;
import io.trino.spi.classloader.ThreadContextClassLoader;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.function.AggregationImplementation;
import io.trino.spi.function.BoundSignature;
import io.trino.spi.function.FunctionDependencies;
import io.trino.spi.function.FunctionId;
import io.trino.spi.function.FunctionProvider;
import io.trino.spi.function.InvocationConvention;
import io.trino.spi.function.ScalarFunctionImplementation;
import io.trino.spi.function.WindowFunctionSupplier;
import io.trino.spi.function.table.ConnectorTableFunctionHandle;
import io.trino.spi.function.table.TableFunctionProcessorProvider;
import io.trino.spi.function.table.TableFunctionProcessorProviderFactory;
import io.trino.spi.function.table.TableFunctionSplitProcessor;
import java.util.Optional;

/** Runs {@code system.summarize} on the workers, and forwards to Iceberg's own functions. */
public class IcebergFunctions implements FunctionProvider {
    private final FunctionProvider iceberg;
    private final IcebergTables tables;
    private final IcebergPageSourceProviderFactory readers;
    private final IcebergFileSystemFactory fileSystems;
    private final IcebergFooters footers;
    private final IndexTypes indexTypes;
    private final ColumnPaths paths;

    @Inject
    public IcebergFunctions(
            FunctionProvider iceberg,
            IcebergTables tables,
            IcebergPageSourceProviderFactory readers,
            IcebergFileSystemFactory fileSystems,
            IcebergFooters footers,
            IndexTypes indexTypes,
            ColumnPaths paths) {
        this.iceberg = requireNonNull(iceberg, "iceberg is null");
        this.tables = requireNonNull(tables, "tables is null");
        this.readers = requireNonNull(readers, "readers is null");
        this.fileSystems = requireNonNull(fileSystems, "fileSystems is null");
        this.footers = requireNonNull(footers, "footers is null");
        this.indexTypes = requireNonNull(indexTypes, "indexTypes is null");
        this.paths = requireNonNull(paths, "paths is null");
    }

    /** Returns the table that a call of a function of this plugin reads; empty for other functions. */
    public static Optional<ConnectorTableHandle> table(ConnectorTableFunctionHandle function) {
        return function instanceof IcebergSummarizeHandle handle ? Optional.of(handle.table()) : Optional.empty();
    }

    @Override
    public ScalarFunctionImplementation getScalarFunctionImplementation(
            FunctionId functionId,
            BoundSignature boundSignature,
            FunctionDependencies functionDependencies,
            InvocationConvention invocationConvention) {
        return iceberg.getScalarFunctionImplementation(
                functionId, boundSignature, functionDependencies, invocationConvention);
    }

    @Override
    public AggregationImplementation getAggregationImplementation(
            FunctionId functionId, BoundSignature boundSignature, FunctionDependencies functionDependencies) {
        return iceberg.getAggregationImplementation(functionId, boundSignature, functionDependencies);
    }

    @Override
    public WindowFunctionSupplier getWindowFunctionSupplier(
            FunctionId functionId, BoundSignature boundSignature, FunctionDependencies functionDependencies) {
        return iceberg.getWindowFunctionSupplier(functionId, boundSignature, functionDependencies);
    }

    @Override
    public TableFunctionProcessorProvider getTableFunctionProcessorProvider(ConnectorTableFunctionHandle handle) {
        return handle instanceof IcebergSummarizeHandle
                ? processors()
                : iceberg.getTableFunctionProcessorProvider(handle);
    }

    @Override
    public TableFunctionProcessorProviderFactory getTableFunctionProcessorProviderFactory(
            ConnectorTableFunctionHandle handle) {
        return handle instanceof IcebergSummarizeHandle
                ? this::processors
                : iceberg.getTableFunctionProcessorProviderFactory(handle);
    }

    private SplitProcessors processors() {
        return (session, function, credentials, split) ->
                processor(session, (IcebergSummarizeHandle) function, credentials, (IcebergSummarizeSplit) split);
    }

    private TableFunctionSplitProcessor processor(
            ConnectorSession session,
            IcebergSummarizeHandle handle,
            TableCredentials credentials,
            IcebergSummarizeSplit split) {
        ClassLoader classLoader = getClass().getClassLoader();
        try (ThreadContextClassLoader _ = new ThreadContextClassLoader(classLoader)) {
            SummarizeProcessor<Unit> processor = new SummarizeProcessor<>(
                    split.report(),
                    split.definitions(),
                    split.units(),
                    () -> index(session, handle, credentials, split),
                    new IcebergUnits(
                            readers.createPageSourceProvider(),
                            footers,
                            indexTypes,
                            paths,
                            session,
                            credentials,
                            handle,
                            tables.dataColumns(handle.table()),
                            split.definitions()));
            return () -> {
                try (ThreadContextClassLoader _ = new ThreadContextClassLoader(classLoader)) {
                    return processor.process();
                }
            };
        }
    }

    private TableIndex index(
            ConnectorSession session,
            IcebergSummarizeHandle handle,
            TableCredentials credentials,
            IcebergSummarizeSplit split) {
        return tables.index(
                handle.index(),
                handle.table(),
                session,
                () -> IcebergFileSystems.create(
                        fileSystems,
                        session.getIdentity(),
                        credentials,
                        split.units().getFirst().split()));
    }
}
