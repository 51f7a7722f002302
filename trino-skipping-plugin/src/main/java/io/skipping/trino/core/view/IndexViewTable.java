// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.view;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.skipping.index.IndexDefinition;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.core.SkippingExecutor;
import io.skipping.trino.core.index.TableAccess;
import io.skipping.trino.core.index.TableDefinitions;
import io.skipping.trino.core.index.VisibleIndexes;
import io.skipping.trino.core.page.PageStream;
import io.skipping.trino.core.page.RowWriter;
import io.skipping.trino.core.release.AccessChecks;
import io.skipping.trino.core.rights.AllValues;
import io.trino.spi.connector.ColumnSchema;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableMetadata;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.SystemTable;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Shows the index of a table as a system table. */
public final class IndexViewTable implements SystemTable {
    private final SchemaTableName name;
    private final IndexView view;
    private final SchemaTableName table;
    private final Supplier<Stream<ColumnSchema>> columns;
    private final Supplier<? extends TableAccess> tables;
    private final Supplier<TableIndex> index;
    private final TableDefinitions definitions;
    private final VisibleIndexes visible;
    private final ConnectorSession session;
    private final SkippingExecutor executor;

    /**
     * Creates a system table.
     *
     * @param name name of the system table
     * @param table the table whose index is shown
     * @param columns columns of that table
     * @param index supplies the index of that table
     */
    public IndexViewTable(
            SchemaTableName name,
            IndexView view,
            SchemaTableName table,
            Supplier<Stream<ColumnSchema>> columns,
            Supplier<? extends TableAccess> tables,
            Supplier<TableIndex> index,
            TableDefinitions definitions,
            VisibleIndexes visible,
            ConnectorSession session,
            SkippingExecutor executor) {
        this.name = requireNonNull(name, "name is null");
        this.view = requireNonNull(view, "view is null");
        this.table = requireNonNull(table, "table is null");
        this.columns = requireNonNull(columns, "columns is null");
        this.tables = requireNonNull(tables, "tables is null");
        this.index = requireNonNull(index, "index is null");
        this.definitions = requireNonNull(definitions, "definitions is null");
        this.visible = requireNonNull(visible, "visible is null");
        this.session = requireNonNull(session, "session is null");
        this.executor = requireNonNull(executor, "executor is null");
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
        boolean countsRows = AllValues.mayCountRows(accessControl, table);
        TableAccess access = tables.get();
        TableIndex shown = index.get();
        return new PageStream(
                pages -> {
                    RowWriter rows = new RowWriter(view.types(), pages);
                    view.write(
                            new IndexView.Question(
                                    table,
                                    shown,
                                    () -> access.inTransaction(session, own -> access.objects(own, session, table)),
                                    before -> access.inTransaction(
                                            session, own -> definitions(access, own, shown, before)),
                                    constraint,
                                    countsRows,
                                    () -> access.inTransaction(
                                            session,
                                            own -> visible.indexes(
                                                    accessControl, table, access.columns(own, session, table)))),
                            rows);
                    rows.flush();
                },
                executor);
    }

    private List<IndexDefinition> definitions(
            TableAccess access,
            ConnectorTransactionHandle transaction,
            TableIndex shown,
            List<IndexDefinition> before) {
        return definitions.of(
                access.columns(transaction, session, table),
                shown.requested(),
                shown.isAutomatic(),
                before,
                // the contents of text columns are examined only by a build
                _ -> ImmutableList.of());
    }

    private void checkCanSee(ConnectorAccessControl accessControl) {
        if (view.showsValues()) {
            AllValues.checkCanSee(accessControl, table, columns.get());
        } else {
            AccessChecks.select(accessControl, null, table, ImmutableSet.of());
        }
    }
}
