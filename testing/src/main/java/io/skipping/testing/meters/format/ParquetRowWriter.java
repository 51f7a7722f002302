// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.format;

import static java.util.Objects.requireNonNull;

import io.airlift.units.DataSize;
import io.skipping.testing.meters.park.Reading;
import io.trino.parquet.writer.ParquetSchemaConverter;
import io.trino.parquet.writer.ParquetWriter;
import io.trino.parquet.writer.ParquetWriterOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.apache.parquet.format.CompressionCodec;
import org.joda.time.DateTimeZone;

/** Writes Parquet with Trino's own writer, compressed with ZSTD. */
final class ParquetRowWriter implements RowWriter {
    private static final int MOST_PAGE_ROWS = 1_000;
    /** The version alone, since the writer adds "trino-" itself. */
    private static final String WRITER_VERSION = "476";

    private final ParquetWriter writer;
    private final PageBuffer buffer;

    /** @param rowGroupBytes the buffered bytes at which a row group ends, see {@link #bufferedBytes} */
    ParquetRowWriter(OutputStream out, int rowGroupRows, long rowGroupBytes) {
        requireNonNull(out, "out is null");
        int pageRows = Math.min(MOST_PAGE_ROWS, Math.max(1, rowGroupRows / 20));
        buffer = new PageBuffer(pageRows);
        ParquetSchemaConverter schema =
                new ParquetSchemaConverter(MeterColumn.types(), MeterColumn.names(), false, false);
        writer = new ParquetWriter(
                new KeptOpenOutputStream(out),
                schema.getMessageType(),
                schema.getPrimitiveTypes(),
                ParquetWriterOptions.builder()
                        .setMaxBlockSize(DataSize.ofBytes(rowGroupBytes))
                        .setBatchSize(pageRows)
                        .build(),
                CompressionCodec.ZSTD,
                WRITER_VERSION,
                Optional.of(DateTimeZone.UTC),
                Optional.empty());
    }

    /**
     * Returns how many bytes the writer has buffered after a number of rows. The writer ends row groups only by bytes,
     * of which some are compressed and some are not; so a given number of rows can be reached only by measuring.
     */
    static long bufferedBytes(int rows, SampleRows sample) throws IOException {
        try (ParquetRowWriter measured =
                new ParquetRowWriter(OutputStream.nullOutputStream(), rows, Integer.MAX_VALUE)) {
            sample.write(rows, measured);
            measured.writePage();
            long written = Math.min(rows, sample.count());
            return Math.max(1, measured.writer.getBufferedBytes() * rows / written);
        }
    }

    @Override
    public void write(Reading reading) throws IOException {
        if (buffer.add(reading)) {
            writePage();
        }
    }

    private void writePage() throws IOException {
        if (!buffer.isEmpty()) {
            writer.write(buffer.take());
        }
    }

    @Override
    public void close() throws IOException {
        writePage();
        writer.close();
    }
}
