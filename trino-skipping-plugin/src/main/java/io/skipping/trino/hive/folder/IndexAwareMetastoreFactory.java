// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.folder;

import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexedTable;
import io.skipping.trino.core.folder.IndexDiscarder;
import io.skipping.trino.core.folder.IndexRequests;
import io.skipping.trino.core.folder.IndexRequests.Requests;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.metastore.HiveMetastore;
import io.trino.metastore.HiveMetastoreFactory;
import io.trino.spi.security.ConnectorIdentity;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Creates the metastores that DDL statements use. */
public final class IndexAwareMetastoreFactory implements HiveMetastoreFactory {
    private final HiveMetastoreFactory delegate;
    private final HiveMetastoreFactory uncached;
    private final TrinoFileSystemFactory fileSystems;
    private final IndexDiscarder discarder;
    private final IndexRequests requests;

    /** @param uncached creates metastores that no cache is before */
    public IndexAwareMetastoreFactory(
            HiveMetastoreFactory delegate,
            HiveMetastoreFactory uncached,
            TrinoFileSystemFactory fileSystems,
            IndexDiscarder discarder,
            IndexRequests requests) {
        this.delegate = requireNonNull(delegate, "delegate is null");
        this.uncached = requireNonNull(uncached, "uncached is null");
        this.fileSystems = requireNonNull(fileSystems, "fileSystems is null");
        this.discarder = requireNonNull(discarder, "discarder is null");
        this.requests = requireNonNull(requests, "requests is null");
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
                        metastore, uncached.createMetastore(identity), fileSystems.create(user), new OfUser(user)))
                .orElse(metastore);
    }

    private final class OfUser implements IndexAwareMetastore.Indexes {
        private final ConnectorIdentity user;

        private OfUser(ConnectorIdentity user) {
            this.user = user;
        }

        @Override
        public void discard(IndexedTable table) {
            discarder.discard(table, user);
        }

        @Override
        public Requests requests(IndexedTable table) {
            return requests.of(table, user);
        }

        @Override
        public void request(IndexedTable table, Requests requested, BooleanSupplier isThere) {
            requests.request(table, requested, user, isThere);
        }
    }
}
