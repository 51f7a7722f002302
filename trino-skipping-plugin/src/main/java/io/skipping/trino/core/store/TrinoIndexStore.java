// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.store;

import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexedTable;
import io.skipping.index.store.IndexAccess;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.IndexUser;
import io.skipping.index.store.TableIndex;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.spi.security.ConnectorIdentity;
import java.nio.file.Path;
import java.util.Optional;

/** A store of indexes, for Trino's users: what they may do with the files of an index, their file system decides. */
public final class TrinoIndexStore {
    private final IndexStore store;
    private final TrinoFileSystemFactory fileSystems;
    private final Optional<Path> localRoot;

    /**
     * @param localRoot the folder that {@code local:///} locations are in, Trino's {@code local.location}; empty if there are none
     */
    public TrinoIndexStore(IndexStore store, TrinoFileSystemFactory fileSystems, Optional<Path> localRoot) {
        this.store = requireNonNull(store, "store is null");
        this.fileSystems = requireNonNull(fileSystems, "fileSystems is null");
        this.localRoot = requireNonNull(localRoot, "localRoot is null");
    }

    /** The index of one table, as this user may see it. Does no I/O. */
    public TableIndex open(IndexedTable table, ConnectorIdentity identity) {
        return store.open(
                table,
                new IndexAccess(() -> new TrinoFileStore(fileSystems.create(identity), localRoot), user(identity)));
    }

    private static Optional<IndexUser> user(ConnectorIdentity identity) {
        // credentials may be others each time
        return identity.getExtraCredentials().isEmpty()
                ? Optional.of(new IndexUser(identity.getUser(), identity.getGroups()))
                : Optional.empty();
    }
}
