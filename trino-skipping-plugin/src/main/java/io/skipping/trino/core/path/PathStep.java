// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import io.trino.spi.block.Block;
import io.trino.spi.type.Type;
import java.util.Optional;

/** One step from values to values that are in them. */
sealed interface PathStep permits CastStep, UncastStep, FieldStep, KeyStep, ElementsStep {
    /** Type of the values that it leads to. */
    Type type();

    /**
     * The step as SQL.
     *
     * @param from what it starts at
     */
    String sql(String from);

    /**
     * The values it leads to, one for each position, but see {@link ElementsStep}.
     *
     * @return empty if for some position it is not known what the engine makes of it, or if it would fail there and is not
     *     known to: nothing can be said of such rows
     */
    Optional<Block> apply(Block values);
}
