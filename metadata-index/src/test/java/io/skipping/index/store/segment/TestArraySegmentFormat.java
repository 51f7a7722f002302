// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

/** Shows that the format of tests is a format, and that the contract needs no Parquet. */
public class TestArraySegmentFormat extends AbstractSegmentFormatContract {
    @Override
    protected SegmentFormat format() {
        return new ArraySegmentFormat();
    }
}
