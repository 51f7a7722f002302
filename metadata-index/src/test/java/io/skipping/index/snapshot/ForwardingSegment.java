// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import io.skipping.index.IndexDefinition;
import io.skipping.index.value.KeyColumn;
import java.util.List;

/** Passes on everything but what a test overrides. */
abstract class ForwardingSegment implements Segment {
    private final Segment delegate;

    ForwardingSegment(Segment delegate) {
        this.delegate = delegate;
    }

    @Override
    public String name() {
        return delegate.name();
    }

    @Override
    public List<IndexDefinition> definitions() {
        return delegate.definitions();
    }

    @Override
    public int version(IndexDefinition definition) {
        return delegate.version(definition);
    }

    @Override
    public long storedBytes() {
        return delegate.storedBytes();
    }

    @Override
    public ObjectTable objects() {
        return delegate.objects();
    }

    @Override
    public long[] rangeStarts() {
        return delegate.rangeStarts();
    }

    @Override
    public long[] rangeLengths() {
        return delegate.rangeLengths();
    }

    @Override
    public long[] rowCounts() {
        return delegate.rowCounts();
    }

    @Override
    public List<KeyColumn> summaries(IndexDefinition definition) {
        return delegate.summaries(definition);
    }
}
