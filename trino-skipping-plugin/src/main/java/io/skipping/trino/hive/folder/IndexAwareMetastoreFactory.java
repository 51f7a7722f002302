// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.folder;

import static java.util.Objects.requireNonNull;

import io.skipping.trino.core.folder.IndexDiscarder;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.metastore.HiveMetastore;
import io.trino.metastore.HiveMetastoreFactory;
import io.trino.spi.security.ConnectorIdentity;
import java.util.Optional;

/** Creates the metastores that DDL statements use. */
public final class IndexAwareMetastoreFactory implements HiveMetastoreFactory {
    private final HiveMetastoreFactory delegate;
    private final TrinoFileSystemFactory fileSystems;
    private final IndexDiscarder discarder;

    public IndexAwareMetastoreFactory(
            HiveMetastoreFactory delegate, TrinoFileSystemFactory fileSystems, IndexDiscarder discarder) {
        this.delegate = requireNonNull(delegate, "delegate is null");
        this.fileSystems = requireNonNull(fileSystems, "fileSystems is null");
        this.discarder = requireNonNull(discarder, "discarder is null");
    }

    @Override
    public boolean hasBuiltInCaching() {
        return delegate.hasBuiltInCaching();
    }

    @Override
    public boolean isImpersonationEnabled() {
        return delegate.isImpersonationEnabled();
    }

    @Override
    public HiveMetastore createMetastore(Optional<ConnectorIdentity> identity) {
        HiveMetastore metastore = delegate.createMetastore(identity);
        // without an identity, the caller is not a user's transaction
        return identity.map(user -> IndexAwareMetastore.of(
                        metastore, fileSystems.create(user), table -> discarder.discard(table, user)))
                .orElse(metastore);
    }
}
