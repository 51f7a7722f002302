// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout;

import static com.google.common.base.Strings.padStart;
import static io.trino.metastore.cache.CachingHiveMetastore.createPerTransactionCache;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.inject.Inject;
import io.airlift.json.JsonCodec;
import io.skipping.partitioner.LayoutModel;
import io.skipping.trino.hive.release.ReleasedPageSinkProvider;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.metastore.HiveMetastore;
import io.trino.metastore.HiveMetastoreFactory;
import io.trino.plugin.hive.HiveConfig;
import io.trino.plugin.hive.HiveFileWriterFactory;
import io.trino.plugin.hive.HivePageSinkProvider;
import io.trino.plugin.hive.HiveSessionProperties;
import io.trino.plugin.hive.HiveWriterFactory;
import io.trino.plugin.hive.HiveWriterStats;
import io.trino.plugin.hive.LocationService;
import io.trino.plugin.hive.PartitionUpdate;
import io.trino.plugin.hive.SortingFileWriterConfig;
import io.trino.plugin.hive.metastore.HivePageSinkMetadataProvider;
import io.trino.spi.PageIndexerFactory;
import io.trino.spi.PageSorter;
import io.trino.spi.connector.ConnectorInsertTableHandle;
import io.trino.spi.connector.ConnectorPageSink;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.type.TypeManager;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;

/** Creates page sinks for INSERTs that follow a layout, and delegates everything else to Hive's provider. */
public class LayoutPageSinkProvider extends ReleasedPageSinkProvider {
    /** of the greatest number that a partition of a model may have */
    private static final int PARTITION_DIGITS =
            Integer.toString(LayoutModel.MOST_PARTITIONS - 1).length();

    private final Set<HiveFileWriterFactory> fileWriterFactories;
    private final TrinoFileSystemFactory fileSystemFactory;
    private final PageSorter pageSorter;
    private final HiveMetastoreFactory metastoreFactory;
    private final PageIndexerFactory pageIndexerFactory;
    private final TypeManager typeManager;
    private final HiveConfig config;
    private final SortingFileWriterConfig sortingConfig;
    private final LocationService locationService;
    private final JsonCodec<PartitionUpdate> partitionUpdateCodec;
    private final HiveWriterStats writerStats;

    @Inject
    public LayoutPageSinkProvider(
            HivePageSinkProvider hive,
            Set<HiveFileWriterFactory> fileWriterFactories,
            TrinoFileSystemFactory fileSystemFactory,
            PageSorter pageSorter,
            HiveMetastoreFactory metastoreFactory,
            PageIndexerFactory pageIndexerFactory,
            TypeManager typeManager,
            HiveConfig config,
            SortingFileWriterConfig sortingConfig,
            LocationService locationService,
            JsonCodec<PartitionUpdate> partitionUpdateCodec,
            HiveWriterStats writerStats) {
        super(requireNonNull(hive, "hive is null"));
        this.fileWriterFactories = ImmutableSet.copyOf(fileWriterFactories);
        this.fileSystemFactory = requireNonNull(fileSystemFactory, "fileSystemFactory is null");
        this.pageSorter = requireNonNull(pageSorter, "pageSorter is null");
        this.metastoreFactory = requireNonNull(metastoreFactory, "metastoreFactory is null");
        this.pageIndexerFactory = requireNonNull(pageIndexerFactory, "pageIndexerFactory is null");
        this.typeManager = requireNonNull(typeManager, "typeManager is null");
        this.config = requireNonNull(config, "config is null");
        this.sortingConfig = requireNonNull(sortingConfig, "sortingConfig is null");
        this.locationService = requireNonNull(locationService, "locationService is null");
        this.partitionUpdateCodec = requireNonNull(partitionUpdateCodec, "partitionUpdateCodec is null");
        this.writerStats = requireNonNull(writerStats, "writerStats is null");
    }

    @Override
    protected Optional<ConnectorPageSink> open(ConnectorSession session, ConnectorInsertTableHandle table) {
        return table instanceof LayoutInsertHandle handle
                ? Optional.of(createPageSink(session, handle))
                : Optional.empty();
    }

    private ConnectorPageSink createPageSink(ConnectorSession session, LayoutInsertHandle handle) {
        LayoutModel model = handle.getLayout().read();
        HiveMetastore metastore = createPerTransactionCache(
                metastoreFactory.createMetastore(Optional.of(session.getIdentity())),
                config.getPerTransactionMetastoreCacheMaximumSize());
        HivePageSinkMetadataProvider metadata =
                new HivePageSinkMetadataProvider(handle.getPageSinkMetadata(), metastore);
        return new LayoutPageSink(
                partition -> createWriters(session, handle, metadata, partition),
                model,
                handle.getInputColumns(),
                HiveSessionProperties.isSortedWritingEnabled(session)
                        ? handle.getLayout().sortedBy()
                        : ImmutableList.of(),
                sortSetup(session, handle),
                pageIndexerFactory,
                new LayoutPageSink.Limits(
                        config.getMaxPartitionsPerWriter(),
                        sortingConfig.getWriterSortBufferSize().toBytes(),
                        config.getMaxPartitionsPerWriter()),
                partitionUpdateCodec);
    }

    /**
     * Returns the factory of the writers for one partition of the model. For Hive, the table has no buckets: the names of
     * buckets have the query's id at their end, where text formats add {@code .gz}. Hive then takes the objects for those
     * of other queries, deletes them when it overwrites a partition, and keeps them when the query fails. The factory uses
     * the query's id in names only, so the number of the partition can follow it.
     */
    private HiveWriterFactory createWriters(
            ConnectorSession session, LayoutInsertHandle handle, HivePageSinkMetadataProvider metadata, int partition) {
        return new HiveWriterFactory(
                fileWriterFactories,
                fileSystemFactory,
                handle.getSchemaName(),
                handle.getTableName(),
                false,
                handle.getTransaction(),
                handle.getInputColumns(),
                handle.getTableStorageFormat(),
                handle.getPartitionStorageFormat(),
                ImmutableMap.of(),
                OptionalInt.empty(),
                // the writers receive rows that are already sorted
                ImmutableList.of(),
                handle.getLocationHandle(),
                locationService,
                session.getQueryId() + "_" + padStart(Integer.toString(partition), PARTITION_DIGITS, '0'),
                metadata,
                typeManager,
                pageSorter,
                sortingConfig.getWriterSortBufferSize(),
                sortingConfig.getMaxOpenSortFiles(),
                session,
                writerStats,
                config.isTemporaryStagingDirectoryEnabled(),
                config.getTemporaryStagingDirectoryPath());
    }

    /**
     * Returns the setup of the sort. Temporary files are written next to the output, where each node may write; the
     * leading dot hides them.
     */
    private ExternalSort.Setup sortSetup(ConnectorSession session, LayoutInsertHandle handle) {
        return new ExternalSort.Setup(
                fileSystemFactory.create(session),
                locationService
                        .getQueryWriteInfo(handle.getLocationHandle())
                        .writePath()
                        .appendPath(".tmp-sort.%s.%s".formatted(session.getQueryId(), UUID.randomUUID())),
                pageSorter,
                typeManager.getTypeOperators(),
                sortingConfig.getWriterSortBufferSize(),
                sortingConfig.getMaxOpenSortFiles());
    }
}
