// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.summarize;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static io.trino.memory.context.AggregatedMemoryContext.newSimpleAggregatedMemoryContext;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import io.airlift.units.DataSize;
import io.skipping.trino.core.release.TableCredentials;
import io.skipping.trino.core.summarize.ColumnarFooter;
import io.skipping.trino.core.summarize.OrcFooter;
import io.skipping.trino.core.summarize.ParquetFooter;
import io.skipping.trino.iceberg.handle.IcebergColumns;
import io.skipping.trino.iceberg.release.DataSplits;
import io.skipping.trino.iceberg.release.IcebergFileSystems;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoInputFile;
import io.trino.orc.OrcColumn;
import io.trino.orc.OrcDataSource;
import io.trino.orc.OrcReader;
import io.trino.orc.OrcReaderOptions;
import io.trino.orc.metadata.OrcColumnId;
import io.trino.parquet.ParquetDataSource;
import io.trino.parquet.ParquetReaderOptions;
import io.trino.parquet.metadata.ParquetMetadata;
import io.trino.parquet.reader.MetadataReader;
import io.trino.plugin.base.metrics.FileFormatDataSourceStats;
import io.trino.plugin.hive.orc.OrcReaderConfig;
import io.trino.plugin.hive.parquet.ParquetPageSourceFactory;
import io.trino.plugin.hive.parquet.ParquetReaderConfig;
import io.trino.plugin.iceberg.IcebergColumnHandle;
import io.trino.plugin.iceberg.IcebergFileSystemFactory;
import io.trino.plugin.iceberg.IcebergSessionProperties;
import io.trino.plugin.iceberg.IcebergSplit;
import io.trino.plugin.iceberg.TrinoOrcDataSource;
import io.trino.plugin.iceberg.util.OrcIcebergIds;
import io.trino.spi.connector.ConnectorSession;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.iceberg.mapping.MappedField;
import org.apache.iceberg.mapping.MappedFields;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.parquet.ParquetSchemaUtil;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.joda.time.DateTimeZone;

/** Reads the footers of Parquet and ORC data files. Columns are found by their field ids. */
public class IcebergFooters {
    private final IcebergFileSystemFactory fileSystems;
    private final FileFormatDataSourceStats stats;
    private final ParquetReaderOptions parquetOptions;
    private final OrcReaderOptions orcOptions;

    @Inject
    public IcebergFooters(
            IcebergFileSystemFactory fileSystems,
            FileFormatDataSourceStats stats,
            ParquetReaderConfig parquet,
            OrcReaderConfig orc) {
        this.fileSystems = requireNonNull(fileSystems, "fileSystems is null");
        this.stats = requireNonNull(stats, "stats is null");
        // otherwise a small file would be read whole just for its footer
        this.parquetOptions = ParquetReaderOptions.builder(parquet.toParquetReaderOptions())
                .withSmallFileThreshold(DataSize.ofBytes(0))
                .build();
        this.orcOptions = orc.toOrcReaderOptions().withTinyStripeThreshold(DataSize.ofBytes(0));
    }

    /**
     * Reads the footer of a file of Parquet.
     *
     * @param split a split of the file
     * @param nameMapping gives field ids to a file that has none
     * @param columns the columns whose statistics are wanted
     */
    ColumnarFooter parquet(
            ConnectorSession session,
            TableCredentials credentials,
            IcebergSplit split,
            Optional<NameMapping> nameMapping,
            List<IcebergColumnHandle> columns)
            throws IOException {
        long size = DataSplits.fileSize(split);
        try (ParquetDataSource source = ParquetPageSourceFactory.createDataSource(
                file(session, credentials, split),
                OptionalLong.of(size),
                parquetOptions,
                newSimpleAggregatedMemoryContext(),
                stats)) {
            ParquetMetadata metadata = MetadataReader.readFooter(source, Optional.empty());
            MessageType schema = withIds(metadata.getFileMetaData().getSchema(), nameMapping);
            List<IcebergColumnHandle> trusted =
                    IcebergSessionProperties.isParquetIgnoreStatistics(session) ? ImmutableList.of() : columns;
            return new ColumnarFooter(
                    size,
                    new ParquetFooter(metadata, source.getId(), DateTimeZone.UTC)
                            .groups(trusted.stream()
                                    .map(column -> {
                                        Optional<Type> found = field(schema, column.getId());
                                        return new ParquetFooter.Column(
                                                IcebergColumns.indexed(column), column.getType(), _ -> found);
                                    })
                                    .collect(toImmutableList())));
        }
    }

    /**
     * Reads the footer of a file of ORC.
     *
     * @param split a split of the file
     * @param nameMapping gives field ids to a file that has none
     * @param columns the columns whose statistics are wanted
     */
    ColumnarFooter orc(
            ConnectorSession session,
            TableCredentials credentials,
            IcebergSplit split,
            Optional<NameMapping> nameMapping,
            List<IcebergColumnHandle> columns)
            throws IOException {
        try (OrcDataSource source = new TrinoOrcDataSource(file(session, credentials, split), orcOptions, stats)) {
            return new ColumnarFooter(
                    DataSplits.fileSize(split),
                    OrcReader.createOrcReader(source, orcOptions)
                            .map(reader -> new OrcFooter(reader).groups(orcColumns(reader, nameMapping, columns)))
                            // an empty file, which its reader refuses
                            .orElse(ImmutableList.of()));
        }
    }

    private static List<OrcFooter.Column> orcColumns(
            OrcReader reader, Optional<NameMapping> nameMapping, List<IcebergColumnHandle> columns) {
        Map<Integer, OrcColumn> inFile = OrcIcebergIds.fileColumnsByIcebergId(reader, nameMapping);
        Set<OrcColumnId> outermost = reader.getRootColumn().getNestedColumns().stream()
                .map(OrcColumn::getColumnId)
                .collect(toImmutableSet());
        ImmutableList.Builder<OrcFooter.Column> found = ImmutableList.builder();
        for (IcebergColumnHandle column : columns) {
            Optional<OrcColumn> ofId = Optional.ofNullable(inFile.get(column.getId()));
            // statistics of a field inside another are not those of a column
            if (ofId.stream().allMatch(field -> outermost.contains(field.getColumnId()))) {
                found.add(new OrcFooter.Column(
                        IcebergColumns.indexed(column),
                        column.getType(),
                        ofId.stream().collect(toImmutableList())));
            }
        }
        return found.build();
    }

    /** Returns the size of a file in its store, or in its manifest if the reader relies on that, in bytes. */
    long size(ConnectorSession session, TableCredentials credentials, IcebergSplit split) throws IOException {
        return file(session, credentials, split).length();
    }

    /** Opens the file as the reader does. */
    private TrinoInputFile file(ConnectorSession session, TableCredentials credentials, IcebergSplit split) {
        TrinoFileSystem files = IcebergFileSystems.create(fileSystems, session.getIdentity(), credentials, split);
        Location location = Location.of(DataSplits.path(split));
        return IcebergSessionProperties.isUseFileSizeFromMetadata(session)
                ? files.newInputFile(location, DataSplits.fileSize(split))
                : files.newInputFile(location);
    }

    /**
     * Returns the field of a file that has an id; empty if none has, so that the reader returns NULL. If the id is that of a
     * field inside another, the result is the outer one, whose statistics are not used.
     */
    private static Optional<Type> field(MessageType schema, int id) {
        return schema.getFields().stream().filter(field -> hasId(field, id)).findFirst();
    }

    private static boolean hasId(Type type, int id) {
        return type.getId() != null && type.getId().intValue() == id
                || !type.isPrimitive()
                        && type.asGroupType().getFields().stream().anyMatch(field -> hasId(field, id));
    }

    private static MessageType withIds(MessageType schema, Optional<NameMapping> nameMapping) {
        return nameMapping.isPresent() && !ParquetSchemaUtil.hasIds(schema)
                // the schema has been read with names in lower case
                ? ParquetSchemaUtil.applyNameMapping(
                        schema,
                        NameMapping.of(
                                inLowerCase(nameMapping.get().asMappedFields()).fields()))
                : schema;
    }

    private static MappedFields inLowerCase(MappedFields fields) {
        return fields == null
                ? null
                : MappedFields.of(fields.fields().stream()
                        .map(field -> MappedField.of(
                                field.id(),
                                field.names().stream()
                                        .map(name -> name.toLowerCase(Locale.ENGLISH))
                                        .collect(toImmutableSet()),
                                inLowerCase(field.nestedMapping())))
                        .collect(toImmutableList()));
    }
}
