// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import static java.util.Objects.requireNonNull;

import io.trino.plugin.base.security.ForwardingConnectorAccessControl;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSecurityContext;
import io.trino.spi.connector.SchemaTableName;
import java.util.Set;

/** Answers like another access control, and notices which columns may be selected. */
public abstract class WatchedAccessControl extends ForwardingConnectorAccessControl {
    private final ConnectorAccessControl watched;

    protected WatchedAccessControl(ConnectorAccessControl watched) {
        this.watched = requireNonNull(watched, "watched is null");
    }

    @Override
    protected final ConnectorAccessControl delegate() {
        return watched;
    }

    /** Receives the columns that a user was allowed to select from. */
    protected abstract void allowed(ConnectorSecurityContext context, SchemaTableName table, Set<String> columns);

    @Override
    public final void checkCanSelectFromColumns(
            ConnectorSecurityContext context, SchemaTableName table, Set<String> columns) {
        watched.checkCanSelectFromColumns(context, table, columns);
        allowed(context, table, columns);
    }
}
