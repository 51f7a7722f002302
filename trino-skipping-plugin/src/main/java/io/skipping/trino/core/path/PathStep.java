// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import io.trino.spi.block.Block;
import io.trino.spi.type.Type;
import java.util.Optional;

/** Describes one step from values to values contained in them. */
sealed interface PathStep permits CastStep, UncastStep, FieldStep, FunctionStep, KeyStep, ElementsStep {
    /** Returns the type of the resulting values. */
    Type type();

    /**
     * Returns the step as SQL.
     *
     * @param from SQL of the value at which the step starts
     */
    String sql(String from);

    /**
     * Returns the resulting values, one for each position except for {@link ElementsStep}.
     *
     * @return empty if, for some position, the engine's result is not known or the engine might fail; nothing can be
     *     concluded about such rows
     */
    Optional<Block> apply(Block values);

    /**
     * Returns the same step from values of another type, in which fields may have other names.
     *
     * @return empty if there is no such step
     */
    Optional<PathStep> over(Type from);
}
