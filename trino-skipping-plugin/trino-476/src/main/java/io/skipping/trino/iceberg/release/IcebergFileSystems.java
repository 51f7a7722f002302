// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.release;

import io.skipping.trino.core.release.TableCredentials;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.plugin.iceberg.IcebergFileSystemFactory;
import io.trino.plugin.iceberg.IcebergSplit;
import io.trino.spi.security.ConnectorIdentity;
import org.apache.iceberg.io.FileIO;

/** Opens the files of tables with the access that their catalog gives. */
public final class IcebergFileSystems {
    private IcebergFileSystems() {}

    /**
     * Opens the files of a loaded table.
     *
     * @param io of the table
     */
    public static TrinoFileSystem create(IcebergFileSystemFactory factory, ConnectorIdentity identity, FileIO io) {
        return factory.create(identity, io.properties());
    }

    /**
     * Opens the files of a table on a worker.
     *
     * @param split any split of the table
     */
    public static TrinoFileSystem create(
            IcebergFileSystemFactory factory,
            ConnectorIdentity identity,
            TableCredentials credentials,
            IcebergSplit split) {
        return factory.create(identity, split.getFileIoProperties());
    }
}
