// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.segment;

import io.airlift.slice.Slice;
import io.skipping.index.store.segment.SegmentFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Reads and writes segments with parquet-hadoop. Thread-safe. */
public final class HadoopSegmentFormat implements SegmentFormat {
    @Override
    public Writer writer(List<SegmentColumn> columns) {
        try {
            return new SegmentFileWriter(columns);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Reader open(String name, Slice file, long mostBytes) throws IOException {
        return new SegmentFileReader(file, mostBytes);
    }
}
