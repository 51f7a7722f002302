// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.table;

import static com.google.common.base.Throwables.throwIfUnchecked;
import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.skipping.trino.iceberg.release.IndexFreeTransactions;
import io.trino.plugin.iceberg.IcebergMetadata;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SchemaTableName;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Table;

/**
 * Returns the tables that a transaction has loaded. The stock connector's split manager gets them by a method that only
 * its own package may call. A load of our own would ask the catalog, and parse the table's metadata, a second time.
 */
public class LoadedTables {
    private final IndexFreeTransactions transactions;
    private final MethodHandle load;

    /** @throws IllegalStateException if this release of Trino loads its tables in another way */
    @Inject
    public LoadedTables(IndexFreeTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions is null");
        try {
            this.load = MethodHandles.privateLookupIn(IcebergMetadata.class, MethodHandles.lookup())
                    .findVirtual(
                            IcebergMetadata.class,
                            "getIcebergTable",
                            MethodType.methodType(Table.class, ConnectorSession.class, SchemaTableName.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This release of Trino loads Iceberg tables in an unknown way", e);
        }
    }

    /**
     * Returns a table as the transaction sees it. Does no I/O if the transaction has a handle of the table.
     *
     * @throws io.trino.spi.connector.TableNotFoundException if there is no such table
     */
    public BaseTable get(ConnectorTransactionHandle transaction, ConnectorSession session, SchemaTableName name) {
        IcebergMetadata metadata = transactions.get(transaction, session.getIdentity());
        try {
            return (BaseTable) (Table) load.invokeExact(metadata, session, name);
        } catch (Throwable e) {
            throwIfUnchecked(e);
            throw new IllegalStateException("Cannot load " + name, e);
        }
    }
}
