// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.rights;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;

import io.skipping.trino.core.release.AccessChecks;
import io.trino.spi.connector.ColumnSchema;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.SchemaTableName;
import java.util.List;
import java.util.stream.Stream;

/**
 * Checks the right to see everything that a table holds, which is required for showing its summaries and for rewriting
 * it.
 */
public final class AllValues {
    private AllValues() {}

    /** Returns whether the user may know how many rows a table has: whether there is no row filter. */
    public static boolean mayCountRows(ConnectorAccessControl accessControl, SchemaTableName table) {
        try {
            accessControl.getRowFilters(null, table);
            return true;
        } catch (RuntimeException _) {
            return false;
        }
    }

    /**
     * Checks that the user may see every value of a table.
     *
     * @param columns columns of the table, with or without hidden ones
     * @throws io.trino.spi.security.AccessDeniedException if the user may not see a column, or if there is a row filter
     *     or a column mask, which would not be applied
     */
    public static void checkCanSee(
            ConnectorAccessControl accessControl, SchemaTableName table, Stream<ColumnSchema> columns) {
        List<ColumnSchema> visible =
                columns.filter(column -> !column.isHidden()).collect(toImmutableList());
        AccessChecks.select(
                accessControl,
                null,
                table,
                visible.stream().map(ColumnSchema::getName).collect(toImmutableSet()));
        // both throw if there is a filter or a mask
        accessControl.getRowFilters(null, table);
        accessControl.getColumnMasks(null, table, visible);
    }
}
