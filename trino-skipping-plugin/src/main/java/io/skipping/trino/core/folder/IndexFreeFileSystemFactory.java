// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.folder;

import static java.util.Objects.requireNonNull;

import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.security.ConnectorIdentity;

/** Makes the file systems that statements about tables use. */
public final class IndexFreeFileSystemFactory implements TrinoFileSystemFactory {
    private final TrinoFileSystemFactory delegate;
    private final boolean onlyCommits;

    private IndexFreeFileSystemFactory(TrinoFileSystemFactory delegate, boolean onlyCommits) {
        this.delegate = requireNonNull(delegate, "delegate is null");
        this.onlyCommits = onlyCommits;
    }

    /**
     * For what makes up the commit of a transaction, which asks for a file system by the user's identity. What asks by a
     * session is the check of a statement: whether the folder of an external table is there, which it is with an index in it as well.
     */
    public static TrinoFileSystemFactory forCommits(TrinoFileSystemFactory delegate) {
        return new IndexFreeFileSystemFactory(delegate, true);
    }

    /** For what chooses the folders of new tables. */
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
