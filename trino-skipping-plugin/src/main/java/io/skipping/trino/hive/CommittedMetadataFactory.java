// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive;

import com.google.inject.Inject;
import io.airlift.json.JsonCodec;
import io.skipping.trino.core.folder.IndexDiscarder;
import io.skipping.trino.core.folder.IndexFreeFileSystemFactory;
import io.skipping.trino.core.folder.IndexRequests;
import io.skipping.trino.hive.committed.CommittedListers;
import io.skipping.trino.hive.folder.IndexAwareMetastoreFactory;
import io.skipping.trino.hive.release.ServerVersion;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.metastore.HiveMetastoreFactory;
import io.trino.metastore.RawHiveMetastoreFactory;
import io.trino.plugin.hive.AllowHiveTableRename;
import io.trino.plugin.hive.ForHiveMetadata;
import io.trino.plugin.hive.ForHiveTransactionHeartbeats;
import io.trino.plugin.hive.HideDeltaLakeTables;
import io.trino.plugin.hive.HiveConfig;
import io.trino.plugin.hive.HiveFileWriterFactory;
import io.trino.plugin.hive.HiveLocationService;
import io.trino.plugin.hive.HiveMetadataFactory;
import io.trino.plugin.hive.HivePartitionManager;
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

/**
 * Creates Hive's own metadata with three parts replaced: the directory lister, the metastore and the file system. The
 * last two keep indexes out of the way of statements that create and drop tables. This is the only place where Hive
 * obtains these parts.
 */
public class CommittedMetadataFactory extends HiveMetadataFactory {
    @Inject
    public CommittedMetadataFactory(
            CatalogName catalogName,
            HiveConfig hiveConfig,
            @HideDeltaLakeTables boolean hideDeltaLakeTables,
            HiveMetastoreFactory metastoreFactory,
            @RawHiveMetastoreFactory HiveMetastoreFactory uncachedMetastoreFactory,
            Set<HiveFileWriterFactory> fileWriterFactories,
            TrinoFileSystemFactory fileSystemFactory,
            HivePartitionManager partitionManager,
            @ForHiveMetadata ExecutorService executorService,
            @ForHiveTransactionHeartbeats ScheduledExecutorService heartbeatService,
            TypeManager typeManager,
            MetadataProvider metadataProvider,
            JsonCodec<PartitionUpdate> partitionUpdateCodec,
            ServerVersion version,
            Set<SystemTableProvider> systemTableProviders,
            AccessControlMetadataFactory accessControlMetadataFactory,
            DirectoryLister directoryLister,
            CommittedListers listers,
            IndexDiscarder indexDiscarder,
            IndexRequests indexRequests,
            @UsingSystemSecurity boolean usingSystemSecurity,
            @AllowHiveTableRename boolean allowTableRename) {
        super(
                catalogName,
                hiveConfig,
                hideDeltaLakeTables,
                new IndexAwareMetastoreFactory(
                        metastoreFactory, uncachedMetastoreFactory, fileSystemFactory, indexDiscarder, indexRequests),
                fileWriterFactories,
                IndexFreeFileSystemFactory.forCommits(fileSystemFactory),
                partitionManager,
                executorService,
                heartbeatService,
                typeManager,
                metadataProvider,
                new HiveLocationService(IndexFreeFileSystemFactory.forNewFolders(fileSystemFactory), hiveConfig),
                partitionUpdateCodec,
                version.node(),
                systemTableProviders,
                accessControlMetadataFactory,
                directoryLister,
                listers,
                usingSystemSecurity,
                allowTableRename);
    }
}
