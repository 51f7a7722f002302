// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.segment;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.collect.ImmutableList.toImmutableList;

import io.airlift.slice.DynamicSliceOutput;
import io.airlift.slice.Slice;
import io.skipping.index.store.segment.SegmentFormat;
import io.skipping.index.store.segment.SegmentFormat.SegmentColumn;
import io.skipping.index.value.KeyColumn;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** Writes a segment file to memory, row by row. Not thread-safe. */
final class SegmentFileWriter implements SegmentFormat.Writer {
    private final DynamicSliceOutput output = new DynamicSliceOutput(1 << 16);
    private final Rows rows;
    private final ParquetWriter<Integer> writer;
    private long count;

    SegmentFileWriter(List<SegmentColumn> columns) throws IOException {
        rows = new Rows(columns.stream().map(StoredColumn::new).collect(toImmutableList()));
        writer = new Builder(new MemoryFile(output), rows)
                .withConf(new Configuration(false))
                .withCompressionCodec(CompressionCodecName.ZSTD)
                .build();
    }

    @Override
    public void write(List<KeyColumn> columns) throws IOException {
        checkArgument(
                columns.size() == rows.columns.size(), "%s columns instead of %s", columns.size(), rows.columns.size());
        rows.batch = columns;
        int size = columns.get(0).size();
        for (int row = 0; row < size; row++) {
            writer.write(row);
        }
        rows.batch = List.of();
        count += size;
    }

    @Override
    public long rows() {
        return count;
    }

    @Override
    public long bytes() {
        return writer.getDataSize();
    }

    @Override
    public Slice finish(Map<String, String> metadata) throws IOException {
        rows.metadata = metadata;
        writer.close();
        return output.slice();
    }

    private static final class Builder extends ParquetWriter.Builder<Integer, Builder> {
        private final WriteSupport<Integer> rows;

        Builder(OutputFile file, WriteSupport<Integer> rows) {
            super(file);
            this.rows = rows;
        }

        @Override
        protected Builder self() {
            return this;
        }

        /** Deprecated since 1.15, and the only one that 1.13 has, which is that of Spark 3.5. */
        @SuppressWarnings("deprecation")
        @Override
        protected WriteSupport<Integer> getWriteSupport(Configuration configuration) {
            return rows;
        }
    }

    /** Writes rows of a batch by their numbers. */
    private static final class Rows extends WriteSupport<Integer> {
        private final List<StoredColumn> columns;
        private List<KeyColumn> batch = List.of();
        private Map<String, String> metadata = Map.of();
        private RecordConsumer consumer;

        Rows(List<StoredColumn> columns) {
            this.columns = columns;
        }

        @SuppressWarnings("deprecation")
        @Override
        public WriteContext init(Configuration configuration) {
            List<Type> types = columns.stream().map(StoredColumn::type).collect(toImmutableList());
            return new WriteContext(new MessageType("segment", types), Map.of());
        }

        @Override
        public void prepareForWrite(RecordConsumer to) {
            consumer = to;
        }

        @Override
        public void write(Integer row) {
            consumer.startMessage();
            for (int column = 0; column < columns.size(); column++) {
                columns.get(column).write(batch.get(column), row, column, consumer);
            }
            consumer.endMessage();
        }

        @Override
        public FinalizedWriteContext finalizeWrite() {
            return new FinalizedWriteContext(metadata);
        }
    }

    private record MemoryFile(DynamicSliceOutput bytes) implements OutputFile {
        @Override
        public PositionOutputStream create(long blockSize) {
            return new PositionOutputStream() {
                @Override
                public long getPos() {
                    return bytes.size();
                }

                @Override
                public void write(int value) {
                    bytes.write(value);
                }

                @Override
                public void write(byte[] content, int offset, int length) {
                    bytes.write(content, offset, length);
                }
            };
        }

        @Override
        public PositionOutputStream createOrOverwrite(long blockSize) {
            return create(blockSize);
        }

        @Override
        public boolean supportsBlockSize() {
            return false;
        }

        @Override
        public long defaultBlockSize() {
            return 0;
        }
    }
}
