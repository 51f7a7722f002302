// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.index;

import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.LiveObjects;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.core.store.TrinoIndexStore;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SchemaTableName;
import java.util.List;
import java.util.function.Function;

/** Provides what lookups and statements about indexes need to know about a connector's tables. */
public interface TableAccess {
    /** Runs work in a new transaction, as procedures must. */
    <T> T inTransaction(ConnectorSession session, Function<ConnectorTransactionHandle, T> work);

    /** Returns the columns whose values are stored in the objects, as the index knows them. */
    List<IndexedColumn> columns(ConnectorTransactionHandle transaction, ConnectorSession session, SchemaTableName name);

    /** Returns the index of a table, under the names that users give the columns. */
    TableIndex index(ConnectorTransactionHandle transaction, ConnectorSession session, SchemaTableName name);

    /**
     * Returns the index of a table as it is stored. Scans of several versions of a table share it, and each names the
     * columns as its own version does, see {@link NamedSnapshot}.
     */
    default TableIndex stored(ConnectorTransactionHandle transaction, ConnectorSession session, SchemaTableName name) {
        return index(transaction, session, name);
    }

    /** Returns the index that a table has in a particular store, as it is stored. */
    TableIndex stored(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            SchemaTableName name,
            TrinoIndexStore other);

    /** Lists the table, and returns all objects that a scan of the whole table would read now. */
    List<LiveObject> objects(ConnectorTransactionHandle transaction, ConnectorSession session, SchemaTableName name);

    /** Forgets cached listings of the table, so that neither this transaction nor later ones use them. */
    default void forgetListing(
            ConnectorTransactionHandle transaction, ConnectorSession session, SchemaTableName name) {}

    /** Returns the same objects, with the snapshots of the table that they are from. */
    default LiveObjects live(ConnectorTransactionHandle transaction, ConnectorSession session, SchemaTableName name) {
        return LiveObjects.of(objects(transaction, session, name));
    }
}
