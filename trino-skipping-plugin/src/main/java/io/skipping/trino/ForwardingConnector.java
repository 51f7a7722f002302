// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import io.trino.spi.connector.Connector;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorCapabilities;
import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorNodePartitioningProvider;
import io.trino.spi.connector.ConnectorPageSinkProvider;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplitManager;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SystemTable;
import io.trino.spi.connector.TableProcedureMetadata;
import io.trino.spi.function.FunctionProvider;
import io.trino.spi.function.table.ConnectorTableFunction;
import io.trino.spi.procedure.Procedure;
import io.trino.spi.session.PropertyMetadata;
import io.trino.spi.transaction.IsolationLevel;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Forwards every call to a stock connector. Only page sources are left to subclasses, since connectors have either one
 * provider of them, or one for each query.
 */
abstract class ForwardingConnector implements Connector {
    private final Connector stock;
    private final Set<SystemTable> systemTables;

    /** @param added system tables beside those of the stock connector */
    ForwardingConnector(Connector stock, SystemTable added) {
        this.stock = requireNonNull(stock, "stock is null");
        this.systemTables = ImmutableSet.<SystemTable>builder()
                .addAll(stock.getSystemTables())
                .add(added)
                .build();
    }

    @Override
    public ConnectorTransactionHandle beginTransaction(
            IsolationLevel isolationLevel, boolean readOnly, boolean autoCommit) {
        return stock.beginTransaction(isolationLevel, readOnly, autoCommit);
    }

    @Override
    public ConnectorMetadata getMetadata(ConnectorSession session, ConnectorTransactionHandle transaction) {
        return stock.getMetadata(session, transaction);
    }

    @Override
    public ConnectorSplitManager getSplitManager() {
        return stock.getSplitManager();
    }

    @Override
    public ConnectorPageSinkProvider getPageSinkProvider() {
        return stock.getPageSinkProvider();
    }

    @Override
    public ConnectorNodePartitioningProvider getNodePartitioningProvider() {
        return stock.getNodePartitioningProvider();
    }

    @Override
    public Set<SystemTable> getSystemTables() {
        return systemTables;
    }

    @Override
    public Optional<FunctionProvider> getFunctionProvider() {
        return stock.getFunctionProvider();
    }

    @Override
    public Set<Procedure> getProcedures() {
        return stock.getProcedures();
    }

    @Override
    public Set<TableProcedureMetadata> getTableProcedures() {
        return stock.getTableProcedures();
    }

    @Override
    public Set<ConnectorTableFunction> getTableFunctions() {
        return stock.getTableFunctions();
    }

    @Override
    public List<PropertyMetadata<?>> getSessionProperties() {
        return stock.getSessionProperties();
    }

    @Override
    public List<PropertyMetadata<?>> getSchemaProperties() {
        return stock.getSchemaProperties();
    }

    @Override
    public List<PropertyMetadata<?>> getAnalyzeProperties() {
        return stock.getAnalyzeProperties();
    }

    @Override
    public List<PropertyMetadata<?>> getTableProperties() {
        return stock.getTableProperties();
    }

    @Override
    public List<PropertyMetadata<?>> getViewProperties() {
        return stock.getViewProperties();
    }

    @Override
    public List<PropertyMetadata<?>> getMaterializedViewProperties() {
        return stock.getMaterializedViewProperties();
    }

    @Override
    public List<PropertyMetadata<?>> getColumnProperties() {
        return stock.getColumnProperties();
    }

    @Override
    public ConnectorAccessControl getAccessControl() {
        return stock.getAccessControl();
    }

    @Override
    public void commit(ConnectorTransactionHandle transaction) {
        stock.commit(transaction);
    }

    @Override
    public void rollback(ConnectorTransactionHandle transaction) {
        stock.rollback(transaction);
    }

    @Override
    public boolean isSingleStatementWritesOnly() {
        return stock.isSingleStatementWritesOnly();
    }

    @Override
    public Set<ConnectorCapabilities> getCapabilities() {
        return stock.getCapabilities();
    }

    @Override
    public void shutdown() {
        stock.shutdown();
    }
}
