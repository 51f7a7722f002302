// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.segment;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.trino.parquet.writer.ParquetWriter.MAGIC;

import io.airlift.slice.DynamicSliceOutput;
import io.airlift.slice.SizeOf;
import io.airlift.slice.Slice;
import io.skipping.index.store.segment.SegmentFormat;
import io.skipping.index.store.segment.SegmentFormat.SegmentColumn;
import io.skipping.index.value.KeyColumn;
import io.skipping.trino.core.release.ParquetFiles;
import io.trino.parquet.writer.ParquetSchemaConverter;
import io.trino.parquet.writer.ParquetWriter;
import io.trino.spi.Page;
import io.trino.spi.block.Block;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.Util;

/** Writes a segment file to memory. Not thread-safe. */
final class ParquetSegmentWriter implements SegmentFormat.Writer {
    private final List<StoredType> types;
    private final DynamicSliceOutput output = new DynamicSliceOutput(1 << 16);
    private final ParquetWriter writer;
    private long rows;

    ParquetSegmentWriter(List<SegmentColumn> columns) {
        types = columns.stream().map(StoredType::of).collect(toImmutableList());
        ParquetSchemaConverter schema = new ParquetSchemaConverter(
                types.stream().map(StoredType::type).toList(),
                columns.stream().map(SegmentColumn::name).toList(),
                false,
                false);
        writer = new ParquetWriter(
                output,
                schema.getMessageType(),
                schema.getPrimitiveTypes(),
                ParquetFiles.plain(),
                CompressionCodec.ZSTD,
                "skipping",
                Optional.empty(),
                Optional.empty());
    }

    @Override
    public void write(List<KeyColumn> columns) throws IOException {
        checkArgument(columns.size() == types.size(), "%s columns instead of %s", columns.size(), types.size());
        int count = columns.getFirst().size();
        Block[] blocks = new Block[types.size()];
        for (int column = 0; column < blocks.length; column++) {
            blocks[column] = types.get(column).encode(columns.get(column));
        }
        writer.write(new Page(count, blocks));
        rows += count;
    }

    @Override
    public long rows() {
        return rows;
    }

    @Override
    public long bytes() {
        return ParquetFiles.bytes(writer);
    }

    @Override
    public Slice finish(Map<String, String> metadata) throws IOException {
        writer.close();
        return withMetadata(output.slice(), writer.getFileMetaData(), metadata);
    }

    /** Replaces the footer by one with our metadata, for which the writer has no parameter. */
    private static Slice withMetadata(Slice file, FileMetaData footer, Map<String, String> metadata)
            throws IOException {
        int trailer = SizeOf.SIZE_OF_INT + MAGIC.length();
        int footerLength = file.getInt(file.length() - trailer);
        footer.setKey_value_metadata(metadata.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> new KeyValue(entry.getKey()).setValue(entry.getValue()))
                .toList());
        DynamicSliceOutput written = new DynamicSliceOutput(file.length() + 1024);
        written.writeBytes(file, 0, file.length() - trailer - footerLength);
        int before = written.size();
        Util.writeFileMetaData(footer, written);
        written.writeInt(written.size() - before);
        written.writeBytes(MAGIC);
        return written.slice();
    }
}
