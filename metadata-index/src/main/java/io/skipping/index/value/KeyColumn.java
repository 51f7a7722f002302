// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

/** A column of keys, or of lists of keys, each of which may be NULL. Immutable and thread-safe. */
public abstract sealed class KeyColumn permits LongColumn, WideColumn, BytesColumn, ListColumn {
    public abstract int size();

    public abstract boolean isNull(int position);

    /** Returns whether some position is NULL. */
    public abstract boolean hasNull();

    /** Returns the values at some positions, in that order. */
    public abstract KeyColumn select(int[] positions);

    /** Heap bytes held, roughly. */
    public abstract long retainedBytes();
}
