// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.release;

import com.google.inject.Inject;
import io.airlift.json.JsonCodec;
import io.skipping.trino.core.folder.IndexFreeFileSystem;
import io.trino.metastore.HiveMetastoreFactory;
import io.trino.metastore.RawHiveMetastoreFactory;
import io.trino.plugin.iceberg.CommitTaskData;
import io.trino.plugin.iceberg.ForIcebergMetadata;
import io.trino.plugin.iceberg.ForIcebergPlanning;
import io.trino.plugin.iceberg.ForIcebergSplitManager;
import io.trino.plugin.iceberg.IcebergConfig;
import io.trino.plugin.iceberg.IcebergFileSystemFactory;
import io.trino.plugin.iceberg.IcebergMetadataFactory;
import io.trino.plugin.iceberg.TableStatisticsWriter;
import io.trino.plugin.iceberg.catalog.TrinoCatalogFactory;
import io.trino.spi.connector.CatalogHandle;
import io.trino.spi.type.TypeManager;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/**
 * Creates Iceberg's own metadata over file systems whose listings leave indexes out. So a table can be created at a
 * location where an index was left, and statements that delete files which are not a table's own keep its index.
 */
public class IndexFreeMetadataFactory extends IcebergMetadataFactory {
    @Inject
    public IndexFreeMetadataFactory(
            TypeManager typeManager,
            CatalogHandle catalog,
            JsonCodec<CommitTaskData> commitTaskCodec,
            TrinoCatalogFactory catalogFactory,
            IcebergFileSystemFactory fileSystems,
            TableStatisticsWriter statisticsWriter,
            @RawHiveMetastoreFactory Optional<HiveMetastoreFactory> metastoreFactory,
            @ForIcebergSplitManager ExecutorService scanExecutor,
            @ForIcebergMetadata ExecutorService metadataExecutor,
            @ForIcebergPlanning ExecutorService planningExecutor,
            IcebergConfig config) {
        super(
                typeManager,
                catalog,
                commitTaskCodec,
                catalogFactory,
                (identity, properties) -> IndexFreeFileSystem.of(fileSystems.create(identity, properties)),
                statisticsWriter,
                metastoreFactory,
                scanExecutor,
                metadataExecutor,
                planningExecutor,
                config);
    }
}
