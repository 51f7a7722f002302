// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.segment;

import io.skipping.index.store.manifest.AbstractSegmentFuzz;
import io.skipping.index.store.segment.SegmentFormat;

/** Segments that say anything, read by parquet-hadoop. */
public class TestSegmentFuzz extends AbstractSegmentFuzz {
    @Override
    protected SegmentFormat format() {
        return new HadoopSegmentFormat();
    }
}
