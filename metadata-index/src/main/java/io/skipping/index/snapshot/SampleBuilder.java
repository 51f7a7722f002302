// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import io.skipping.index.LiveObject;
import java.util.ArrayList;
import java.util.List;

/** Picks the first objects of those it is shown. Not thread-safe. */
final class SampleBuilder {
    private final int mostRanges;
    private final List<LiveObject> objects = new ArrayList<>();
    private long ranges;
    private long bytes;

    SampleBuilder(int mostRanges) {
        this.mostRanges = mostRanges;
    }

    void add(ObjectTable table, int object, int rangeCount) {
        bytes += table.sizes()[object];
        if (ranges < mostRanges) {
            ranges += rangeCount;
            objects.add(table.object(object));
        }
    }

    ObjectSample build() {
        return new ObjectSample(objects, bytes);
    }
}
