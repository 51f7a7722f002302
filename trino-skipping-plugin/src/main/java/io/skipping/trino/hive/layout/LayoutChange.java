// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout;

import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.skipping.trino.core.SkippingErrorCode;
import io.skipping.trino.core.procedure.TableCall;
import io.skipping.trino.core.release.AccessChecks;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.metastore.Table;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSession;
import java.io.IOException;

/** Changes the layout that INSERT into a table follows, if the user may write to the table. */
public final class LayoutChange {
    private final HiveTables tables;

    @Inject
    public LayoutChange(HiveTables tables) {
        this.tables = requireNonNull(tables, "tables is null");
    }

    interface Change {
        void apply(HiveTableHandle handle, Table table) throws IOException;
    }

    /**
     * @param schema as the caller passed it
     * @param table as the caller passed it
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
                try {
                    change.apply(tables.handle(transaction, session, name), tables.table(transaction, session, name));
                } catch (IOException e) {
                    throw new TrinoException(
                            SkippingErrorCode.SKIPPING_INDEX_ERROR,
                            "Cannot change the layout of %s: %s".formatted(name, e.getMessage()),
                            e);
                }
                return null;
            });
        });
    }
}
