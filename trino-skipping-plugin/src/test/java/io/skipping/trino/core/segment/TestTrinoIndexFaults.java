// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.segment;

import io.skipping.index.store.manifest.AbstractIndexFaults;
import io.skipping.index.store.segment.SegmentFormat;

/** With segments that are Parquet files. */
public class TestTrinoIndexFaults extends AbstractIndexFaults {
    @Override
    protected SegmentFormat format() {
        return new TrinoSegmentFormat();
    }
}
