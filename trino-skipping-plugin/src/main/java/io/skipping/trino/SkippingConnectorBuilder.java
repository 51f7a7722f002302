// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import com.google.inject.Inject;
import io.skipping.trino.hive.answer.IndexAnswers;
import io.skipping.trino.hive.estimate.IndexStatistics;
import io.skipping.trino.hive.filter.ScanFilters;
import io.skipping.trino.hive.layout.InsertLayouts;
import io.skipping.trino.hive.layout.LayoutNodePartitioningProvider;
import io.skipping.trino.hive.layout.LayoutPageSinkProvider;
import io.skipping.trino.hive.read.SkippingPageSourceProvider;
import io.skipping.trino.hive.scan.SkippingSplitManager;
import io.skipping.trino.hive.summarize.SummarizeFunction;
import io.skipping.trino.hive.summarize.SummarizeFunctionProvider;
import io.skipping.trino.hive.table.IndexLookup;
import io.trino.plugin.base.classloader.ClassLoaderSafeConnectorPageSinkProvider;
import io.trino.plugin.base.classloader.ClassLoaderSafeConnectorPageSourceProvider;
import io.trino.plugin.base.classloader.ClassLoaderSafeConnectorSplitManager;
import io.trino.plugin.base.classloader.ClassLoaderSafeConnectorTableFunction;
import io.trino.plugin.base.classloader.ClassLoaderSafeNodePartitioningProvider;
import io.trino.plugin.hive.HiveConnector;

/** Puts our parts around the stock connector. */
class SkippingConnectorBuilder {
    private final SkippingSplitManager splitManager;
    private final SkippingPageSourceProvider pageSourceProvider;
    private final LayoutPageSinkProvider pageSinkProvider;
    private final LayoutNodePartitioningProvider nodePartitioningProvider;
    private final ScanFilters filters;
    private final IndexAnswers answers;
    private final IndexStatistics statistics;
    private final IndexLookup lookup;
    private final InsertLayouts layouts;
    private final SummarizeFunction summarize;
    private final SummarizeFunctionProvider functionProvider;
    private final SkippingExecutor executor;

    @Inject
    SkippingConnectorBuilder(
            SkippingSplitManager splitManager,
            SkippingPageSourceProvider pageSourceProvider,
            LayoutPageSinkProvider pageSinkProvider,
            LayoutNodePartitioningProvider nodePartitioningProvider,
            ScanFilters filters,
            IndexAnswers answers,
            IndexStatistics statistics,
            IndexLookup lookup,
            InsertLayouts layouts,
            SummarizeFunction summarize,
            SummarizeFunctionProvider functionProvider,
            SkippingExecutor executor) {
        this.splitManager = requireNonNull(splitManager, "splitManager is null");
        this.pageSourceProvider = requireNonNull(pageSourceProvider, "pageSourceProvider is null");
        this.pageSinkProvider = requireNonNull(pageSinkProvider, "pageSinkProvider is null");
        this.nodePartitioningProvider = requireNonNull(nodePartitioningProvider, "nodePartitioningProvider is null");
        this.filters = requireNonNull(filters, "filters is null");
        this.answers = requireNonNull(answers, "answers is null");
        this.statistics = requireNonNull(statistics, "statistics is null");
        this.lookup = requireNonNull(lookup, "lookup is null");
        this.layouts = requireNonNull(layouts, "layouts is null");
        this.summarize = requireNonNull(summarize, "summarize is null");
        this.functionProvider = requireNonNull(functionProvider, "functionProvider is null");
        this.executor = requireNonNull(executor, "executor is null");
    }

    SkippingConnector wrap(HiveConnector hive, ClassLoader classLoader) {
        return new SkippingConnector(
                hive,
                new ClassLoaderSafeConnectorSplitManager(splitManager, classLoader),
                new ClassLoaderSafeConnectorPageSourceProvider(pageSourceProvider, classLoader),
                new ClassLoaderSafeConnectorPageSinkProvider(pageSinkProvider, classLoader),
                new ClassLoaderSafeNodePartitioningProvider(nodePartitioningProvider, classLoader),
                filters,
                answers,
                statistics,
                lookup,
                layouts,
                ImmutableSet.of(new ClassLoaderSafeConnectorTableFunction(summarize, classLoader)),
                functionProvider,
                executor::shutdown,
                classLoader);
    }
}
