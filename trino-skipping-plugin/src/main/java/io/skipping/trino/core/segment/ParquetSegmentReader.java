// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.segment;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.io.MessageColumnIO;
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
        List<StoredType> types = columns.stream().map(StoredType::of).toList();
        List<StoredType.Decoder> decoders =
                types.stream().map(type -> type.decoder(rows)).toList();
        List<Integer> there = IntStream.range(0, columns.size())
                .filter(column ->
                        metadata.getSchema().containsField(columns.get(column).name()))
                .boxed()
                .toList();
        // a file may claim any number of rows that it has nothing of
        long missingBytes = (long) (columns.size() - there.size()) * MISSING_BYTES * rows;
        if (missingBytes > mostBytes) {
            throw new IOException(
                    "it has no values for %s columns of %s rows".formatted(columns.size() - there.size(), rows));
        }
        int[] found = new int[1];
        if (!there.isEmpty()) {
            readAll(
                    there.stream().map(column -> columns.get(column).name()).toList(),
                    there.stream().map(column -> types.get(column).type()).toList(),
                    page -> {
                        found[0] += page.getPositionCount();
                        if (found[0] > rows) {
                            throw new IOException("it has more than %s rows".formatted(rows));
                        }
                        for (int place = 0; place < there.size(); place++) {
                            decoders.get(there.get(place)).add(page.getBlock(place));
                        }
                    });
            if (found[0] != rows) {
                throw new IOException("it has %s rows instead of %s".formatted(found[0], rows));
            }
        }
        List<KeyColumn> values = new ArrayList<>();
        for (int column = 0; column < columns.size(); column++) {
            if (!there.contains(column)) {
                decoders.get(column)
                        .add(RunLengthEncodedBlock.create(
                                types.get(column).type().createNullBlock(), rows));
            }
            values.add(decoders.get(column).build());
        }
        return values;
    }

    private void readAll(List<String> columns, List<Type> types, PageConsumer consumer) throws IOException {
        MessageType schema = metadata.getSchema();
        MessageType requested = new MessageType(
                schema.getName(), columns.stream().map(schema::getType).toList());
        MessageColumnIO columnIo = getColumnIO(schema, requested);
        ImmutableList.Builder<Column> fields = ImmutableList.builder();
        for (int index = 0; index < columns.size(); index++) {
            fields.add(new Column(
                    columns.get(index),
                    constructField(types.get(index), columnIo.getChild(columns.get(index)))
                            .orElseThrow()));
        }
        Map<List<String>, ColumnDescriptor> descriptors = getDescriptors(schema, requested);
        ImmutableList.Builder<RowGroupInfo> groups = ImmutableList.builder();
        long firstRow = 0;
        for (BlockMetadata rowGroup : rowGroups) {
            groups.add(new RowGroupInfo(
                    createPrunedColumnsMetadata(rowGroup, id, descriptors), firstRow, Optional.empty()));
            firstRow += rowGroup.rowCount();
        }
        try (ParquetReader reader = ParquetFiles.reader(
                Optional.ofNullable(metadata.getCreatedBy()),
                fields.build(),
                groups.build(),
                source(),
                OPTIONS,
                exception -> {
                    throwIfUnchecked(exception);
                    return exception instanceof IOException cause
                            ? new UncheckedIOException(cause)
                            : new IllegalStateException(exception);
                })) {
            for (SourcePage page = reader.nextPage(); page != null; page = reader.nextPage()) {
                consumer.accept(page);
            }
        }
    }

    private interface PageConsumer {
        void accept(SourcePage page) throws IOException;
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
