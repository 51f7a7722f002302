// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.table;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.inject.Inject;
import com.google.inject.Provider;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.SkippingExecutor;
import io.skipping.trino.hive.RowWriter;
import io.trino.metastore.Table;
import io.trino.plugin.hive.HiveMetadata;
import io.trino.plugin.hive.HiveTimestampPrecision;
import io.trino.plugin.hive.SystemTableProvider;
import io.trino.plugin.hive.util.HiveUtil;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableMetadata;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.SystemTable;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.TypeManager;
import java.util.List;
import java.util.Optional;

/**
 * {@code "t$indexes"} and {@code "t$index"}, beside Hive's own {@code "t$partitions"}. They need SELECT on the table; what
 * shows values from the data needs it on all the columns, without row filter or mask.
 */
public class IndexSystemTables implements SystemTableProvider {
    // a provider, since Hive makes its system tables before the parts that read tables
    private final Provider<HiveTables> tablesProvider;
    private final TypeManager typeManager;
    private final SkippingExecutor executor;
    private final List<IndexView> views;

    @Inject
    public IndexSystemTables(Provider<HiveTables> tables, TypeManager typeManager, SkippingExecutor executor) {
        this.tablesProvider = requireNonNull(tables, "tables is null");
        this.typeManager = requireNonNull(typeManager, "typeManager is null");
        this.executor = requireNonNull(executor, "executor is null");
        this.views = ImmutableList.of(new IndexesView(typeManager), new RangesView());
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
                .map(table -> new ViewTable(name, view, table, session));
    }

    private final class ViewTable implements SystemTable {
        private final SchemaTableName name;
        private final IndexView view;
        private final Table table;
        private final ConnectorSession session;

        private ViewTable(SchemaTableName name, IndexView view, Table table, ConnectorSession session) {
            this.name = name;
            this.view = view;
            this.table = table;
            this.session = session;
        }

        @Override
        public Distribution getDistribution() {
            return Distribution.SINGLE_COORDINATOR;
        }

        @Override
        public ConnectorTableMetadata getTableMetadata() {
            return new ConnectorTableMetadata(name, view.columns());
        }

        @Override
        public ConnectorPageSource pageSource(
                ConnectorTransactionHandle transaction,
                ConnectorSession systemSession,
                TupleDomain<Integer> constraint,
                ConnectorAccessControl accessControl) {
            checkCanSee(accessControl);
            HiveTables tables = tablesProvider.get();
            TableIndex index = tables.index(session, table);
            return new PageStream(
                    pages -> {
                        RowWriter rows = new RowWriter(view.types(), pages);
                        view.write(
                                index,
                                () -> tables.inTransaction(
                                        session, own -> tables.objects(own, session, table.getSchemaTableName())),
                                rows);
                        rows.flush();
                    },
                    executor);
        }

        private void checkCanSee(ConnectorAccessControl accessControl) {
            if (view.showsValues()) {
                checkCanSeeAllValues(accessControl);
            } else {
                accessControl.checkCanSelectFromColumns(null, table.getSchemaTableName(), ImmutableSet.of());
            }
        }

        private void checkCanSeeAllValues(ConnectorAccessControl accessControl) {
            AllValues.checkCanSee(
                    accessControl,
                    table.getSchemaTableName(),
                    HiveUtil.hiveColumnHandles(table, typeManager, HiveTimestampPrecision.DEFAULT_PRECISION).stream());
        }
    }
}
