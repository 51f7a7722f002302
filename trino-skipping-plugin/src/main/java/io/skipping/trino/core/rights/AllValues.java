// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.rights;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;

import io.trino.spi.connector.ColumnSchema;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.SchemaTableName;
import java.util.List;
import java.util.stream.Stream;

/** The right to see all that a table holds, as who shows summaries of it, or writes all of it anew, must have. */
public final class AllValues {
    private AllValues() {}

    /**
     * @param columns of the table, hidden ones among them or not
     * @throws io.trino.spi.security.AccessDeniedException if a column is not to be seen, and if there is a row filter or a column mask, which nobody would apply
     */
    public static void checkCanSee(
            ConnectorAccessControl accessControl, SchemaTableName table, Stream<ColumnSchema> columns) {
        List<ColumnSchema> visible =
                columns.filter(column -> !column.isHidden()).collect(toImmutableList());
        accessControl.checkCanSelectFromColumns(
                null, table, visible.stream().map(ColumnSchema::getName).collect(toImmutableSet()));
        // these two throw if there is one
        accessControl.getRowFilters(null, table);
        accessControl.getColumnMasks(null, table, visible);
    }
}
