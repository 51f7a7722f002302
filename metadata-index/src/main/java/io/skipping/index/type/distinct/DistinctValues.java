// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.distinct;

import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;

/** The set of the values seen. Not thread-safe. */
public interface DistinctValues {
    /** Returns an empty set of values of a type that has keys. */
    static DistinctValues of(ScalarType type) {
        switch (type.form()) {
            case LONG:
                return new DistinctLongValues(type);
            case WIDE:
                return new DistinctWideValues(type);
            default:
                return new DistinctByteValues(type);
        }
    }

    /**
     * Takes in the values that a vector lists, until there are more than {@code limit} or they take more than {@code maxBytes}.
     *
     * @return whether all were taken in; after that, the set is of no more use
     */
    boolean add(ValueVector values, int limit, long maxBytes);

    /** Returns how many bytes the values take. */
    long bytes();

    /** Returns whether a NaN was seen. NaNs are not in the set. */
    boolean hasNan();

    /** Appends the values in ascending order. */
    void write(ColumnBuilder builder);

    /** Returns how many heap bytes the set holds, roughly. */
    long retainedBytes();
}
