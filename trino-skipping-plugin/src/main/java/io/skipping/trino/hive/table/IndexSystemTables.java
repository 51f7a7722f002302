// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.table;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import com.google.inject.Provider;
import io.skipping.trino.core.SkippingExecutor;
import io.skipping.trino.core.TableScans;
import io.skipping.trino.core.explain.AskedConditions;
import io.skipping.trino.core.path.ColumnPaths;
import io.skipping.trino.core.view.AdviceView;
import io.skipping.trino.core.view.IndexView;
import io.skipping.trino.core.view.IndexViewTable;
import io.skipping.trino.core.view.IndexesView;
import io.skipping.trino.core.view.ObjectsView;
import io.skipping.trino.core.view.RangesView;
import io.skipping.trino.core.view.ScansView;
import io.skipping.trino.core.view.VacuumView;
import io.skipping.trino.hive.handle.HiveColumns;
import io.trino.metastore.Table;
import io.trino.plugin.hive.HiveMetadata;
import io.trino.plugin.hive.HiveTimestampPrecision;
import io.trino.plugin.hive.SystemTableProvider;
import io.trino.plugin.hive.util.HiveUtil;
import io.trino.spi.catalog.CatalogName;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.SystemTable;
import io.trino.spi.type.TypeManager;
import java.util.List;
import java.util.Optional;

/**
 * Provides {@code "t$indexes"}, {@code "t$index"}, {@code "t$objects"}, {@code "t$scans"}, {@code "t$advice"} and {@code "t$vacuum"}, beside Hive's own {@code "t$partitions"}.
 * They require SELECT on the table. Views that show values from the data require it on all columns, without row filters
 * or column masks.
 */
public class IndexSystemTables implements SystemTableProvider {
    // a provider, because Hive creates its system tables before the objects that read tables
    private final Provider<HiveTables> tablesProvider;
    private final TypeManager typeManager;
    private final ColumnPaths paths;
    private final SkippingExecutor executor;
    private final List<IndexView> views;

    @Inject
    public IndexSystemTables(
            Provider<HiveTables> tables,
            TypeManager typeManager,
            ColumnPaths paths,
            SkippingExecutor executor,
            TableScans scans,
            AskedConditions conditions,
            CatalogName catalog) {
        this.paths = requireNonNull(paths, "paths is null");
        this.tablesProvider = requireNonNull(tables, "tables is null");
        this.typeManager = requireNonNull(typeManager, "typeManager is null");
        this.executor = requireNonNull(executor, "executor is null");
        this.views = ImmutableList.of(
                new IndexesView(typeManager),
                new RangesView(),
                new VacuumView(),
                new ObjectsView(),
                new ScansView(scans),
                new AdviceView(catalog, conditions));
    }

    @Override
    public Optional<SchemaTableName> getSourceTableName(SchemaTableName name) {
        return views.stream()
                .filter(view -> name.getTableName().endsWith(view.suffix())
                        && name.getTableName().length() > view.suffix().length())
                .map(view -> source(name, view))
                .findFirst();
    }

    private static SchemaTableName source(SchemaTableName name, IndexView view) {
        String table = name.getTableName();
        return new SchemaTableName(
                name.getSchemaName(),
                table.substring(0, table.length() - view.suffix().length()));
    }

    @Override
    public Optional<SystemTable> getSystemTable(HiveMetadata metadata, ConnectorSession session, SchemaTableName name) {
        Optional<SchemaTableName> source = getSourceTableName(name);
        if (source.isEmpty()) {
            return Optional.empty();
        }
        IndexView view = views.stream()
                .filter(candidate -> name.getTableName().endsWith(candidate.suffix()))
                .findFirst()
                .orElseThrow();
        return metadata.getMetastore()
                .getTable(source.get().getSchemaName(), source.get().getTableName())
                .map(table -> viewTable(name, view, table, session));
    }

    private IndexViewTable viewTable(SchemaTableName name, IndexView view, Table table, ConnectorSession session) {
        return new IndexViewTable(
                name,
                view,
                table.getSchemaTableName(),
                () -> HiveUtil.hiveColumnHandles(table, typeManager, HiveTimestampPrecision.DEFAULT_PRECISION).stream()
                        .map(HiveColumns::schema),
                tablesProvider::get,
                () -> tablesProvider.get().index(session, table),
                paths,
                session,
                executor);
    }
}
