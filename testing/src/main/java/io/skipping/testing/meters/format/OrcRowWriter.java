// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.format;

import io.airlift.slice.OutputStreamSliceOutput;
import io.airlift.units.DataSize;
import io.skipping.testing.meters.park.Reading;
import io.trino.orc.OrcDataSink;
import io.trino.orc.OrcWriteValidation.OrcWriteValidationMode;
import io.trino.orc.OrcWriter;
import io.trino.orc.OrcWriterOptions;
import io.trino.orc.OrcWriterStats;
import io.trino.orc.metadata.CompressionKind;
import io.trino.orc.metadata.OrcType;
import io.trino.orc.stream.OrcDataOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

/** Writes ORC with Trino's own writer, compressed with ZSTD. */
final class OrcRowWriter implements RowWriter {
    private static final int MOST_PAGE_ROWS = 1_000;
    private static final int MOST_INDEX_STRIDE_ROWS = 10_000;

    private final OrcWriter writer;
    private final PageBuffer buffer = new PageBuffer(MOST_PAGE_ROWS);

    OrcRowWriter(OutputStream out, int stripeRows) {
        writer = new OrcWriter(
                new StreamSink(out),
                MeterColumn.names(),
                MeterColumn.types(),
                OrcType.createRootOrcType(MeterColumn.names(), MeterColumn.types()),
                CompressionKind.ZSTD,
                new OrcWriterOptions()
                        .withStripeMaxSize(DataSize.of(1, DataSize.Unit.GIGABYTE))
                        .withStripeMaxRowCount(stripeRows)
                        .withRowGroupMaxRowCount(Math.min(stripeRows, MOST_INDEX_STRIDE_ROWS)),
                Map.of(),
                false,
                OrcWriteValidationMode.BOTH,
                new OrcWriterStats());
    }

    @Override
    public void write(Reading reading) throws IOException {
        if (buffer.add(reading)) {
            writer.write(buffer.take());
        }
    }

    @Override
    public void close() throws IOException {
        if (!buffer.isEmpty()) {
            writer.write(buffer.take());
        }
        writer.close();
    }

    /** Writes to a stream; Trino's own sink accepts only files of its file system. */
    private static final class StreamSink implements OrcDataSink {
        private final OutputStreamSliceOutput output;

        private StreamSink(OutputStream out) {
            output = new OutputStreamSliceOutput(new KeptOpenOutputStream(out));
        }

        @Override
        public long size() {
            return output.longSize();
        }

        @Override
        public long getRetainedSizeInBytes() {
            return output.getRetainedSize();
        }

        @Override
        public void write(List<OrcDataOutput> data) {
            data.forEach(part -> part.writeData(output));
        }

        @Override
        public void close() throws IOException {
            output.close();
        }
    }
}
