// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import io.skipping.index.store.segment.ArraySegmentFormat;
import io.skipping.index.store.segment.SegmentFormat;

/** With segments that need no engine. */
public class TestIndexFaults extends AbstractIndexFaults {
    @Override
    protected SegmentFormat format() {
        return new ArraySegmentFormat();
    }
}
