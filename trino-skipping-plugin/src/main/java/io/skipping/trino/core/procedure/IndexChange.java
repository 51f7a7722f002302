// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.procedure;

import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.skipping.index.IndexedColumn;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.core.index.TableAccess;
import io.skipping.trino.core.release.AccessChecks;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSession;
import java.util.List;

/** Changes the index of a table, if the user may write to the table. */
public final class IndexChange {
    private final TableAccess tables;

    @Inject
    public IndexChange(TableAccess tables) {
        this.tables = requireNonNull(tables, "tables is null");
    }

    interface Change {
        /**
         * Applies the change.
         *
         * @param ofTable the table's data columns
         */
        void apply(List<IndexedColumn> ofTable, TableIndex index);
    }

    /**
     * Checks the user's rights and applies a change.
     *
     * @param schema as passed by the caller
     * @param table as passed by the caller
     */
    void run(
            ConnectorSession session,
            ConnectorAccessControl accessControl,
            String schema,
            String table,
            Change change) {
        TableCall.run(schema, table, name -> {
            AccessChecks.insert(accessControl, null, name);
            tables.inTransaction(session, transaction -> {
                change.apply(tables.columns(transaction, session, name), tables.index(transaction, session, name));
                return null;
            });
        });
    }
}
