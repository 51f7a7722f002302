// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

/** A column of keys, or of lists of keys, each of which may be NULL. Immutable and thread-safe. */
public abstract sealed class KeyColumn permits LongColumn, WideColumn, BytesColumn, ListColumn {
    /** Returns the number of positions. */
    public abstract int size();

    public abstract boolean isNull(int position);

    /** Returns whether at least one position is NULL. */
    public abstract boolean hasNull();

    /** Returns the values at the given positions, in that order. */
    public abstract KeyColumn select(int[] positions);

    /** Returns the approximate heap size in bytes. */
    public abstract long retainedBytes();
}
