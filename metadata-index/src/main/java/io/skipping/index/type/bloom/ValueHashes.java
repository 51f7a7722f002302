// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.bloom;

import io.airlift.slice.Slice;
import io.skipping.index.value.BytesVector;
import io.skipping.index.value.KeyHash;
import io.skipping.index.value.LongCodec;
import io.skipping.index.value.LongVector;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;
import io.skipping.index.value.WideVector;
import java.util.function.LongPredicate;

/** Hashes the values of vectors, see {@link KeyHash}. NaNs have no hash. Immutable and thread-safe. */
public final class ValueHashes {
    private final ScalarType type;

    /**
     * Creates a hasher.
     *
     * @param type of the values, which must have keys
     */
    public ValueHashes(ScalarType type) {
        this.type = type;
    }

    /**
     * Passes the hashes of the values that a vector lists to the consumer, until the consumer returns false.
     *
     * @return whether the consumer accepted all
     */
    public boolean forEach(ValueVector values, LongPredicate consumer) {
        switch (type.form()) {
            case LONG:
                return forEachLong((LongVector) values, consumer);
            case WIDE:
                return forEachWide((WideVector) values, consumer);
            default:
                return forEachBytes((BytesVector) values, consumer);
        }
    }

    private boolean forEachLong(LongVector values, LongPredicate consumer) {
        LongCodec codec = LongCodec.of(type);
        long[] keys = values.keys();
        int count = values.valueCount();
        for (int i = 0; i < count; i++) {
            // a run of equal values is hashed once
            if ((i == 0 || keys[i] != keys[i - 1]) && !codec.isNan(keys[i]) && !consumer.test(KeyHash.hash(keys[i]))) {
                return false;
            }
        }
        return true;
    }

    private static boolean forEachWide(WideVector values, LongPredicate consumer) {
        int count = values.valueCount();
        for (int i = 0; i < count; i++) {
            if (!consumer.test(KeyHash.hash(values.high(i), values.low(i)))) {
                return false;
            }
        }
        return true;
    }

    private static boolean forEachBytes(BytesVector values, LongPredicate consumer) {
        Slice bytes = values.buffer();
        int count = values.valueCount();
        for (int i = 0; i < count; i++) {
            if (!consumer.test(KeyHash.hash(bytes, values.offset(i), values.length(i)))) {
                return false;
            }
        }
        return true;
    }
}
