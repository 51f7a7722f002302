// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout.rewrite;

import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.skipping.trino.core.release.AccessChecks;
import io.skipping.trino.core.rights.AllValues;
import io.skipping.trino.hive.handle.HiveColumns;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SchemaTableName;
import java.util.stream.Stream;

/**
 * Checks the user's rights to run a rewrite. A rewrite reads and replaces everything, so it needs the rights to all of
 * it.
 */
public final class RewriteRights {
    private final HiveTables tables;

    @Inject
    public RewriteRights(HiveTables tables) {
        this.tables = requireNonNull(tables, "tables is null");
    }

    /**
     * Refuses users who may not see or change the whole table. A rewrite would lose the values that a row filter or a
     * column mask hides from the user.
     *
     * @throws io.trino.spi.security.AccessDeniedException if the user lacks a right
     */
    void check(ConnectorSession session, ConnectorAccessControl accessControl, SchemaTableName table) {
        AccessChecks.insert(accessControl, null, table);
        AccessChecks.delete(accessControl, null, table);
        HiveTableHandle handle =
                tables.inTransaction(session, transaction -> tables.handle(transaction, session, table));
        AllValues.checkCanSee(
                accessControl,
                table,
                Stream.concat(handle.getDataColumns().stream(), handle.getPartitionColumns().stream())
                        .map(HiveColumns::schema));
    }
}
