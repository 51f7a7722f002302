// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.index;

import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.skipping.trino.core.path.ColumnHandles;
import io.skipping.trino.core.path.ColumnNames;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SchemaTableName;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Describes a scan for decisions that are made while a query is planned.
 *
 * @param names supplies what translates the columns of the version of the table that is read to those that the index keeps
 * @param folders selects paths of objects in the scanned partitions, and may select others
 * @param columns describes the columns of the connector
 */
public record PlannedScan(
        ConnectorTransactionHandle transaction,
        ConnectorSession session,
        SchemaTableName table,
        Supplier<ColumnNames> names,
        Predicate<Slice> folders,
        ColumnHandles columns) {
    public PlannedScan {
        requireNonNull(transaction, "transaction is null");
        requireNonNull(session, "session is null");
        requireNonNull(table, "table is null");
        requireNonNull(names, "names is null");
        requireNonNull(folders, "folders is null");
        requireNonNull(columns, "columns is null");
    }
}
