// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.ValueBlock;
import java.util.List;

/** The smallest and the largest of the values seen. */
interface Extremes {
    /** Takes in the values at some positions, none of which is NULL. */
    void add(ValueBlock values, int[] positions, int count);

    /**
     * Takes in bounds that were found elsewhere, without the values: each of the values is between them.
     *
     * @param bounds a block of two positions, the minimum and the maximum
     * @return whether such bounds can be trusted for this type
     */
    boolean addBounds(ValueBlock bounds);

    /**
     * Appends what is known to the builders of all fields but the number of NULLs.
     *
     * @param exact whether all that was taken in were values
     */
    void finish(List<BlockBuilder> fields, boolean exact);

    /** Heap bytes held, roughly. */
    long retainedBytes();
}
