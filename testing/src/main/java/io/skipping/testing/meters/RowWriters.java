// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import java.io.IOException;
import java.io.OutputStream;

/** Creates the writers of a table's objects. */
interface RowWriters {
    RowWriter open(OutputStream out) throws IOException;

    /** @param sample a layout with a typical object: its rows resemble those to come */
    static RowWriters of(MeterFormat format, int rowGroupRows, Layout sample, int sampleObject) throws IOException {
        return switch (format) {
            case CSV -> CsvRowWriter::new;
            case JSON -> JsonRowWriter::new;
            case ORC -> out -> new OrcRowWriter(out, rowGroupRows);
            case PARQUET -> {
                long rowGroupBytes = ParquetRowWriter.bufferedBytes(rowGroupRows, sample, sampleObject);
                yield out -> new ParquetRowWriter(out, rowGroupRows, rowGroupBytes);
            }
        };
    }
}
