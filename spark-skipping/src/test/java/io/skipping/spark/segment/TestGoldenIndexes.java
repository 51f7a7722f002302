// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.segment;

import io.skipping.index.store.manifest.AbstractGoldenIndexes;
import io.skipping.index.store.segment.SegmentFormat;

/** Indexes that Trino wrote are read by Spark's library. */
public class TestGoldenIndexes extends AbstractGoldenIndexes {
    @Override
    protected SegmentFormat format() {
        return new HadoopSegmentFormat();
    }
}
