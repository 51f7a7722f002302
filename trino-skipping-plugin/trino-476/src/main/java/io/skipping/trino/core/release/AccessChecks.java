// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSecurityContext;
import io.trino.spi.connector.SchemaTableName;
import java.util.Set;

/**
 * Asks access controls about tables. All methods throw {@link io.trino.spi.security.AccessDeniedException} if the user may
 * not do what they name.
 */
public final class AccessChecks {
    private AccessChecks() {}

    public static void select(
            ConnectorAccessControl accessControl,
            ConnectorSecurityContext context,
            SchemaTableName table,
            Set<String> columns) {
        accessControl.checkCanSelectFromColumns(context, table, columns);
    }

    public static void insert(
            ConnectorAccessControl accessControl, ConnectorSecurityContext context, SchemaTableName table) {
        accessControl.checkCanInsertIntoTable(context, table);
    }

    public static void delete(
            ConnectorAccessControl accessControl, ConnectorSecurityContext context, SchemaTableName table) {
        accessControl.checkCanDeleteFromTable(context, table);
    }
}
