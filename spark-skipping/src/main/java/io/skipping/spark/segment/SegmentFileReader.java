// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.segment;

import static java.lang.Math.toIntExact;
import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.skipping.index.store.segment.SegmentFormat;
import io.skipping.index.store.segment.SegmentFormat.SegmentColumn;
import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.KeyColumn;
import io.skipping.parquet.ParquetBounds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;

/** Reads columns of a Parquet file that is held in memory. Thread-safe. */
final class SegmentFileReader implements SegmentFormat.Reader {
    /** for each row of a column that the file does not have: a key and a NULL flag */
    private static final int MISSING_BYTES = Long.BYTES + 1;

    /** the library would parse Hadoop's own settings for each reader, which takes milliseconds */
    private static final Configuration NO_DEFAULTS = new Configuration(false);

    private final Slice file;
    private final long mostBytes;
    private final ParquetBounds bounds;
    private final FileMetaData metadata;

    /**
     * Opens a file.
     *
     * @param mostBytes maximum memory that its columns may take, in bytes; a file that takes more is not opened
     */
    SegmentFileReader(Slice file, long mostBytes) throws IOException {
        this.file = requireNonNull(file, "file is null");
        this.mostBytes = mostBytes;
        this.bounds = ParquetBounds.of(file, Pages::decompress, mostBytes);
        try (ParquetFileReader reader = open()) {
            this.metadata = reader.getFileMetaData();
        }
    }

    /** A reader that is closed releases the codecs of its options, so that no two readers may share them. */
    private ParquetFileReader open() throws IOException {
        return ParquetFileReader.open(
                new MemoryFile(file), HadoopReadOptions.builder(NO_DEFAULTS).build());
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
        MessageType schema = metadata.getSchema();
        List<SegmentColumn> there = columns.stream()
                .filter(column -> schema.containsField(column.name()))
                .toList();
        // a file may claim any number of rows that it has nothing of
        int missing = columns.size() - there.size();
        if ((long) missing * MISSING_BYTES * rows > mostBytes) {
            throw new IOException("it has no values for %s columns of %s rows".formatted(missing, rows));
        }
        List<ColumnBuilder> builders = columns.stream()
                .map(column -> ColumnBuilder.of(column.type(), column.isList()))
                .toList();
        if (!there.isEmpty()) {
            MessageType wanted = new MessageType(
                    schema.getName(),
                    there.stream()
                            .distinct()
                            .map(column -> schema.getType(column.name()))
                            .toList());
            readAll(columns, builders, wanted);
        }
        List<KeyColumn> values = new ArrayList<>();
        for (int column = 0; column < columns.size(); column++) {
            ColumnBuilder builder = builders.get(column);
            if (!there.contains(columns.get(column))) {
                for (int row = 0; row < rows; row++) {
                    builder.appendNull();
                }
            }
            if (builder.size() != rows) {
                throw new IOException("it has %s rows instead of %s".formatted(builder.size(), rows));
            }
            values.add(builder.build());
        }
        return values;
    }

    private void readAll(List<SegmentColumn> columns, List<ColumnBuilder> builders, MessageType wanted)
            throws IOException {
        try (ParquetFileReader reader = open()) {
            reader.setRequestedSchema(wanted);
            for (PageReadStore group = reader.readNextRowGroup(); group != null; group = reader.readNextRowGroup()) {
                ColumnReadStoreImpl values =
                        new ColumnReadStoreImpl(group, new IgnoringConverter(wanted), wanted, metadata.getCreatedBy());
                for (int column = 0; column < columns.size(); column++) {
                    SegmentColumn read = columns.get(column);
                    if (wanted.containsField(read.name())) {
                        ColumnDescriptor descriptor = descriptor(wanted, read);
                        readColumn(
                                read,
                                values.getColumnReader(descriptor),
                                group.getPageReader(descriptor).getTotalValueCount(),
                                builders.get(column));
                    }
                }
            }
        }
    }

    private static ColumnDescriptor descriptor(MessageType schema, SegmentColumn column) throws IOException {
        List<ColumnDescriptor> found = schema.getColumns().stream()
                .filter(descriptor -> descriptor.getPath()[0].equals(column.name()))
                .toList();
        int levels = column.isList() ? StoredColumn.LIST_LEVELS : 1;
        if (found.size() != 1
                || found.get(0).getMaxDefinitionLevel() != levels
                || found.get(0).getMaxRepetitionLevel() != (column.isList() ? 1 : 0)) {
            throw new IOException("column %s is not of the type that its index has".formatted(column.name()));
        }
        return found.get(0);
    }

    private static void readColumn(SegmentColumn column, ColumnReader from, long values, ColumnBuilder to) {
        StoredColumn stored = new StoredColumn(column);
        long left = values;
        while (left > 0) {
            if (column.isList()) {
                left -= readList(stored, from, to, left);
            } else {
                readValue(stored, from, to, 1);
                left--;
            }
        }
    }

    /** Returns how many entries of the column the list takes. */
    private static long readList(StoredColumn stored, ColumnReader from, ColumnBuilder to, long left) {
        int definition = from.getCurrentDefinitionLevel();
        if (definition == 0) {
            to.appendNull();
            from.consume();
            return 1;
        }
        if (definition == 1) {
            to.appendList(elements -> {});
            from.consume();
            return 1;
        }
        long[] taken = new long[1];
        to.appendList(elements -> {
            do {
                readValue(stored, from, elements, StoredColumn.LIST_LEVELS);
                taken[0]++;
            } while (taken[0] < left && from.getCurrentRepetitionLevel() > 0);
        });
        return taken[0];
    }

    private static void readValue(StoredColumn stored, ColumnReader from, ColumnBuilder to, int levels) {
        if (from.getCurrentDefinitionLevel() == levels) {
            stored.append(from, to);
        } else {
            to.appendNull();
        }
        from.consume();
    }

    private record MemoryFile(Slice bytes) implements InputFile {
        @Override
        public long getLength() {
            return bytes.length();
        }

        @Override
        public SeekableInputStream newStream() {
            Content content = new Content(bytes);
            return new DelegatingSeekableInputStream(content) {
                @Override
                public long getPos() {
                    return content.position();
                }

                @Override
                public void seek(long position) {
                    content.seek(toIntExact(position));
                }
            };
        }
    }

    private static final class Content extends ByteArrayInputStream {
        private final int start;

        Content(Slice bytes) {
            super(bytes.byteArray(), bytes.byteArrayOffset(), bytes.length());
            this.start = bytes.byteArrayOffset();
        }

        int position() {
            return pos - start;
        }

        void seek(int position) {
            pos = start + position;
        }
    }
}
