// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.minmax;

import io.skipping.index.type.SummaryWriter;
import io.skipping.index.value.Key;
import io.skipping.index.value.ValueVector;

/** Finds the smallest and the largest of the values added. */
interface Extremes {
    /** Adds the values that a vector lists. */
    void add(ValueVector values);

    /**
     * Adds bounds from a footer, without the values. Each of the values is between them.
     *
     * @return whether such bounds can be trusted for this type
     */
    boolean addBounds(Key low, Key high);

    /**
     * Appends the result to all fields except the number of NULLs.
     *
     * @param exact whether only values were added, and no bounds
     */
    void finish(SummaryWriter to, boolean exact);

    /** Returns the approximate heap size in bytes. */
    long retainedBytes();
}
