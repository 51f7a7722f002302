// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorPageSourceProvider;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.DynamicFilter;
import java.util.List;

/**
 * Holds what all splits that a scan reads have in common.
 *
 * @param dynamicFilter rows that it excludes need not be read
 */
public record SplitRead(
        ConnectorTransactionHandle transaction,
        ConnectorSession session,
        ConnectorTableHandle table,
        DynamicFilter dynamicFilter) {
    public SplitRead {
        requireNonNull(transaction, "transaction is null");
        requireNonNull(session, "session is null");
        requireNonNull(table, "table is null");
        requireNonNull(dynamicFilter, "dynamicFilter is null");
    }

    /** Reads outside a query's scan. */
    public static SplitRead outsideScans(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ConnectorTableHandle table,
            TableCredentials credentials) {
        return new SplitRead(transaction, session, table, DynamicFilter.EMPTY);
    }

    /** Opens a split with a connector's readers. */
    public ConnectorPageSource open(
            ConnectorPageSourceProvider readers, ConnectorSplit split, List<? extends ColumnHandle> columns) {
        return readers.createPageSource(
                transaction, session, split, table, ImmutableList.copyOf(columns), dynamicFilter);
    }
}
