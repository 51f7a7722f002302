// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import com.google.inject.Inject;
import com.google.inject.Injector;
import io.airlift.bootstrap.LifeCycleManager;
import io.trino.plugin.base.session.SessionPropertiesProvider;
import io.trino.plugin.iceberg.IcebergAnalyzeProperties;
import io.trino.plugin.iceberg.IcebergConnector;
import io.trino.plugin.iceberg.IcebergMaterializedViewProperties;
import io.trino.plugin.iceberg.IcebergSchemaProperties;
import io.trino.plugin.iceberg.IcebergTableProperties;
import io.trino.plugin.iceberg.IcebergTransactionManager;
import io.trino.spi.connector.Connector;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorNodePartitioningProvider;
import io.trino.spi.connector.ConnectorPageSinkProvider;
import io.trino.spi.connector.ConnectorPageSourceProviderFactory;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplitManager;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SystemTable;
import io.trino.spi.connector.TableProcedureMetadata;
import io.trino.spi.function.FunctionProvider;
import io.trino.spi.function.table.ConnectorTableFunction;
import io.trino.spi.procedure.Procedure;
import io.trino.spi.transaction.IsolationLevel;
import java.util.Optional;
import java.util.Set;

/**
 * Our connector as Trino's tests want it: they cast the connector of their catalog to Iceberg's, to get at its services.
 * What ours replaces is asked of ours, and the rest of its own parts, which are the same.
 */
public class SuiteIcebergConnector extends IcebergConnector {
    private Connector ours;

    @Inject
    public SuiteIcebergConnector(
            Injector injector,
            LifeCycleManager lifeCycleManager,
            IcebergTransactionManager transactionManager,
            ConnectorSplitManager splitManager,
            ConnectorPageSourceProviderFactory pageSourceProviderFactory,
            ConnectorPageSinkProvider pageSinkProvider,
            ConnectorNodePartitioningProvider nodePartitioningProvider,
            Set<SessionPropertiesProvider> sessionPropertiesProviders,
            IcebergSchemaProperties schemaProperties,
            IcebergTableProperties tableProperties,
            IcebergMaterializedViewProperties materializedViewProperties,
            IcebergAnalyzeProperties analyzeProperties,
            Optional<ConnectorAccessControl> accessControl,
            Set<Procedure> procedures,
            Set<TableProcedureMetadata> tableProcedures,
            Set<ConnectorTableFunction> tableFunctions,
            FunctionProvider functionProvider,
            Set<SystemTable> systemTables) {
        super(
                injector,
                lifeCycleManager,
                transactionManager,
                splitManager,
                pageSourceProviderFactory,
                pageSinkProvider,
                nodePartitioningProvider,
                sessionPropertiesProviders,
                schemaProperties,
                tableProperties,
                materializedViewProperties,
                analyzeProperties,
                accessControl,
                procedures,
                tableProcedures,
                tableFunctions,
                functionProvider,
                systemTables);
    }

    /** Sets the connector that this one stands for. */
    void stand(Connector connector) {
        ours = connector;
    }

    @Override
    public ConnectorTransactionHandle beginTransaction(
            IsolationLevel isolationLevel, boolean readOnly, boolean autoCommit) {
        return ours.beginTransaction(isolationLevel, readOnly, autoCommit);
    }

    @Override
    public void commit(ConnectorTransactionHandle transaction) {
        ours.commit(transaction);
    }

    @Override
    public void rollback(ConnectorTransactionHandle transaction) {
        ours.rollback(transaction);
    }

    @Override
    public ConnectorMetadata getMetadata(ConnectorSession session, ConnectorTransactionHandle transaction) {
        return ours.getMetadata(session, transaction);
    }

    @Override
    public ConnectorSplitManager getSplitManager() {
        return ours.getSplitManager();
    }

    @Override
    public ConnectorPageSourceProviderFactory getPageSourceProviderFactory() {
        return ours.getPageSourceProviderFactory();
    }

    @Override
    public Optional<FunctionProvider> getFunctionProvider() {
        return ours.getFunctionProvider();
    }

    @Override
    public ConnectorAccessControl getAccessControl() {
        return ours.getAccessControl();
    }
}
