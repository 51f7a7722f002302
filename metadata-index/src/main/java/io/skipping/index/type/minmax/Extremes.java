// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.minmax;

import io.skipping.index.type.SummaryWriter;
import io.skipping.index.value.Key;
import io.skipping.index.value.ValueVector;

/** The smallest and the largest of the values seen. */
interface Extremes {
    /** Takes in the values that a vector lists. */
    void add(ValueVector values);

    /**
     * Takes in bounds that were found elsewhere, without the values: each of the values is between them.
     *
     * @return whether such bounds can be trusted for this type
     */
    boolean addBounds(Key low, Key high);

    /**
     * Appends what is known to all fields but the number of NULLs.
     *
     * @param exact whether all that was taken in were values
     */
    void finish(SummaryWriter to, boolean exact);

    /** Heap bytes held, roughly. */
    long retainedBytes();
}
