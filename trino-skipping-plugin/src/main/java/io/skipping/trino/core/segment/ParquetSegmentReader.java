// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.segment;

import static com.google.common.base.Throwables.throwIfInstanceOf;
import static com.google.common.base.Throwables.throwIfUnchecked;
import static io.trino.parquet.ParquetTypeUtils.constructField;
import static io.trino.parquet.ParquetTypeUtils.getColumnIO;
import static io.trino.parquet.ParquetTypeUtils.getDescriptors;
import static io.trino.parquet.metadata.PrunedBlockMetadata.createPrunedColumnsMetadata;
import static java.lang.Math.toIntExact;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.airlift.slice.Slice;
import io.airlift.units.DataSize;
import io.skipping.index.store.segment.SegmentFormat;
import io.skipping.index.store.segment.SegmentFormat.SegmentColumn;
import io.skipping.index.value.KeyColumn;
import io.skipping.parquet.ParquetBounds;
import io.skipping.trino.core.release.ParquetFiles;
import io.trino.parquet.AbstractParquetDataSource;
import io.trino.parquet.Column;
import io.trino.parquet.ParquetCompressionUtils;
import io.trino.parquet.ParquetDataSource;
import io.trino.parquet.ParquetDataSourceId;
import io.trino.parquet.ParquetReaderOptions;
import io.trino.parquet.metadata.BlockMetadata;
import io.trino.parquet.metadata.FileMetadata;
import io.trino.parquet.metadata.ParquetMetadata;
import io.trino.parquet.reader.MetadataReader;
import io.trino.parquet.reader.ParquetReader;
import io.trino.parquet.reader.RowGroupInfo;
import io.trino.spi.block.RunLengthEncodedBlock;
import io.trino.spi.connector.SourcePage;
import io.trino.spi.type.Type;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.MessageType;

/** Reads columns of a Parquet file that is held in memory. Thread-safe. */
final class ParquetSegmentReader implements SegmentFormat.Reader {
    // batches are concatenated afterwards; large batches reduce the overhead
    private static final ParquetReaderOptions OPTIONS = ParquetReaderOptions.builder()
            .withMaxReadBlockRowCount(1 << 17)
            .withMaxReadBlockSize(DataSize.of(64, DataSize.Unit.MEGABYTE))
            .withMaxBufferSize(DataSize.of(1, DataSize.Unit.GIGABYTE))
            .build();

    /** for each row of a column that the file does not have: a key and a NULL flag */
    private static final int MISSING_BYTES = Long.BYTES + 1;

    /** Columns of more rows than this are worth waking other processors for. */
    private static final int SHARED_ROWS = 50_000;

    private final ParquetDataSourceId id;
    private final Slice file;
    private final FileMetadata metadata;
    private final List<BlockMetadata> rowGroups;
    private final ParquetBounds bounds;
    private final long mostBytes;

    /**
     * Opens a file.
     *
     * @param mostBytes maximum memory that its columns may take, in bytes; a file that takes more is not opened
     */
    ParquetSegmentReader(String name, Slice file, long mostBytes) throws IOException {
        this.id = new ParquetDataSourceId(name);
        this.file = requireNonNull(file, "file is null");
        this.mostBytes = mostBytes;
        this.bounds = ParquetBounds.of(
                file, (codec, page, bytes) -> ParquetCompressionUtils.decompress(id, codec, page, bytes), mostBytes);
        ParquetMetadata parquet = MetadataReader.readFooter(source(), Optional.empty());
        this.metadata = parquet.getFileMetaData();
        this.rowGroups = parquet.getBlocks();
    }

    @Override
    public Map<String, String> metadata() {
        return metadata.getKeyValueMetaData();
    }

    @Override
    public long rows() {
        return bounds.rows();
    }

    @Override
    public long typicalBytes() {
        return bounds.typicalBytes();
    }

    @Override
    public long mostBytes() {
        return bounds.mostBytes();
    }

    @Override
    public List<KeyColumn> read(List<SegmentColumn> columns) throws IOException {
        int rows = toIntExact(rows());
        long missing = columns.stream().filter(column -> !isThere(column)).count();
        // a file may claim any number of rows that it has nothing of
        if (missing * MISSING_BYTES * rows > mostBytes) {
            throw new IOException("it has no values for %s columns of %s rows".formatted(missing, rows));
        }
        Stream<SegmentColumn> wanted = columns.stream();
        List<ReadColumn> read = (rows > SHARED_ROWS ? wanted.parallel() : wanted)
                .map(column -> ReadColumn.of(() -> read(column, rows)))
                .toList();
        ImmutableList.Builder<KeyColumn> keys = ImmutableList.builder();
        for (ReadColumn column : read) {
            keys.add(column.get());
        }
        return keys.build();
    }

    private boolean isThere(SegmentColumn column) {
        return metadata.getSchema().containsField(column.name());
    }

    private KeyColumn read(SegmentColumn column, int rows) throws IOException {
        StoredType type = StoredType.of(column);
        StoredType.Decoder decoder = type.decoder(rows);
        if (!isThere(column)) {
            decoder.add(RunLengthEncodedBlock.create(type.type().createNullBlock(), rows));
            return decoder.build();
        }
        int found = 0;
        try (ParquetReader reader = reader(column.name(), type.type())) {
            for (SourcePage page = reader.nextPage(); page != null; page = reader.nextPage()) {
                found += page.getPositionCount();
                if (found > rows) {
                    throw new IOException("it has more than %s rows".formatted(rows));
                }
                decoder.add(page.getBlock(0));
            }
        }
        if (found != rows) {
            throw new IOException("it has %s rows instead of %s".formatted(found, rows));
        }
        return decoder.build();
    }

    private ParquetReader reader(String column, Type type) throws IOException {
        MessageType schema = metadata.getSchema();
        MessageType requested = new MessageType(schema.getName(), schema.getType(column));
        Column field = new Column(
                column,
                constructField(type, getColumnIO(schema, requested).getChild(column))
                        .orElseThrow());
        Map<List<String>, ColumnDescriptor> descriptors = getDescriptors(schema, requested);
        ImmutableList.Builder<RowGroupInfo> groups = ImmutableList.builder();
        long firstRow = 0;
        for (BlockMetadata rowGroup : rowGroups) {
            groups.add(new RowGroupInfo(
                    createPrunedColumnsMetadata(rowGroup, id, descriptors), firstRow, Optional.empty()));
            firstRow += rowGroup.rowCount();
        }
        return ParquetFiles.reader(
                Optional.ofNullable(metadata.getCreatedBy()),
                List.of(field),
                groups.build(),
                source(),
                OPTIONS,
                exception -> {
                    throwIfUnchecked(exception);
                    return exception instanceof IOException cause
                            ? new UncheckedIOException(cause)
                            : new IllegalStateException(exception);
                });
    }

    /** Holds a column, or why it cannot be read, which a stream that runs in other threads would wrap. */
    private record ReadColumn(Optional<KeyColumn> keys, Optional<Exception> failure) {
        static ReadColumn of(Callable<KeyColumn> read) {
            try {
                return new ReadColumn(Optional.of(read.call()), Optional.empty());
            } catch (Exception e) {
                return new ReadColumn(Optional.empty(), Optional.of(e));
            }
        }

        KeyColumn get() throws IOException {
            if (failure.isPresent()) {
                throwIfInstanceOf(failure.get(), IOException.class);
                throwIfUnchecked(failure.get());
            }
            return keys.orElseThrow();
        }
    }

    private ParquetDataSource source() {
        return new AbstractParquetDataSource(id, file.length(), OPTIONS) {
            @Override
            protected void readInternal(long position, byte[] buffer, int offset, int length) {
                file.getBytes(toIntExact(position), buffer, offset, length);
            }
        };
    }
}
