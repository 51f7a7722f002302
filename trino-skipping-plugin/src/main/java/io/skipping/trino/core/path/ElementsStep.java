// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import static java.util.Objects.requireNonNull;

import io.trino.spi.block.Block;
import io.trino.spi.block.ColumnarArray;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.Type;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Collects the elements of the arrays of all rows, without NULLs. There may be more or fewer elements than rows. So a
 * summary of them tells which values a row may contain, but never that a row contains one.
 */
record ElementsStep(ArrayType array) implements PathStep {
    static final String FUNCTION = "elements";

    ElementsStep {
        requireNonNull(array, "array is null");
    }

    @Override
    public Type type() {
        return array.getElementType();
    }

    @Override
    public String sql(String from) {
        return "%s(%s)".formatted(FUNCTION, from);
    }

    @Override
    public Optional<PathStep> over(Type from) {
        return from instanceof ArrayType other ? Optional.of(new ElementsStep(other)) : Optional.empty();
    }

    @Override
    public Optional<Block> apply(Block values) {
        Block elements = ColumnarArray.toColumnarArray(values).getElementsBlock();
        if (!elements.mayHaveNull()) {
            return Optional.of(elements);
        }
        int[] present = IntStream.range(0, elements.getPositionCount())
                .filter(position -> !elements.isNull(position))
                .toArray();
        return Optional.of(elements.copyPositions(present, 0, present.length));
    }
}
