// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.segment;

import io.airlift.slice.Slice;
import io.skipping.index.store.segment.SegmentFormat;
import java.io.IOException;
import java.util.List;

/** Reads and writes segments with Trino's Parquet library. */
public final class TrinoSegmentFormat implements SegmentFormat {
    @Override
    public Writer writer(List<SegmentColumn> columns) {
        return new ParquetSegmentWriter(columns);
    }

    @Override
    public Reader open(String name, Slice file, long mostBytes) throws IOException {
        return new ParquetSegmentReader(name, file, mostBytes);
    }
}
