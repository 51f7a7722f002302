// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.trino.plugin.iceberg.IcebergErrorCode.ICEBERG_CATALOG_ERROR;
import static java.util.Objects.requireNonNull;

import com.google.inject.Injector;
import io.skipping.trino.core.SkippingExecutor;
import io.skipping.trino.core.answer.IndexAnswers;
import io.skipping.trino.core.filter.TakenFilters;
import io.skipping.trino.core.folder.IndexDiscarder;
import io.skipping.trino.core.index.IndexLookup;
import io.skipping.trino.core.metadata.Explanations;
import io.skipping.trino.core.rights.SelectRights;
import io.skipping.trino.core.view.NodesTable;
import io.skipping.trino.iceberg.SkippingIcebergMetadata;
import io.skipping.trino.iceberg.read.IcebergPageSources;
import io.skipping.trino.iceberg.release.IcebergCredentials;
import io.skipping.trino.iceberg.release.IndexFreeSplitManager;
import io.skipping.trino.iceberg.release.IndexFreeTransactions;
import io.skipping.trino.iceberg.scan.SkippingIcebergSplitManager;
import io.skipping.trino.iceberg.scan.WrittenTables;
import io.skipping.trino.iceberg.summarize.IcebergFunctions;
import io.skipping.trino.iceberg.table.IcebergIndexViews;
import io.skipping.trino.iceberg.table.IcebergTables;
import io.trino.plugin.base.classloader.ClassLoaderSafeConnectorMetadata;
import io.trino.plugin.base.classloader.ClassLoaderSafeConnectorPageSourceProviderFactory;
import io.trino.plugin.base.classloader.ClassLoaderSafeConnectorSplitManager;
import io.trino.plugin.iceberg.IcebergConnector;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorPageSourceProviderFactory;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplitManager;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.function.FunctionProvider;
import io.trino.spi.transaction.IsolationLevel;
import java.util.Optional;
import org.apache.iceberg.exceptions.RESTException;

/**
 * Wraps the stock Iceberg connector. It replaces the split manager and the page sources, and runs transactions over metadata whose listings
 * leave indexes out. {@link SkippingIcebergModule} binds this plugin's procedures, table functions and session properties
 * next to those of Iceberg.
 */
public class SkippingIcebergConnector extends ForwardingConnector {
    private final IcebergConnector iceberg;
    private final IndexFreeTransactions transactions;
    private final ConnectorSplitManager splitManager;
    private final ConnectorPageSourceProviderFactory pageSources;
    private final IndexFreeSplitManager splits;
    private final TakenFilters filters;
    private final IndexAnswers answers;
    private final IndexLookup lookup;
    private final IcebergIndexViews views;
    private final WrittenTables written;
    private final IcebergTables tables;
    private final IndexDiscarder discarder;
    private final SelectRights rights;
    private final Explanations explanations;
    private final FunctionProvider functions;
    private final SkippingExecutor executor;
    private final ClassLoader classLoader;

    /**
     * Wraps an Iceberg connector.
     *
     * @param iceberg the Iceberg connector, created with {@link SkippingIcebergModule}
     */
    SkippingIcebergConnector(IcebergConnector iceberg, NodesTable nodes, ClassLoader classLoader) {
        super(iceberg, nodes);
        this.iceberg = requireNonNull(iceberg, "iceberg is null");
        this.classLoader = requireNonNull(classLoader, "classLoader is null");
        Injector parts = iceberg.getInjector();
        this.transactions = parts.getInstance(IndexFreeTransactions.class);
        this.splitManager = new ClassLoaderSafeConnectorSplitManager(
                parts.getInstance(SkippingIcebergSplitManager.class), classLoader);
        this.pageSources = new ClassLoaderSafeConnectorPageSourceProviderFactory(
                new IcebergPageSources(iceberg.getPageSourceProviderFactory()), classLoader);
        this.splits = parts.getInstance(IndexFreeSplitManager.class);
        this.filters = parts.getInstance(TakenFilters.class);
        this.answers = parts.getInstance(IndexAnswers.class);
        this.lookup = parts.getInstance(IndexLookup.class);
        this.views = parts.getInstance(IcebergIndexViews.class);
        this.written = parts.getInstance(WrittenTables.class);
        this.tables = parts.getInstance(IcebergTables.class);
        this.discarder = parts.getInstance(IndexDiscarder.class);
        this.rights = parts.getInstance(SelectRights.class);
        this.explanations = parts.getInstance(Explanations.class);
        this.functions = parts.getInstance(IcebergFunctions.class);
        this.executor = parts.getInstance(SkippingExecutor.class);
    }

    /** Begins a transaction here and in the stock connector, which creates no metadata for it. */
    @Override
    public ConnectorTransactionHandle beginTransaction(
            IsolationLevel isolationLevel, boolean readOnly, boolean autoCommit) {
        ConnectorTransactionHandle transaction = super.beginTransaction(isolationLevel, readOnly, autoCommit);
        transactions.begin(transaction);
        return transaction;
    }

    @Override
    public void commit(ConnectorTransactionHandle transaction) {
        super.commit(transaction);
        transactions.commit(transaction);
    }

    @Override
    public void rollback(ConnectorTransactionHandle transaction) {
        super.rollback(transaction);
        transactions.rollback(transaction);
    }

    @Override
    public ConnectorMetadata getMetadata(ConnectorSession session, ConnectorTransactionHandle transaction) {
        ConnectorMetadata iceberg;
        try {
            iceberg = new ClassLoaderSafeConnectorMetadata(
                    transactions.get(transaction, session.getIdentity()), classLoader);
        } catch (RESTException e) {
            // as the stock connector says it
            throw new TrinoException(ICEBERG_CATALOG_ERROR, "Cannot obtain metadata", e);
        }
        ConnectorMetadata metadata = IcebergCredentials.ofFunctions(iceberg, classLoader, IcebergFunctions::table);
        return new SkippingIcebergMetadata(
                metadata,
                transaction,
                lookup,
                filters,
                answers,
                splits,
                views,
                written,
                tables,
                discarder,
                rights,
                explanations,
                classLoader);
    }

    @Override
    public ConnectorSplitManager getSplitManager() {
        return splitManager;
    }

    @Override
    public ConnectorPageSourceProviderFactory getPageSourceProviderFactory() {
        return pageSources;
    }

    @Override
    public Optional<FunctionProvider> getFunctionProvider() {
        return Optional.of(functions);
    }

    @Override
    public ConnectorAccessControl getAccessControl() {
        // Iceberg throws here if the engine controls access itself; the engine then does not ask this connector
        return rights.watch(super.getAccessControl());
    }

    @Override
    public void shutdown() {
        executor.shutdown();
        super.shutdown();
    }
}
