// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.engine;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import io.trino.spi.connector.ColumnHandle;
import java.util.Set;

/**
 * Represents a condition of a filter that cannot be read as an expression of the SPI.
 *
 * @param text the condition as the engine writes it, with the names of columns
 * @param evaluated the columns for whose values the engine can evaluate the condition; none if its result is not fixed
 */
public record UnreadableCondition(String text, Set<ColumnHandle> evaluated) {
    public UnreadableCondition {
        requireNonNull(text, "text is null");
        evaluated = ImmutableSet.copyOf(evaluated);
    }
}
