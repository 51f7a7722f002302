// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.folder;

import static java.util.Objects.requireNonNull;

import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.security.ConnectorIdentity;

/** Creates the file systems that DDL statements use. */
public final class IndexFreeFileSystemFactory implements TrinoFileSystemFactory {
    private final TrinoFileSystemFactory delegate;
    private final boolean onlyCommits;

    private IndexFreeFileSystemFactory(TrinoFileSystemFactory delegate, boolean onlyCommits) {
        this.delegate = requireNonNull(delegate, "delegate is null");
        this.onlyCommits = onlyCommits;
    }

    /**
     * Returns a factory for the code that commits transactions, which requests a file system by the user's identity.
     * Requests by session come from the check whether the folder of an external table exists. It exists even if it
     * holds only an index.
     */
    public static TrinoFileSystemFactory forCommits(TrinoFileSystemFactory delegate) {
        return new IndexFreeFileSystemFactory(delegate, true);
    }

    /** Returns a factory for the code that chooses the folders of new tables. */
    public static TrinoFileSystemFactory forNewFolders(TrinoFileSystemFactory delegate) {
        return new IndexFreeFileSystemFactory(delegate, false);
    }

    @Override
    public TrinoFileSystem create(ConnectorIdentity identity) {
        return new IndexFreeFileSystem(delegate.create(identity), true);
    }

    @Override
    public TrinoFileSystem create(ConnectorSession session) {
        return new IndexFreeFileSystem(delegate.create(session), !onlyCommits);
    }
}
