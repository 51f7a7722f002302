// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import static io.trino.memory.context.AggregatedMemoryContext.newSimpleAggregatedMemoryContext;
import static org.joda.time.DateTimeZone.UTC;

import io.trino.parquet.Column;
import io.trino.parquet.ParquetDataSource;
import io.trino.parquet.ParquetReaderOptions;
import io.trino.parquet.reader.ParquetReader;
import io.trino.parquet.reader.RowGroupInfo;
import io.trino.parquet.writer.ParquetWriter;
import io.trino.parquet.writer.ParquetWriterOptions;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Opens Parquet files with Trino's reader, and asks its writer. */
public final class ParquetFiles {
    private ParquetFiles() {}

    /** Returns a reader of all rows of some row groups. */
    public static ParquetReader reader(
            Optional<String> createdBy,
            List<Column> columns,
            List<RowGroupInfo> rowGroups,
            ParquetDataSource source,
            ParquetReaderOptions options,
            Function<Exception, RuntimeException> exceptions)
            throws IOException {
        return new ParquetReader(
                createdBy,
                columns,
                false,
                rowGroups,
                source,
                UTC,
                newSimpleAggregatedMemoryContext(),
                options,
                exceptions,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** Returns the options for files that readers of all releases understand: text is written plainly, or in a dictionary. */
    public static ParquetWriterOptions plain() {
        return ParquetWriterOptions.builder()
                .setUseDeltaLengthByteArrayEncoding(false)
                .build();
    }

    /** Returns about how many bytes a file would have if it were finished now. */
    public static long bytes(ParquetWriter writer) {
        return writer.getEstimatedWrittenBytes();
    }
}
