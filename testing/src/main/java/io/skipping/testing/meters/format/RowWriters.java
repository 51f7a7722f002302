// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.format;

import java.io.IOException;
import java.io.OutputStream;

/** Creates the writers of a table's objects. */
public interface RowWriters {
    /** Returns a writer of one object to a stream. */
    RowWriter open(OutputStream out) throws IOException;

    /**
     * Returns the writers of a format.
     *
     * @param rowGroupRows the number of rows in a Parquet row group or an ORC stripe; ignored by the other formats
     * @param sample rows that resemble those of the table
     */
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
