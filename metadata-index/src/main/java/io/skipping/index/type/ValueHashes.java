// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.airlift.slice.Slice;
import io.trino.spi.block.ValueBlock;
import io.trino.spi.block.VariableWidthBlock;
import io.trino.spi.type.Type;
import java.util.function.LongPredicate;

/** Hashes the values of blocks; see {@link KeyHash}. NaNs have none. Not thread-safe. */
final class ValueHashes {
    private final Type type;
    private long[] keys = new long[0];

    ValueHashes(Type type) {
        this.type = type;
    }

    /**
     * Hands the hashes of the values at some positions, none of which is NULL, to the consumer, until it says that it
     * wants no more.
     *
     * @return whether it wanted all
     */
    boolean forEach(ValueBlock values, int[] positions, int count, LongPredicate consumer) {
        return switch (ScalarTypes.form(type)) {
            case LONG -> forEachLong(values, positions, count, consumer);
            case WIDE -> forEachWide(values, positions, count, consumer);
            case BYTES -> forEachBytes((VariableWidthBlock) values, positions, count, consumer);
        };
    }

    private boolean forEachLong(ValueBlock values, int[] positions, int count, LongPredicate consumer) {
        if (keys.length < count) {
            keys = new long[count];
        }
        LongCodec codec = LongCodec.of(type);
        codec.read(values, positions, count, keys);
        for (int i = 0; i < count; i++) {
            // a run of equal values is hashed once
            if ((i == 0 || keys[i] != keys[i - 1]) && !codec.isNan(keys[i]) && !consumer.test(KeyHash.hash(keys[i]))) {
                return false;
            }
        }
        return true;
    }

    private boolean forEachWide(ValueBlock values, int[] positions, int count, LongPredicate consumer) {
        for (int i = 0; i < count; i++) {
            long high = WideCodec.high(values, positions[i]);
            long low = WideCodec.low(values, positions[i]);
            if (!consumer.test(KeyHash.hash(high, low))) {
                return false;
            }
        }
        return true;
    }

    private boolean forEachBytes(VariableWidthBlock values, int[] positions, int count, LongPredicate consumer) {
        Slice bytes = values.getRawSlice();
        for (int i = 0; i < count; i++) {
            int offset = values.getRawSliceOffset(positions[i]);
            int length = TextBounds.normalizedLength(type, bytes, offset, values.getSliceLength(positions[i]));
            if (!consumer.test(KeyHash.hash(bytes, offset, length))) {
                return false;
            }
        }
        return true;
    }

    long retainedBytes() {
        return 8L * keys.length;
    }
}
