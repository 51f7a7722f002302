// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.table;

import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import com.google.inject.Provider;
import io.skipping.trino.core.view.IndexViews;
import io.skipping.trino.hive.handle.HiveColumns;
import io.trino.metastore.Table;
import io.trino.plugin.hive.HiveMetadata;
import io.trino.plugin.hive.HiveTimestampPrecision;
import io.trino.plugin.hive.SystemTableProvider;
import io.trino.plugin.hive.util.HiveUtil;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.SystemTable;
import io.trino.spi.type.TypeManager;
import java.util.Optional;

/** Provides the system tables of {@link IndexViews}, beside Hive's own {@code "t$partitions"}. */
public class IndexSystemTables implements SystemTableProvider {
    // a provider, because Hive creates its system tables before the objects that read tables
    private final Provider<HiveTables> tablesProvider;
    private final TypeManager typeManager;
    private final IndexViews views;

    @Inject
    public IndexSystemTables(Provider<HiveTables> tables, TypeManager typeManager, IndexViews views) {
        this.tablesProvider = requireNonNull(tables, "tables is null");
        this.typeManager = requireNonNull(typeManager, "typeManager is null");
        this.views = requireNonNull(views, "views is null");
    }

    @Override
    public Optional<SchemaTableName> getSourceTableName(SchemaTableName name) {
        return views.source(name);
    }

    @Override
    public Optional<SystemTable> getSystemTable(HiveMetadata metadata, ConnectorSession session, SchemaTableName name) {
        return getSourceTableName(name)
                .flatMap(source -> metadata.getMetastore().getTable(source.getSchemaName(), source.getTableName()))
                .map(table -> viewTable(name, table, session));
    }

    private SystemTable viewTable(SchemaTableName name, Table table, ConnectorSession session) {
        return views.table(
                name,
                table.getSchemaTableName(),
                () -> HiveUtil.hiveColumnHandles(table, typeManager, HiveTimestampPrecision.DEFAULT_PRECISION).stream()
                        .map(HiveColumns::schema),
                tablesProvider::get,
                () -> tablesProvider.get().index(session, table),
                session);
    }
}
