// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import static java.util.Objects.requireNonNull;

import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeUtils;
import io.trino.spi.type.VarcharType;
import java.util.Optional;

/** Applies a function to text. */
record FunctionStep(VarcharType text, TextFunction function) implements PathStep {
    FunctionStep {
        requireNonNull(text, "text is null");
        requireNonNull(function, "function is null");
    }

    @Override
    public Type type() {
        return function.type(text);
    }

    @Override
    public String sql(String from) {
        return function.sql(from);
    }

    @Override
    public Optional<PathStep> over(Type from) {
        return from.equals(text) ? Optional.of(this) : Optional.empty();
    }

    @Override
    public Optional<Block> apply(Block values) {
        Type type = type();
        BlockBuilder results = type.createBlockBuilder(null, values.getPositionCount());
        for (int position = 0; position < values.getPositionCount(); position++) {
            Object result = values.isNull(position) ? null : function.apply(text.getSlice(values, position));
            if (result == TextValues.NoValue.UNKNOWN) {
                return Optional.empty();
            }
            TypeUtils.writeNativeValue(type, results, result);
        }
        return Optional.of(results.build());
    }
}
