// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.segment;

import io.skipping.index.store.segment.AbstractSegmentFormatContract;
import io.skipping.index.store.segment.SegmentFormat;

/** Checks what every engine's Parquet library must do for segments, by parquet-hadoop. */
public class TestHadoopSegmentFormat extends AbstractSegmentFormatContract {
    @Override
    protected SegmentFormat format() {
        return new HadoopSegmentFormat();
    }
}
