// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.distinct;

import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.LongCodec;
import io.skipping.index.value.LongVector;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;

/** A set of values whose keys are longs. */
final class DistinctLongValues implements DistinctValues {
    private final LongCodec codec;
    private final int bytesPerValue;
    private final DistinctLongs set = new DistinctLongs();
    private boolean hasNan;

    DistinctLongValues(ScalarType type) {
        this.codec = LongCodec.of(type);
        this.bytesPerValue = type.fixedBytes();
    }

    @Override
    public boolean add(ValueVector values, int limit, long maxBytes) {
        long[] keys = ((LongVector) values).keys();
        int count = values.valueCount();
        long most = Math.min(limit, maxBytes / bytesPerValue);
        for (int i = 0; i < count; i++) {
            if (codec.isNan(keys[i])) {
                hasNan = true;
            } else if ((i == 0 || keys[i] != keys[i - 1]) && set.add(keys[i]) && set.size() > most) {
                return false;
            }
        }
        return true;
    }

    @Override
    public long bytes() {
        return (long) bytesPerValue * set.size();
    }

    @Override
    public boolean hasNan() {
        return hasNan;
    }

    @Override
    public void write(ColumnBuilder builder) {
        for (long key : set.sorted()) {
            builder.append(key);
        }
    }

    @Override
    public long retainedBytes() {
        return set.retainedBytes();
    }
}
