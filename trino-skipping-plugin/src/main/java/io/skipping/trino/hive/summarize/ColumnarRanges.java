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
import java.util.Optional;
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

    /**
     * @param ranges that cover the object
     * @param rowCount rows in the object, as its footer says
     */
    record Layout(List<ByteRange> ranges, long rowCount) {}

    private record Footer(List<Long> starts, long rowCount) {}

    /** Ranges of about {@code targetBytes} or one row group or stripe, whichever is more. Reads the footer. */
    Layout of(ConnectorSession session, HiveSplit split, long targetBytes) throws IOException {
        TrinoInputFile file = fileSystems
                .create(session)
                .newInputFile(
                        Location.of(split.getPath()),
                        split.getEstimatedFileSize(),
                        Instant.ofEpochMilli(split.getFileModifiedTime()));
        Footer footer = switch (split.getSchema().serializationLibraryName()) {
            case HiveClassNames.ORC_SERDE_CLASS -> stripes(file, split);
            case HiveClassNames.PARQUET_HIVE_SERDE_CLASS -> rowGroups(file, split);
            default -> throw new IllegalArgumentException("Not a columnar format: " + split);
        };
        return new Layout(
                RangePlanner.aligned(split.getEstimatedFileSize(), footer.starts(), targetBytes), footer.rowCount());
    }

    private Footer rowGroups(TrinoInputFile file, HiveSplit split) throws IOException {
        try (ParquetDataSource source = ParquetPageSourceFactory.createDataSource(
                file,
                OptionalLong.of(split.getEstimatedFileSize()),
                parquetOptions,
                newSimpleAggregatedMemoryContext(),
                stats)) {
            ParquetMetadata metadata = MetadataReader.readFooter(source, Optional.empty());
            List<BlockMetadata> blocks = metadata.getBlocks();
            return new Footer(
                    blocks.stream().map(BlockMetadata::getStartingPos).sorted().collect(toImmutableList()),
                    blocks.stream().mapToLong(BlockMetadata::rowCount).sum());
        }
    }

    private Footer stripes(TrinoInputFile file, HiveSplit split) throws IOException {
        try (OrcDataSource source = new HdfsOrcDataSource(
                new OrcDataSourceId(split.getPath()), split.getEstimatedFileSize(), orcOptions, file, stats)) {
            return OrcReader.createOrcReader(source, orcOptions)
                    .map(reader -> new Footer(
                            reader.getFooter().getStripes().stream()
                                    .map(StripeInformation::getOffset)
                                    .sorted()
                                    .collect(toImmutableList()),
                            reader.getFooter().getNumberOfRows()))
                    .orElse(new Footer(ImmutableList.of(), 0));
        }
    }
}
