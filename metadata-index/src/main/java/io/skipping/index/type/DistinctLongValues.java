// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.ValueBlock;
import io.trino.spi.type.FixedWidthType;
import io.trino.spi.type.Type;

/** A set of values whose keys are longs. */
final class DistinctLongValues implements DistinctValues {
    private final Type type;
    private final LongCodec codec;
    private final int bytesPerValue;
    private final DistinctLongs set = new DistinctLongs();
    private long[] keys = new long[0];
    private boolean hasNan;

    DistinctLongValues(Type type) {
        this.type = type;
        this.codec = LongCodec.of(type);
        this.bytesPerValue = ((FixedWidthType) type).getFixedSize();
    }

    @Override
    public boolean add(ValueBlock values, int[] positions, int count, int limit, long maxBytes) {
        if (keys.length < count) {
            keys = new long[count];
        }
        codec.read(values, positions, count, keys);
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
    public void write(BlockBuilder builder) {
        for (long key : set.sorted()) {
            codec.write(type, builder, key);
        }
    }

    @Override
    public long retainedBytes() {
        return set.retainedBytes() + 8L * keys.length;
    }
}
