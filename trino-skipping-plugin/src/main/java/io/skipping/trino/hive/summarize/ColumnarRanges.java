// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.trino.memory.context.AggregatedMemoryContext.newSimpleAggregatedMemoryContext;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import io.skipping.builder.summary.RangePlanner;
import io.skipping.index.ByteRange;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.filesystem.TrinoInputFile;
import io.trino.hive.formats.HiveClassNames;
import io.trino.orc.OrcDataSource;
import io.trino.orc.OrcDataSourceId;
import io.trino.orc.OrcReader;
import io.trino.orc.OrcReaderOptions;
import io.trino.orc.metadata.StripeInformation;
import io.trino.parquet.ParquetDataSource;
import io.trino.parquet.ParquetReaderOptions;
import io.trino.parquet.metadata.BlockMetadata;
import io.trino.parquet.metadata.ParquetMetadata;
import io.trino.parquet.reader.MetadataReader;
import io.trino.plugin.base.metrics.FileFormatDataSourceStats;
import io.trino.plugin.hive.HiveSplit;
import io.trino.plugin.hive.orc.HdfsOrcDataSource;
import io.trino.plugin.hive.orc.OrcReaderConfig;
import io.trino.plugin.hive.parquet.ParquetPageSourceFactory;
import io.trino.plugin.hive.parquet.ParquetReaderConfig;
import io.trino.spi.connector.ConnectorSession;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/**
 * The ranges of a Parquet or ORC object. The readers give a row group or stripe to the range that holds its first byte, so
 * ranges begin where these do.
 */
public class ColumnarRanges {
    private final TrinoFileSystemFactory fileSystems;
    private final FileFormatDataSourceStats stats;
    private final ParquetReaderOptions parquetOptions;
    private final OrcReaderOptions orcOptions;

    @Inject
    public ColumnarRanges(
            TrinoFileSystemFactory fileSystems,
            FileFormatDataSourceStats stats,
            ParquetReaderConfig parquet,
            OrcReaderConfig orc) {
        this.fileSystems = requireNonNull(fileSystems, "fileSystems is null");
        this.stats = requireNonNull(stats, "stats is null");
        this.parquetOptions = parquet.toParquetReaderOptions();
        this.orcOptions = orc.toOrcReaderOptions();
    }

    /** Ranges of about {@code targetBytes} or one row group or stripe, whichever is more. Reads the footer. */
    List<ByteRange> of(ConnectorSession session, HiveSplit split, long targetBytes) throws IOException {
        TrinoInputFile file = fileSystems
                .create(session)
                .newInputFile(
                        Location.of(split.getPath()),
                        split.getEstimatedFileSize(),
                        Instant.ofEpochMilli(split.getFileModifiedTime()));
        List<Long> starts = switch (split.getSchema().serializationLibraryName()) {
            case HiveClassNames.ORC_SERDE_CLASS -> stripes(file, split);
            case HiveClassNames.PARQUET_HIVE_SERDE_CLASS -> rowGroups(file, split);
            default -> throw new IllegalArgumentException("Not a columnar format: " + split);
        };
        return RangePlanner.aligned(split.getEstimatedFileSize(), starts, targetBytes);
    }

    private List<Long> rowGroups(TrinoInputFile file, HiveSplit split) throws IOException {
        try (ParquetDataSource source = ParquetPageSourceFactory.createDataSource(
                file,
                OptionalLong.of(split.getEstimatedFileSize()),
                parquetOptions,
                newSimpleAggregatedMemoryContext(),
                stats)) {
            ParquetMetadata metadata = MetadataReader.readFooter(source, java.util.Optional.empty());
            return metadata.getBlocks().stream()
                    .map(BlockMetadata::getStartingPos)
                    .sorted()
                    .collect(toImmutableList());
        }
    }

    private List<Long> stripes(TrinoInputFile file, HiveSplit split) throws IOException {
        try (OrcDataSource source = new HdfsOrcDataSource(
                new OrcDataSourceId(split.getPath()), split.getEstimatedFileSize(), orcOptions, file, stats)) {
            return OrcReader.createOrcReader(source, orcOptions)
                    .map(reader -> reader.getFooter().getStripes().stream()
                            .map(StripeInformation::getOffset)
                            .sorted()
                            .collect(toImmutableList()))
                    .orElse(ImmutableList.of());
        }
    }
}
