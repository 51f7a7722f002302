// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.distinct;

import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;

/** Collects the distinct values of vectors. Not thread-safe. */
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
     * Adds the values that a vector lists, until there are more than {@code limit} or they take more than
     * {@code maxBytes}.
     *
     * @return whether all were added; if not, the set must not be used any more
     */
    boolean add(ValueVector values, int limit, long maxBytes);

    /** Returns the size of the values in bytes. */
    long bytes();

    /** Returns whether a NaN was seen. NaNs are not in the set. */
    boolean hasNan();

    /** Appends the values in ascending order. */
    void write(ColumnBuilder builder);

    /** Returns the approximate heap size in bytes. */
    long retainedBytes();
}
