// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.table;

import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.core.view.IndexViews;
import io.skipping.trino.iceberg.release.IndexFreeTransactions;
import io.trino.plugin.iceberg.IcebergTableHandle;
import io.trino.spi.connector.ColumnSchema;
import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.SystemTable;
import java.util.List;
import java.util.Optional;

/** Provides the system tables of {@link IndexViews} for Iceberg tables. Their names are none of Iceberg's own. */
public class IcebergIndexViews {
    private final IndexFreeTransactions transactions;
    private final IcebergTables tables;
    private final IndexViews views;

    @Inject
    public IcebergIndexViews(IndexFreeTransactions transactions, IcebergTables tables, IndexViews views) {
        this.transactions = requireNonNull(transactions, "transactions is null");
        this.tables = requireNonNull(tables, "tables is null");
        this.views = requireNonNull(views, "views is null");
    }

    /** Returns a system table that shows an index; empty if the name is not that of one, or there is no such table. */
    public Optional<SystemTable> find(
            ConnectorTransactionHandle transaction, ConnectorSession session, SchemaTableName name) {
        return views.source(name).flatMap(table -> {
            ConnectorMetadata metadata = transactions.get(transaction, session.getIdentity());
            if (!(metadata.getTableHandle(session, table, Optional.empty(), Optional.empty())
                    instanceof IcebergTableHandle handle)) {
                return Optional.empty();
            }
            List<ColumnSchema> columns =
                    metadata.getTableSchema(session, handle).getColumns();
            // opened in this transaction, which has the table already
            TableIndex index = tables.index(transaction, session, table);
            return Optional.of(views.table(name, table, columns::stream, () -> tables, () -> index, session));
        });
    }
}
