// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.format;

import java.io.IOException;
import java.io.OutputStream;

/** Creates the writers of a table's objects. */
public interface RowWriters {
    RowWriter open(OutputStream out) throws IOException;

    static RowWriters of(MeterFormat format, int rowGroupRows, SampleRows sample) throws IOException {
        return switch (format) {
            case CSV -> CsvRowWriter::new;
            case JSON -> JsonRowWriter::new;
            case ORC -> out -> new OrcRowWriter(out, rowGroupRows);
            case PARQUET -> {
                long rowGroupBytes = ParquetRowWriter.bufferedBytes(rowGroupRows, sample);
                yield out -> new ParquetRowWriter(out, rowGroupRows, rowGroupBytes);
            }
        };
    }
}
