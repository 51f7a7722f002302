// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.procedure;

import static io.trino.plugin.base.util.Procedures.checkProcedureArgument;
import static io.trino.spi.StandardErrorCode.INVALID_PROCEDURE_ARGUMENT;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import com.google.inject.Provider;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.store.IndexCopy;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.core.index.IndexStores;
import io.skipping.trino.core.index.TableAccess;
import io.skipping.trino.core.store.TrinoIndexStore;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.procedure.Procedure;
import io.trino.spi.procedure.Procedure.Argument;

/**
 * Implements {@code CALL system.copy_index(schema_name, table_name, from_store)}, which copies the index that another
 * store has of the table.
 */
public final class CopyIndexProcedure implements Provider<Procedure> {
    private final IndexChange index;
    private final TableAccess tables;
    private final IndexStores stores;
    private final PublishIndexProcedure publication;

    @Inject
    public CopyIndexProcedure(
            IndexChange index, TableAccess tables, IndexStores stores, PublishIndexProcedure publication) {
        this.index = requireNonNull(index, "index is null");
        this.tables = requireNonNull(tables, "tables is null");
        this.stores = requireNonNull(stores, "stores is null");
        this.publication = requireNonNull(publication, "publication is null");
    }

    @Override
    public Procedure get() {
        return new Procedure(
                "system",
                "copy_index",
                ImmutableList.of(
                        new Argument("SCHEMA_NAME", VARCHAR),
                        new Argument("TABLE_NAME", VARCHAR),
                        new Argument("FROM_STORE", VARCHAR)),
                ProcedureMethod.of(this, String.class, String.class, String.class));
    }

    public void call(
            ConnectorSession session,
            ConnectorAccessControl accessControl,
            String schema,
            String table,
            String fromStore) {
        checkProcedureArgument(fromStore != null, "from_store cannot be null");
        checkProcedureArgument(
                !fromStore.equalsIgnoreCase(stores.usedName()),
                "from_store is '%s', which is where this catalog keeps indexes already; give the other store",
                fromStore);
        TrinoIndexStore source;
        try {
            source = stores.get(fromStore);
        } catch (IllegalArgumentException e) {
            throw new TrinoException(INVALID_PROCEDURE_ARGUMENT, e.getMessage(), e);
        }
        index.run(session, accessControl, schema, table, (_, _) -> {
            SchemaTableName name = new SchemaTableName(schema, table);
            // columns that the table no longer has are copied, too, so this is under the names that stores keep
            TableIndex from =
                    tables.inTransaction(session, transaction -> tables.stored(transaction, session, name, source));
            TableIndex to = tables.inTransaction(session, transaction -> tables.stored(transaction, session, name));
            IndexSnapshot snapshot = from.current()
                    .orElseThrow(() -> new TrinoException(
                            INVALID_PROCEDURE_ARGUMENT,
                            "Table %s has no index in the store '%s'".formatted(name, fromStore)));
            IndexCopy.request(from, to);
            String build = to.beginBuild();
            IndexCopy.write(snapshot, to, build, stores.indexTypes());
            publication.publish(session, name, to, build);
        });
    }
}
