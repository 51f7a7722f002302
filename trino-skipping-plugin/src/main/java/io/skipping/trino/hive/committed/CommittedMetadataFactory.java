// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.committed;

import com.google.inject.Inject;
import io.airlift.json.JsonCodec;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.metastore.HiveMetastoreFactory;
import io.trino.plugin.hive.AllowHiveTableRename;
import io.trino.plugin.hive.ForHiveMetadata;
import io.trino.plugin.hive.ForHiveTransactionHeartbeats;
import io.trino.plugin.hive.HideDeltaLakeTables;
import io.trino.plugin.hive.HiveConfig;
import io.trino.plugin.hive.HiveFileWriterFactory;
import io.trino.plugin.hive.HiveMetadataFactory;
import io.trino.plugin.hive.HivePartitionManager;
import io.trino.plugin.hive.LocationService;
import io.trino.plugin.hive.NodeVersion;
import io.trino.plugin.hive.PartitionUpdate;
import io.trino.plugin.hive.SystemTableProvider;
import io.trino.plugin.hive.fs.DirectoryLister;
import io.trino.plugin.hive.security.AccessControlMetadataFactory;
import io.trino.plugin.hive.security.UsingSystemSecurity;
import io.trino.spi.catalog.CatalogName;
import io.trino.spi.connector.MetadataProvider;
import io.trino.spi.type.TypeManager;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;

/** Hive's own, but for what lists objects: this is the one place where Hive takes that from. */
public class CommittedMetadataFactory extends HiveMetadataFactory {
    @Inject
    public CommittedMetadataFactory(
            CatalogName catalogName,
            HiveConfig hiveConfig,
            @HideDeltaLakeTables boolean hideDeltaLakeTables,
            HiveMetastoreFactory metastoreFactory,
            Set<HiveFileWriterFactory> fileWriterFactories,
            TrinoFileSystemFactory fileSystemFactory,
            HivePartitionManager partitionManager,
            @ForHiveMetadata ExecutorService executorService,
            @ForHiveTransactionHeartbeats ScheduledExecutorService heartbeatService,
            TypeManager typeManager,
            MetadataProvider metadataProvider,
            LocationService locationService,
            JsonCodec<PartitionUpdate> partitionUpdateCodec,
            NodeVersion nodeVersion,
            Set<SystemTableProvider> systemTableProviders,
            AccessControlMetadataFactory accessControlMetadataFactory,
            DirectoryLister directoryLister,
            CommittedListers listers,
            @UsingSystemSecurity boolean usingSystemSecurity,
            @AllowHiveTableRename boolean allowTableRename) {
        super(
                catalogName,
                hiveConfig,
                hideDeltaLakeTables,
                metastoreFactory,
                fileWriterFactories,
                fileSystemFactory,
                partitionManager,
                executorService,
                heartbeatService,
                typeManager,
                metadataProvider,
                locationService,
                partitionUpdateCodec,
                nodeVersion,
                systemTableProviders,
                accessControlMetadataFactory,
                directoryLister,
                listers,
                usingSystemSecurity,
                allowTableRename);
    }
}
