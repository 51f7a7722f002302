// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.ValueBlock;
import io.trino.spi.type.Type;

/** The set of the values seen. */
interface DistinctValues {
    static DistinctValues of(Type type) {
        return switch (ScalarTypes.form(type)) {
            case LONG -> new DistinctLongValues(type);
            case WIDE -> new DistinctWideValues(type);
            case BYTES -> new DistinctByteValues(type);
        };
    }

    /**
     * Takes in the values at some positions, none of which is NULL, until there are more than {@code limit} or they take
     * more than {@code maxBytes}.
     *
     * @return whether all were taken in; after that, the set is of no more use
     */
    boolean add(ValueBlock values, int[] positions, int count, int limit, long maxBytes);

    /** What the values take. */
    long bytes();

    /** Whether a NaN was seen. NaNs are not in the set. */
    boolean hasNan();

    /** Appends the values in ascending order. */
    void write(BlockBuilder builder);

    /** Heap bytes held, roughly. */
    long retainedBytes();
}
