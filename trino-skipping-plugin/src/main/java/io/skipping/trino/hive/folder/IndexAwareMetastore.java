// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.folder;

import static com.google.common.base.Throwables.throwIfUnchecked;
import static java.util.Objects.requireNonNull;

import com.google.common.reflect.AbstractInvocationHandler;
import io.airlift.log.Logger;
import io.skipping.index.IndexedTable;
import io.skipping.index.store.IndexLayout;
import io.skipping.trino.core.folder.IndexFolders;
import io.skipping.trino.core.folder.IndexRequests.Requests;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.metastore.Database;
import io.trino.metastore.HiveMetastore;
import io.trino.metastore.Table;
import io.trino.plugin.hive.TableType;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Delegates to a metastore, and removes an index together with its table. What users requested of an index follows a
 * renamed table. A metastore that deletes or renames a table's
 * folder itself may fail because a build writes into the folder at the same moment. It does so after it has removed its
 * entry of the table, so only the deletion of the folder remains to be finished. After any other failure, the folder is
 * left alone: if the table was renamed elsewhere and the entry that was read is out of date, it belongs to a live table.
 */
final class IndexAwareMetastore extends AbstractInvocationHandler {
    private static final Logger log = Logger.get(IndexAwareMetastore.class);

    private final HiveMetastore delegate;
    private final HiveMetastore uncached;
    private final TrinoFileSystem fileSystem;
    private final Indexes indexes;

    /** Changes the indexes of tables, on behalf of statements. It never fails. */
    interface Indexes {
        /** Removes the index of a table. */
        void discard(IndexedTable table);

        /** Returns what users requested for a table. */
        Requests requests(IndexedTable table);

        /**
         * Requests the same for a table.
         *
         * @param isThere returns whether the table exists
         */
        void request(IndexedTable table, Requests requests, BooleanSupplier isThere);
    }

    private IndexAwareMetastore(
            HiveMetastore delegate, HiveMetastore uncached, TrinoFileSystem fileSystem, Indexes indexes) {
        this.delegate = requireNonNull(delegate, "delegate is null");
        this.uncached = requireNonNull(uncached, "uncached is null");
        this.fileSystem = requireNonNull(fileSystem, "fileSystem is null");
        this.indexes = requireNonNull(indexes, "indexes is null");
    }

    /**
     * Wraps a metastore.
     *
     * @param delegate the metastore through the cache of the catalog, if it has one
     * @param uncached the same metastore as it is
     */
    static HiveMetastore of(
            HiveMetastore delegate, HiveMetastore uncached, TrinoFileSystem fileSystem, Indexes indexes) {
        return (HiveMetastore) Proxy.newProxyInstance(
                IndexAwareMetastore.class.getClassLoader(),
                new Class<?>[] {HiveMetastore.class},
                new IndexAwareMetastore(delegate, uncached, fileSystem, indexes));
    }

    @Override
    protected Object handleInvocation(Object proxy, Method method, Object[] arguments) throws Throwable {
        switch (method.getName()) {
            case "createTable" -> beforeCreation((Table) arguments[0]);
            case "dropTable" -> {
                dropTable((String) arguments[0], (String) arguments[1], (boolean) arguments[2]);
                return null;
            }
            case "dropDatabase" -> {
                dropDatabase((String) arguments[0], (boolean) arguments[1]);
                return null;
            }
            case "renameTable" -> {
                renameTable((String) arguments[0], (String) arguments[1], (String) arguments[2], (String) arguments[3]);
                return null;
            }
            default -> {}
        }
        try {
            return method.invoke(delegate, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /**
     * Removes the index of an earlier table with the same name and location. The creator of the new table did not ask
     * for it. A cache may not know yet that another engine has created the table, whose index must stay.
     */
    private void beforeCreation(Table table) {
        Optional<IndexedTable> made = indexed(table)
                .filter(_ -> uncached.getTable(table.getDatabaseName(), table.getTableName())
                        .isEmpty());
        made.ifPresent(indexes::discard);
        // a managed table owns its folder, so any index in it belongs to tables that no longer exist
        made.filter(_ -> isManaged(table))
                .map(own -> IndexFolders.child(own.location(), IndexLayout.FOLDER))
                .ifPresent(this::deleteLeftovers);
    }

    private static boolean isManaged(Table table) {
        return table.getTableType().equals(TableType.MANAGED_TABLE.name());
    }

    private void deleteLeftovers(Location folder) {
        try {
            fileSystem.deleteDirectory(folder);
        } catch (IOException | RuntimeException e) {
            log.warn(e, "Indexes of tables that are gone remain in %s", folder);
        }
    }

    private void dropTable(String schema, String name, boolean deleteData) {
        Optional<Table> table = delegate.getTable(schema, name);
        try {
            delegate.dropTable(schema, name, deleteData);
        } catch (RuntimeException e) {
            Optional<Location> folder = table.filter(dropped -> deleteData && isManaged(dropped))
                    .flatMap(dropped -> dropped.getStorage().getOptionalLocation())
                    .map(Location::of);
            if (!IndexFolders.isDisturbed(e)
                    || folder.isEmpty()
                    || delegate.getTable(schema, name).isPresent()) {
                throw e;
            }
            finishDeletion(folder.get(), () -> delegate.getTable(schema, name).isEmpty(), e);
        }
        table.flatMap(IndexAwareMetastore::indexed).ifPresent(indexes::discard);
    }

    private void dropDatabase(String schema, boolean deleteData) {
        Optional<Location> folder =
                delegate.getDatabase(schema).flatMap(Database::getLocation).map(Location::of);
        try {
            delegate.dropDatabase(schema, deleteData);
        } catch (RuntimeException e) {
            if (!IndexFolders.isDisturbed(e)
                    || !deleteData
                    || folder.isEmpty()
                    || delegate.getDatabase(schema).isPresent()) {
                throw e;
            }
            finishDeletion(folder.get(), () -> delegate.getDatabase(schema).isEmpty(), e);
        }
    }

    /** @param gone returns whether the folder still belongs to no table */
    private void finishDeletion(Location folder, BooleanSupplier gone, RuntimeException failure) {
        try {
            IndexFolders.delete(fileSystem, folder, gone);
        } catch (IOException e) {
            failure.addSuppressed(e);
            throw failure;
        }
    }

    private void renameTable(String schema, String name, String newSchema, String newName) {
        Optional<IndexedTable> before = find(schema, name);
        // before the metastore moves the folder, in which the index may be
        Optional<Requests> requests = before.map(indexes::requests);
        Optional<Location> target = delegate.getDatabase(newSchema)
                .flatMap(Database::getLocation)
                .map(location -> IndexFolders.child(location, newName));
        try {
            if (target.isEmpty()) {
                delegate.renameTable(schema, name, newSchema, newName);
            } else {
                IndexFolders.run(fileSystem, target.get(), () -> {
                    try {
                        delegate.renameTable(schema, name, newSchema, newName);
                    } catch (RuntimeException e) {
                        if (delegate.getTable(newSchema, newName).isPresent()) {
                            throw e;
                        }
                        // a build may have left something at the target
                        throw new IOException(e);
                    }
                });
            }
        } catch (IOException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throwIfUnchecked(cause);
            throw new IllegalStateException(e);
        }
        before.ifPresent(old -> replaceIndex(old, requests.orElseThrow(), newSchema, newName));
    }

    /**
     * Replaces the index of a renamed table by one that only has what was requested. An index belongs to its table by
     * name and location, so it cannot follow the table; its files may have moved with the folder.
     */
    private void replaceIndex(IndexedTable old, Requests requests, String newSchema, String newName) {
        indexes.discard(old);
        Optional<IndexedTable> renamed = find(newSchema, newName);
        renamed.filter(table -> !table.location().equals(old.location()))
                .map(table -> IndexFolders.moved(old, table))
                .ifPresent(this::deleteLeftovers);
        renamed.ifPresent(table ->
                indexes.request(table, requests, () -> find(newSchema, newName).equals(renamed)));
    }

    private Optional<IndexedTable> find(String schema, String name) {
        return delegate.getTable(schema, name).flatMap(IndexAwareMetastore::indexed);
    }

    private static Optional<IndexedTable> indexed(Table table) {
        return table.getStorage()
                .getOptionalLocation()
                .filter(location -> !location.isEmpty())
                .map(_ -> HiveTables.indexed(table));
    }
}
