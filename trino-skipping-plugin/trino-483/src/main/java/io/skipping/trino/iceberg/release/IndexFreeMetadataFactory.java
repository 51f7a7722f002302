// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.release;

import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.airlift.json.JsonCodec;
import io.skipping.trino.core.folder.IndexFreeFileSystem;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.metastore.HiveMetastoreFactory;
import io.trino.metastore.RawHiveMetastoreFactory;
import io.trino.plugin.iceberg.CommitTaskData;
import io.trino.plugin.iceberg.ForIcebergFileDelete;
import io.trino.plugin.iceberg.ForIcebergMetadata;
import io.trino.plugin.iceberg.ForIcebergPlanning;
import io.trino.plugin.iceberg.ForIcebergSplitManager;
import io.trino.plugin.iceberg.IcebergConfig;
import io.trino.plugin.iceberg.IcebergFileSystemFactory;
import io.trino.plugin.iceberg.IcebergMetadataFactory;
import io.trino.plugin.iceberg.IcebergTableCredentials;
import io.trino.plugin.iceberg.TableStatisticsReader;
import io.trino.plugin.iceberg.TableStatisticsWriter;
import io.trino.plugin.iceberg.catalog.TrinoCatalogFactory;
import io.trino.plugin.iceberg.delete.DeletionVectorWriter;
import io.trino.spi.catalog.CatalogName;
import io.trino.spi.connector.ConnectorExpressionEvaluator;
import io.trino.spi.security.ConnectorIdentity;
import io.trino.spi.type.TypeManager;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/**
 * Creates Iceberg's own metadata over file systems whose listings leave indexes out. So a table can be created at a
 * location where an index was left, and statements that delete files which are not a table's own keep its index.
 */
public class IndexFreeMetadataFactory extends IcebergMetadataFactory {
    @Inject
    public IndexFreeMetadataFactory(
            CatalogName catalog,
            TypeManager typeManager,
            JsonCodec<CommitTaskData> commitTaskCodec,
            TrinoCatalogFactory catalogFactory,
            IcebergFileSystemFactory fileSystems,
            TableStatisticsReader statisticsReader,
            TableStatisticsWriter statisticsWriter,
            DeletionVectorWriter deletionVectorWriter,
            @RawHiveMetastoreFactory Optional<HiveMetastoreFactory> metastoreFactory,
            @ForIcebergSplitManager ExecutorService scanExecutor,
            @ForIcebergMetadata ExecutorService metadataExecutor,
            @ForIcebergPlanning ExecutorService planningExecutor,
            @ForIcebergFileDelete ExecutorService fileDeleteExecutor,
            IcebergConfig config,
            ConnectorExpressionEvaluator evaluator) {
        super(
                catalog,
                typeManager,
                commitTaskCodec,
                catalogFactory,
                new IndexFreeFileSystems(fileSystems),
                statisticsReader,
                statisticsWriter,
                deletionVectorWriter,
                metastoreFactory,
                scanExecutor,
                metadataExecutor,
                planningExecutor,
                fileDeleteExecutor,
                config,
                evaluator);
    }

    private record IndexFreeFileSystems(IcebergFileSystemFactory delegate) implements IcebergFileSystemFactory {
        IndexFreeFileSystems {
            requireNonNull(delegate, "delegate is null");
        }

        @Override
        public TrinoFileSystem create(ConnectorIdentity identity, Map<String, String> properties) {
            return IndexFreeFileSystem.of(delegate.create(identity, properties));
        }

        @Override
        public TrinoFileSystem create(ConnectorIdentity identity, IcebergTableCredentials credentials) {
            return IndexFreeFileSystem.of(delegate.create(identity, credentials));
        }
    }
}
