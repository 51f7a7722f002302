// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static com.google.inject.Scopes.SINGLETON;
import static com.google.inject.multibindings.Multibinder.newSetBinder;
import static java.util.Objects.requireNonNull;

import com.google.inject.Binder;
import com.google.inject.Module;
import io.skipping.trino.core.explain.RewriteStatements;
import io.skipping.trino.core.index.TableAccess;
import io.skipping.trino.core.summarize.Summarizable;
import io.skipping.trino.iceberg.IcebergRewrites;
import io.skipping.trino.iceberg.release.IndexFreeMetadataFactory;
import io.skipping.trino.iceberg.release.IndexFreeSplitManager;
import io.skipping.trino.iceberg.release.IndexFreeTransactions;
import io.skipping.trino.iceberg.scan.SkippingIcebergSplitManager;
import io.skipping.trino.iceberg.scan.WrittenTables;
import io.skipping.trino.iceberg.summarize.IcebergFooters;
import io.skipping.trino.iceberg.summarize.IcebergFunctions;
import io.skipping.trino.iceberg.summarize.IcebergSummarizeCalls;
import io.skipping.trino.iceberg.summarize.IcebergSummarizeFunction;
import io.skipping.trino.iceberg.summarize.IcebergSummarizeSplits;
import io.skipping.trino.iceberg.table.IcebergIndexViews;
import io.skipping.trino.iceberg.table.IcebergTables;
import io.skipping.trino.iceberg.table.LoadedTables;
import io.trino.spi.function.table.ConnectorTableFunction;
import java.util.Optional;

/** Binds everything that this plugin adds to the Iceberg connector's own modules. */
class SkippingIcebergModule implements Module {
    private final Optional<String> localRoot;

    /**
     * Creates the module.
     *
     * @param localRoot the folder that {@code local:///} locations refer to, which is Trino's {@code local.location};
     *     empty if not configured
     */
    SkippingIcebergModule(Optional<String> localRoot) {
        this.localRoot = requireNonNull(localRoot, "localRoot is null");
    }

    @Override
    public void configure(Binder binder) {
        binder.install(new CoreModule(localRoot));

        binder.bind(IndexFreeMetadataFactory.class).in(SINGLETON);
        binder.bind(IndexFreeTransactions.class).in(SINGLETON);
        binder.bind(IndexFreeSplitManager.class).in(SINGLETON);
        binder.bind(LoadedTables.class).in(SINGLETON);
        binder.bind(IcebergTables.class).in(SINGLETON);
        binder.bind(TableAccess.class).to(IcebergTables.class);
        binder.bind(IcebergIndexViews.class).in(SINGLETON);
        binder.bind(RewriteStatements.class).to(IcebergRewrites.class).in(SINGLETON);
        binder.bind(WrittenTables.class).in(SINGLETON);
        binder.bind(SkippingIcebergSplitManager.class).in(SINGLETON);

        binder.bind(Summarizable.class).to(IcebergSummarizeCalls.class).in(SINGLETON);
        binder.bind(IcebergFooters.class).in(SINGLETON);
        binder.bind(IcebergSummarizeSplits.class).in(SINGLETON);
        binder.bind(IcebergFunctions.class).in(SINGLETON);
        newSetBinder(binder, ConnectorTableFunction.class)
                .addBinding()
                .toProvider(IcebergSummarizeFunction.class)
                .in(SINGLETON);
    }
}
