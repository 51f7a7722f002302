// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import com.google.inject.Injector;
import io.skipping.trino.core.SkippingExecutor;
import io.skipping.trino.core.answer.IndexAnswers;
import io.skipping.trino.core.estimate.QueryCatalogs;
import io.skipping.trino.core.filter.TakenFilters;
import io.skipping.trino.core.index.IndexLookup;
import io.skipping.trino.core.metadata.Explanations;
import io.skipping.trino.core.rights.SelectRights;
import io.skipping.trino.core.summarize.SummarizeFunction;
import io.skipping.trino.core.view.NodesTable;
import io.skipping.trino.hive.SkippingMetadata;
import io.skipping.trino.hive.estimate.IndexStatistics;
import io.skipping.trino.hive.layout.InsertLayouts;
import io.skipping.trino.hive.layout.LayoutNodePartitioningProvider;
import io.skipping.trino.hive.layout.LayoutPageSinkProvider;
import io.skipping.trino.hive.read.SkippingPageSourceProvider;
import io.skipping.trino.hive.scan.SkippingSplitManager;
import io.skipping.trino.hive.summarize.SummarizeFunctionProvider;
import io.skipping.trino.hive.table.HiveTables;
import io.skipping.trino.hive.table.Listings;
import io.trino.plugin.base.classloader.ClassLoaderSafeConnectorPageSinkProvider;
import io.trino.plugin.base.classloader.ClassLoaderSafeConnectorPageSourceProvider;
import io.trino.plugin.base.classloader.ClassLoaderSafeConnectorSplitManager;
import io.trino.plugin.base.classloader.ClassLoaderSafeConnectorTableFunction;
import io.trino.plugin.base.classloader.ClassLoaderSafeNodePartitioningProvider;
import io.trino.plugin.hive.HiveConnector;
import io.trino.spi.catalog.CatalogName;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorNodePartitioningProvider;
import io.trino.spi.connector.ConnectorPageSinkProvider;
import io.trino.spi.connector.ConnectorPageSourceProvider;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplitManager;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.function.FunctionProvider;
import io.trino.spi.function.table.ConnectorTableFunction;
import java.util.Optional;
import java.util.Set;

/**
 * Wraps the stock Hive connector. It replaces the split manager, the page source provider and the page sink provider,
 * and adds table functions. {@link SkippingModule} binds this plugin's procedures, session properties and system tables
 * next to those of Hive.
 */
public class SkippingConnector extends ForwardingConnector {
    private final HiveConnector hive;
    private final ConnectorSplitManager splitManager;
    private final ConnectorPageSourceProvider pageSourceProvider;
    private final ConnectorPageSinkProvider pageSinkProvider;
    private final ConnectorNodePartitioningProvider nodePartitioningProvider;
    private final TakenFilters filters;
    private final HiveTables tables;
    private final IndexAnswers answers;
    private final IndexStatistics statistics;
    private final SelectRights rights;
    private final IndexLookup lookup;
    private final InsertLayouts layouts;
    private final QueryCatalogs catalogs;
    private final Explanations explanations;
    private final CatalogName catalog;
    private final Set<ConnectorTableFunction> tableFunctions;
    private final FunctionProvider functionProvider;
    private final SkippingExecutor executor;
    private final ClassLoader classLoader;

    /**
     * Wraps a Hive connector.
     *
     * @param hive the Hive connector, created with {@link SkippingModule}
     */
    SkippingConnector(HiveConnector hive, QueryCatalogs catalogs, NodesTable nodes, ClassLoader classLoader) {
        super(hive, nodes);
        this.hive = requireNonNull(hive, "hive is null");
        this.catalogs = requireNonNull(catalogs, "catalogs is null");
        this.classLoader = requireNonNull(classLoader, "classLoader is null");
        Injector parts = hive.getInjector();
        this.splitManager =
                new ClassLoaderSafeConnectorSplitManager(parts.getInstance(SkippingSplitManager.class), classLoader);
        this.pageSourceProvider = new ClassLoaderSafeConnectorPageSourceProvider(
                parts.getInstance(SkippingPageSourceProvider.class), classLoader);
        this.pageSinkProvider = new ClassLoaderSafeConnectorPageSinkProvider(
                parts.getInstance(LayoutPageSinkProvider.class), classLoader);
        this.nodePartitioningProvider = new ClassLoaderSafeNodePartitioningProvider(
                parts.getInstance(LayoutNodePartitioningProvider.class), classLoader);
        this.filters = parts.getInstance(TakenFilters.class);
        this.tables = parts.getInstance(HiveTables.class);
        this.answers = parts.getInstance(IndexAnswers.class);
        this.statistics = parts.getInstance(IndexStatistics.class);
        this.rights = parts.getInstance(SelectRights.class);
        this.lookup = parts.getInstance(IndexLookup.class);
        this.layouts = parts.getInstance(InsertLayouts.class);
        this.explanations = parts.getInstance(Explanations.class);
        this.catalog = parts.getInstance(CatalogName.class);
        this.tableFunctions = ImmutableSet.of(
                new ClassLoaderSafeConnectorTableFunction(parts.getInstance(SummarizeFunction.class), classLoader));
        this.functionProvider = parts.getInstance(SummarizeFunctionProvider.class);
        this.executor = parts.getInstance(SkippingExecutor.class);
    }

    @Override
    public ConnectorMetadata getMetadata(ConnectorSession session, ConnectorTransactionHandle transaction) {
        Listings listings = new Listings(tables, transaction);
        return new SkippingMetadata(
                hive.getMetadata(session, transaction),
                listings,
                filters,
                answers,
                statistics.in(listings),
                rights,
                lookup,
                layouts.in(transaction),
                explanations,
                catalogs,
                catalog,
                executor,
                classLoader);
    }

    @Override
    public ConnectorSplitManager getSplitManager() {
        return splitManager;
    }

    @Override
    public ConnectorPageSourceProvider getPageSourceProvider() {
        return pageSourceProvider;
    }

    @Override
    public ConnectorPageSinkProvider getPageSinkProvider() {
        return pageSinkProvider;
    }

    @Override
    public ConnectorNodePartitioningProvider getNodePartitioningProvider() {
        return nodePartitioningProvider;
    }

    @Override
    public Optional<FunctionProvider> getFunctionProvider() {
        return Optional.of(functionProvider);
    }

    @Override
    public Set<ConnectorTableFunction> getTableFunctions() {
        return tableFunctions;
    }

    @Override
    public ConnectorAccessControl getAccessControl() {
        // Hive throws here if the engine controls access itself; the engine then does not ask this connector
        return rights.watch(hive.getAccessControl());
    }

    @Override
    public void shutdown() {
        executor.shutdown();
        super.shutdown();
    }
}
