// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static com.google.inject.Scopes.SINGLETON;
import static com.google.inject.multibindings.Multibinder.newSetBinder;
import static com.google.inject.multibindings.OptionalBinder.newOptionalBinder;
import static io.airlift.configuration.ConfigBinder.configBinder;
import static java.util.Objects.requireNonNull;

import com.google.inject.Binder;
import com.google.inject.Module;
import com.google.inject.multibindings.Multibinder;
import io.skipping.trino.core.explain.RewriteStatements;
import io.skipping.trino.core.index.TableAccess;
import io.skipping.trino.core.listed.StoreReads;
import io.skipping.trino.core.summarize.Summarizable;
import io.skipping.trino.hive.CommittedMetadataFactory;
import io.skipping.trino.hive.HiveRewrites;
import io.skipping.trino.hive.committed.CommittedListers;
import io.skipping.trino.hive.committed.CommittedSplits;
import io.skipping.trino.hive.config.HiveScanConfig;
import io.skipping.trino.hive.config.HiveScanProperties;
import io.skipping.trino.hive.estimate.IndexStatistics;
import io.skipping.trino.hive.format.ReaderProfile;
import io.skipping.trino.hive.layout.DropLayoutProcedure;
import io.skipping.trino.hive.layout.InsertLayouts;
import io.skipping.trino.hive.layout.LayoutChange;
import io.skipping.trino.hive.layout.LayoutNodePartitioningProvider;
import io.skipping.trino.hive.layout.LayoutPageSinkProvider;
import io.skipping.trino.hive.layout.SetLayoutProcedure;
import io.skipping.trino.hive.layout.TableLayouts;
import io.skipping.trino.hive.layout.rewrite.BeginRewriteProcedure;
import io.skipping.trino.hive.layout.rewrite.FinishRewriteProcedure;
import io.skipping.trino.hive.layout.rewrite.RecordChecks;
import io.skipping.trino.hive.layout.rewrite.RewriteFinish;
import io.skipping.trino.hive.layout.rewrite.RewriteRights;
import io.skipping.trino.hive.layout.rewrite.RewriteStart;
import io.skipping.trino.hive.layout.rewrite.RewriteSwap;
import io.skipping.trino.hive.layout.rewrite.RewriteTables;
import io.skipping.trino.hive.layout.rewrite.SwapRewriteProcedure;
import io.skipping.trino.hive.read.RangeReader;
import io.skipping.trino.hive.read.SkippingPageSourceProvider;
import io.skipping.trino.hive.release.ServerVersion;
import io.skipping.trino.hive.scan.SkippingSplitManager;
import io.skipping.trino.hive.summarize.CastSampler;
import io.skipping.trino.hive.summarize.ColumnarFooters;
import io.skipping.trino.hive.summarize.SummarizeCalls;
import io.skipping.trino.hive.summarize.SummarizeFunctionProvider;
import io.skipping.trino.hive.summarize.SummarizeSplits;
import io.skipping.trino.hive.table.HiveTables;
import io.skipping.trino.hive.table.IndexSystemTables;
import io.trino.filesystem.cache.CacheKeyProvider;
import io.trino.plugin.base.session.SessionPropertiesProvider;
import io.trino.plugin.hive.HiveNodePartitioningProvider;
import io.trino.plugin.hive.HivePageSinkProvider;
import io.trino.plugin.hive.HivePageSourceProvider;
import io.trino.plugin.hive.HiveSplitManager;
import io.trino.plugin.hive.SystemTableProvider;
import io.trino.plugin.hive.TransactionalMetadataFactory;
import io.trino.spi.procedure.Procedure;
import java.util.Optional;

/** Binds everything that this plugin adds to the Hive connector's own modules. */
class SkippingModule implements Module {
    private final Optional<String> localRoot;

    /**
     * Creates the module.
     *
     * @param localRoot the folder that {@code local:///} locations refer to, which is Trino's {@code local.location};
     *     empty if not configured
     */
    SkippingModule(Optional<String> localRoot) {
        this.localRoot = requireNonNull(localRoot, "localRoot is null");
    }

    @Override
    public void configure(Binder binder) {
        binder.install(new CoreModule(localRoot));
        configBinder(binder).bindConfig(HiveScanConfig.class);
        newSetBinder(binder, SessionPropertiesProvider.class)
                .addBinding()
                .to(HiveScanProperties.class)
                .in(SINGLETON);

        binder.bind(CommittedListers.class).in(SINGLETON);
        newOptionalBinder(binder, TransactionalMetadataFactory.class)
                .setBinding()
                .to(CommittedMetadataFactory.class)
                .in(SINGLETON);

        newOptionalBinder(binder, CacheKeyProvider.class)
                .setBinding()
                .to(StoreReads.class)
                .in(SINGLETON);

        binder.bind(ServerVersion.class).in(SINGLETON);
        binder.bind(HiveSplitManager.class).in(SINGLETON);
        binder.bind(CommittedSplits.class).in(SINGLETON);
        binder.bind(HivePageSourceProvider.class).in(SINGLETON);
        binder.bind(ReaderProfile.class).in(SINGLETON);
        binder.bind(HiveTables.class).in(SINGLETON);
        binder.bind(TableAccess.class).to(HiveTables.class);
        binder.bind(RewriteStatements.class).to(HiveRewrites.class).in(SINGLETON);
        binder.bind(RangeReader.class).in(SINGLETON);
        binder.bind(SkippingPageSourceProvider.class).in(SINGLETON);
        binder.bind(IndexStatistics.class).in(SINGLETON);
        binder.bind(SkippingSplitManager.class).in(SINGLETON);

        binder.bind(HivePageSinkProvider.class).in(SINGLETON);
        binder.bind(HiveNodePartitioningProvider.class).in(SINGLETON);
        binder.bind(TableLayouts.class).in(SINGLETON);
        binder.bind(InsertLayouts.class).in(SINGLETON);
        binder.bind(LayoutPageSinkProvider.class).in(SINGLETON);
        binder.bind(LayoutNodePartitioningProvider.class).in(SINGLETON);
        binder.bind(RewriteTables.class).in(SINGLETON);
        binder.bind(RecordChecks.class).in(SINGLETON);
        binder.bind(RewriteStart.class).in(SINGLETON);
        binder.bind(RewriteSwap.class).in(SINGLETON);
        binder.bind(RewriteFinish.class).in(SINGLETON);

        binder.bind(ColumnarFooters.class).in(SINGLETON);
        binder.bind(CastSampler.class).in(SINGLETON);
        binder.bind(SummarizeSplits.class).in(SINGLETON);
        binder.bind(Summarizable.class).to(SummarizeCalls.class).in(SINGLETON);
        binder.bind(SummarizeFunctionProvider.class).in(SINGLETON);

        Multibinder<SystemTableProvider> systemTables = newSetBinder(binder, SystemTableProvider.class);
        systemTables.addBinding().to(IndexSystemTables.class).in(SINGLETON);

        binder.bind(LayoutChange.class).in(SINGLETON);
        binder.bind(RewriteRights.class).in(SINGLETON);
        Multibinder<Procedure> procedures = newSetBinder(binder, Procedure.class);
        procedures.addBinding().toProvider(SetLayoutProcedure.class).in(SINGLETON);
        procedures.addBinding().toProvider(DropLayoutProcedure.class).in(SINGLETON);
        procedures.addBinding().toProvider(BeginRewriteProcedure.class).in(SINGLETON);
        procedures.addBinding().toProvider(SwapRewriteProcedure.class).in(SINGLETON);
        procedures.addBinding().toProvider(FinishRewriteProcedure.class).in(SINGLETON);
    }
}
