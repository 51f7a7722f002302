// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import static io.trino.parquet.writer.ParquetWriter.MAGIC;
import static java.util.Objects.requireNonNull;

import io.airlift.slice.DynamicSliceOutput;
import io.airlift.slice.SizeOf;
import io.airlift.slice.Slice;
import io.trino.parquet.writer.ParquetSchemaConverter;
import io.trino.parquet.writer.ParquetWriter;
import io.trino.parquet.writer.ParquetWriterOptions;
import io.trino.spi.Page;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.Util;

/** Writes a segment file in memory. Not thread-safe. */
final class SegmentEncoder {
    private final String metadata;
    private final DynamicSliceOutput output = new DynamicSliceOutput(1 << 16);
    private final ParquetWriter writer;
    private long rows;

    /** @param metadata what the file says of itself, see {@link SegmentMetadata} */
    SegmentEncoder(List<StoredDefinition> definitions, String metadata) {
        this.metadata = requireNonNull(metadata, "metadata is null");
        ParquetSchemaConverter schema = new ParquetSchemaConverter(
                SegmentSchema.storedTypes(definitions), SegmentSchema.columns(definitions), false, false);
        writer = new ParquetWriter(
                output,
                schema.getMessageType(),
                schema.getPrimitiveTypes(),
                ParquetWriterOptions.builder().build(),
                CompressionCodec.ZSTD,
                "skipping",
                Optional.empty(),
                Optional.empty());
    }

    /** @param page stored values, in the order of {@link SegmentSchema#columns} */
    void write(Page page) throws IOException {
        writer.write(page);
        rows += page.getPositionCount();
    }

    long rows() {
        return rows;
    }

    /** Bytes of the file so far, roughly. */
    long bytes() {
        return writer.getWrittenBytes() + writer.getBufferedBytes();
    }

    Slice finish() throws IOException {
        writer.close();
        return withMetadata(output.slice(), writer.getFileMetaData());
    }

    /** The writer has no place for metadata of our own: writes the footer once more, with them. */
    private Slice withMetadata(Slice file, FileMetaData footer) throws IOException {
        int trailer = SizeOf.SIZE_OF_INT + MAGIC.length();
        int footerLength = file.getInt(file.length() - trailer);
        footer.setKey_value_metadata(List.of(new KeyValue(SegmentMetadata.KEY).setValue(metadata)));
        DynamicSliceOutput written = new DynamicSliceOutput(file.length() + metadata.length() + 64);
        written.writeBytes(file, 0, file.length() - trailer - footerLength);
        int before = written.size();
        Util.writeFileMetaData(footer, written);
        written.writeInt(written.size() - before);
        written.writeBytes(MAGIC);
        return written.slice();
    }
}
