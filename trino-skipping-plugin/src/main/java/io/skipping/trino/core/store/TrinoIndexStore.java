// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.store;

import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexedTable;
import io.skipping.index.store.IndexAccess;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.IndexUser;
import io.skipping.index.store.TableIndex;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.spi.security.ConnectorIdentity;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** Opens indexes for Trino's users. A user's file system decides what the user may do with the files of an index. */
public final class TrinoIndexStore {
    private final IndexStore store;
    private final TrinoFileSystemFactory fileSystems;
    private final Optional<Path> localRoot;

    /**
     * Wraps a store.
     *
     * @param localRoot the folder that {@code local:///} locations refer to, which is Trino's {@code local.location};
     *     empty if not configured
     */
    public TrinoIndexStore(IndexStore store, TrinoFileSystemFactory fileSystems, Optional<Path> localRoot) {
        this.store = requireNonNull(store, "store is null");
        this.fileSystems = requireNonNull(fileSystems, "fileSystems is null");
        this.localRoot = requireNonNull(localRoot, "localRoot is null");
    }

    /** Returns the index of a table, as this user may see it. Does no I/O. */
    public TableIndex open(IndexedTable table, ConnectorIdentity identity) {
        return open(table, identity, () -> fileSystems.create(identity));
    }

    /**
     * Returns the index of a table, as this user may see it. Does no I/O.
     *
     * @param files opens the files of the table, and of the index beside them, for this user
     */
    public TableIndex open(IndexedTable table, ConnectorIdentity identity, Supplier<TrinoFileSystem> files) {
        return store.open(table, new IndexAccess(() -> new TrinoFileStore(files.get(), localRoot), user(identity)));
    }

    private static Optional<IndexUser> user(ConnectorIdentity identity) {
        // extra credentials may differ each time, so they identify no user
        return identity.getExtraCredentials().isEmpty()
                ? Optional.of(new IndexUser(identity.getUser(), identity.getGroups()))
                : Optional.empty();
    }
}
