// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.trino.memory.context.AggregatedMemoryContext.newSimpleAggregatedMemoryContext;
import static java.util.Locale.ENGLISH;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import io.airlift.units.DataSize;
import io.skipping.trino.core.summarize.ColumnarFooter;
import io.skipping.trino.core.summarize.OrcFooter;
import io.skipping.trino.core.summarize.ParquetFooter;
import io.skipping.trino.hive.handle.HiveColumns;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.filesystem.TrinoInputFile;
import io.trino.hive.formats.HiveClassNames;
import io.trino.orc.OrcColumn;
import io.trino.orc.OrcDataSource;
import io.trino.orc.OrcDataSourceId;
import io.trino.orc.OrcReader;
import io.trino.orc.OrcReaderOptions;
import io.trino.parquet.ParquetDataSource;
import io.trino.parquet.ParquetReaderOptions;
import io.trino.parquet.reader.MetadataReader;
import io.trino.plugin.base.metrics.FileFormatDataSourceStats;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveConfig;
import io.trino.plugin.hive.HiveSessionProperties;
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
import java.util.regex.Pattern;
import org.joda.time.DateTimeZone;

/** Reads the footers of Parquet and ORC objects. */
public class ColumnarFooters {
    /** how Hive names columns of objects that it writes without knowing their names */
    private static final Pattern WITHOUT_NAME = Pattern.compile("_col\\d+");

    private final TrinoFileSystemFactory fileSystems;
    private final FileFormatDataSourceStats stats;
    private final ParquetReaderOptions parquetOptions;
    private final OrcReaderOptions orcOptions;
    private final DateTimeZone parquetZone;

    @Inject
    public ColumnarFooters(
            TrinoFileSystemFactory fileSystems,
            FileFormatDataSourceStats stats,
            ParquetReaderConfig parquet,
            OrcReaderConfig orc,
            HiveConfig hive) {
        this.fileSystems = requireNonNull(fileSystems, "fileSystems is null");
        this.stats = requireNonNull(stats, "stats is null");
        // otherwise a small file would be read whole just for its footer
        this.parquetOptions = ParquetReaderOptions.builder(parquet.toParquetReaderOptions())
                .withSmallFileThreshold(DataSize.ofBytes(0))
                .build();
        this.orcOptions = orc.toOrcReaderOptions();
        this.parquetZone = hive.getParquetDateTimeZone();
    }

    /**
     * Reads the footer of an object.
     *
     * @param split a split of the object
     * @param columns the columns whose statistics are wanted
     */
    ColumnarFooter read(ConnectorSession session, HiveSplit split, List<HiveColumnHandle> columns) throws IOException {
        TrinoInputFile file = fileSystems
                .create(session)
                .newInputFile(
                        Location.of(split.getPath()),
                        split.getEstimatedFileSize(),
                        Instant.ofEpochMilli(split.getFileModifiedTime()));
        List<HiveColumnHandle> asIs = columns.stream()
                .filter(column -> !split.getHiveColumnCoercions().containsKey(column.getBaseHiveColumnIndex()))
                .toList();
        return switch (split.getSchema().serializationLibraryName()) {
            case HiveClassNames.ORC_SERDE_CLASS -> orc(session, file, split, asIs);
            case HiveClassNames.PARQUET_HIVE_SERDE_CLASS -> parquet(session, file, split, columns, asIs);
            default -> throw new IllegalArgumentException("Not a columnar format: " + split);
        };
    }

    private ColumnarFooter parquet(
            ConnectorSession session,
            TrinoInputFile file,
            HiveSplit split,
            List<HiveColumnHandle> columns,
            List<HiveColumnHandle> asIs)
            throws IOException {
        List<HiveColumnHandle> trusted =
                HiveSessionProperties.isParquetIgnoreStatistics(session) ? ImmutableList.of() : asIs;
        boolean useColumnNames = HiveSessionProperties.isUseParquetColumnNames(session);
        try (ParquetDataSource source = ParquetPageSourceFactory.createDataSource(
                file,
                OptionalLong.of(split.getEstimatedFileSize()),
                parquetOptions,
                newSimpleAggregatedMemoryContext(),
                stats)) {
            ParquetFooter footer =
                    new ParquetFooter(MetadataReader.readFooter(source, Optional.empty()), source.getId(), parquetZone);
            return new ColumnarFooter(
                    split.getEstimatedFileSize(),
                    footer.groups(parquetColumns(trusted, useColumnNames)),
                    footer.readUnlike(parquetColumns(columns, useColumnNames)));
        }
    }

    /** @param useColumnNames whether columns are found by name rather than by position */
    private static List<ParquetFooter.Column> parquetColumns(List<HiveColumnHandle> columns, boolean useColumnNames) {
        return columns.stream()
                .map(column -> new ParquetFooter.Column(
                        HiveColumns.indexed(column),
                        column.getBaseType(),
                        schema -> ParquetPageSourceFactory.getColumnType(column, schema, useColumnNames)))
                .collect(toImmutableList());
    }

    private ColumnarFooter orc(
            ConnectorSession session, TrinoInputFile file, HiveSplit split, List<HiveColumnHandle> columns)
            throws IOException {
        try (OrcDataSource source = new HdfsOrcDataSource(
                new OrcDataSourceId(split.getPath()), split.getEstimatedFileSize(), orcOptions, file, stats)) {
            return new ColumnarFooter(
                    split.getEstimatedFileSize(),
                    OrcReader.createOrcReader(source, orcOptions)
                            .map(reader -> new OrcFooter(reader)
                                    .groups(orcColumns(
                                            reader, columns, HiveSessionProperties.isUseOrcColumnNames(session))))
                            // an empty object
                            .orElse(ImmutableList.of()));
        }
    }

    /** @param useColumnNames whether columns are found by name rather than by position */
    private static List<OrcFooter.Column> orcColumns(
            OrcReader reader, List<HiveColumnHandle> columns, boolean useColumnNames) {
        List<OrcColumn> inFile = reader.getRootColumn().getNestedColumns();
        if (useColumnNames
                && !inFile.isEmpty()
                && inFile.stream()
                        .allMatch(column ->
                                WITHOUT_NAME.matcher(column.getColumnName()).matches())) {
            // the reader refuses such an object; that it has none of the columns would say that all rows are NULL
            throw new IllegalArgumentException(
                    "The object has no names of columns: set orc.use-column-names=false, which finds them by position");
        }
        return columns.stream()
                .map(column -> new OrcFooter.Column(
                        HiveColumns.indexed(column),
                        column.getBaseType(),
                        useColumnNames ? named(inFile, column) : positioned(inFile, column)))
                .collect(toImmutableList());
    }

    private static List<OrcColumn> named(List<OrcColumn> inFile, HiveColumnHandle column) {
        // as the reader compares names: to ignore the case is another thing outside of ASCII
        String name = column.getBaseColumnName().toLowerCase(ENGLISH);
        return inFile.stream()
                .filter(candidate ->
                        candidate.getColumnName().toLowerCase(ENGLISH).equals(name))
                .collect(toImmutableList());
    }

    private static List<OrcColumn> positioned(List<OrcColumn> inFile, HiveColumnHandle column) {
        int position = column.getBaseHiveColumnIndex();
        return position < inFile.size() ? ImmutableList.of(inFile.get(position)) : ImmutableList.of();
    }
}
