// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static com.google.inject.Scopes.SINGLETON;
import static com.google.inject.multibindings.Multibinder.newSetBinder;
import static io.airlift.configuration.ConfigBinder.configBinder;
import static java.util.Objects.requireNonNull;
import static org.weakref.jmx.guice.ExportBinder.newExporter;

import com.google.inject.Binder;
import com.google.inject.Module;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.multibindings.Multibinder;
import io.skipping.index.filter.ObjectFilters;
import io.skipping.index.type.IndexTypes;
import io.skipping.trino.core.SkippingExecutor;
import io.skipping.trino.core.SkippingSpans;
import io.skipping.trino.core.SkippingStats;
import io.skipping.trino.core.TableScans;
import io.skipping.trino.core.answer.IndexAnswers;
import io.skipping.trino.core.config.SearchConfig;
import io.skipping.trino.core.config.SkippingConfig;
import io.skipping.trino.core.config.SkippingSessionProperties;
import io.skipping.trino.core.explain.AskedConditions;
import io.skipping.trino.core.filter.TakenFilters;
import io.skipping.trino.core.folder.IndexDiscarder;
import io.skipping.trino.core.folder.IndexRequests;
import io.skipping.trino.core.index.IndexLookup;
import io.skipping.trino.core.index.IndexStores;
import io.skipping.trino.core.index.TableDefinitions;
import io.skipping.trino.core.index.VisibleIndexes;
import io.skipping.trino.core.metadata.Explanations;
import io.skipping.trino.core.metadata.PrunedScans;
import io.skipping.trino.core.path.ColumnPaths;
import io.skipping.trino.core.procedure.CheckStoreProcedure;
import io.skipping.trino.core.procedure.CopyIndexProcedure;
import io.skipping.trino.core.procedure.CreateIndexProcedure;
import io.skipping.trino.core.procedure.DropIndexProcedure;
import io.skipping.trino.core.procedure.IndexChange;
import io.skipping.trino.core.procedure.PublishIndexProcedure;
import io.skipping.trino.core.procedure.SetAutoIndexesProcedure;
import io.skipping.trino.core.procedure.VacuumIndexProcedure;
import io.skipping.trino.core.release.filter.EngineFilters;
import io.skipping.trino.core.rights.SelectRights;
import io.skipping.trino.core.store.TrinoIndexStore;
import io.skipping.trino.core.summarize.SummarizeFunction;
import io.skipping.trino.core.view.IndexViews;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.plugin.base.session.SessionPropertiesProvider;
import io.trino.spi.procedure.Procedure;
import java.util.Optional;

/**
 * Binds what serves the tables of any connector. It needs a {@link io.skipping.trino.core.index.TableAccess} and a
 * {@link io.skipping.trino.core.summarize.Summarizable}, which the module of each connector binds.
 */
class CoreModule implements Module {
    private final Optional<String> localRoot;

    /**
     * Creates the module.
     *
     * @param localRoot the folder that {@code local:///} locations refer to, which is Trino's {@code local.location};
     *     empty if not configured
     */
    CoreModule(Optional<String> localRoot) {
        this.localRoot = requireNonNull(localRoot, "localRoot is null");
    }

    @Override
    public void configure(Binder binder) {
        configBinder(binder).bindConfig(SkippingConfig.class);
        configBinder(binder).bindConfig(SearchConfig.class);
        newSetBinder(binder, SessionPropertiesProvider.class)
                .addBinding()
                .to(SkippingSessionProperties.class)
                .in(SINGLETON);

        binder.bind(SkippingExecutor.class).in(SINGLETON);
        binder.bind(SkippingSpans.class).in(SINGLETON);
        binder.bind(SkippingStats.class).in(SINGLETON);
        binder.bind(TableScans.class).in(SINGLETON);
        binder.bind(AskedConditions.class).in(SINGLETON);
        // operators' dashboards use this JMX domain
        newExporter(binder)
                .export(SkippingStats.class)
                .as(names -> names.generatedNameOf(SkippingStats.class)
                        .replace(SkippingStats.class.getPackageName() + ":", "io.skipping.trino:"));

        binder.bind(IndexDiscarder.class).in(SINGLETON);
        binder.bind(IndexRequests.class).in(SINGLETON);
        binder.bind(EngineFilters.class).in(SINGLETON);
        binder.bind(IndexLookup.class).in(SINGLETON);
        binder.bind(SelectRights.class).in(SINGLETON);
        binder.bind(PrunedScans.class).in(SINGLETON);
        binder.bind(Explanations.class).in(SINGLETON);
        binder.bind(TakenFilters.class).in(SINGLETON);
        binder.bind(IndexAnswers.class).in(SINGLETON);
        binder.bind(ColumnPaths.class).in(SINGLETON);
        binder.bind(TableDefinitions.class).in(SINGLETON);
        binder.bind(VisibleIndexes.class).in(SINGLETON);
        binder.bind(IndexViews.class).in(SINGLETON);
        binder.bind(SummarizeFunction.class).in(SINGLETON);

        binder.bind(IndexChange.class).in(SINGLETON);
        binder.bind(PublishIndexProcedure.class).in(SINGLETON);
        Multibinder<Procedure> procedures = newSetBinder(binder, Procedure.class);
        procedures.addBinding().toProvider(CreateIndexProcedure.class).in(SINGLETON);
        procedures.addBinding().toProvider(DropIndexProcedure.class).in(SINGLETON);
        procedures.addBinding().toProvider(SetAutoIndexesProcedure.class).in(SINGLETON);
        procedures.addBinding().toProvider(PublishIndexProcedure.class).in(SINGLETON);
        procedures.addBinding().toProvider(VacuumIndexProcedure.class).in(SINGLETON);
        procedures.addBinding().toProvider(CopyIndexProcedure.class).in(SINGLETON);
        procedures.addBinding().toProvider(CheckStoreProcedure.class).in(SINGLETON);
    }

    @Provides
    @Singleton
    IndexTypes indexTypes() {
        return IndexTypes.load(getClass().getClassLoader());
    }

    @Provides
    @Singleton
    ObjectFilters objectFilters() {
        return ObjectFilters.load(getClass().getClassLoader());
    }

    @Provides
    @Singleton
    IndexStores indexStores(
            SkippingConfig config,
            SearchConfig searchConfig,
            TrinoFileSystemFactory fileSystems,
            IndexTypes indexTypes) {
        return new IndexStores(config, searchConfig, fileSystems, indexTypes, localRoot);
    }

    @Provides
    @Singleton
    TrinoIndexStore indexStore(IndexStores stores) {
        return stores.used();
    }
}
