// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import io.skipping.trino.core.path.TextValues.NoValue;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeUtils;
import io.trino.spi.type.VarcharType;
import java.util.Optional;

/**
 * Reads text as a number, a date or a timestamp, as TRY_CAST does: the result is NULL where the text is not such a
 * value.
 */
record CastStep(VarcharType text, Type type) implements PathStep {
    CastStep {
        requireNonNull(text, "text is null");
        checkArgument(TextValues.canHold(type), "text as %s", type);
    }

    @Override
    public String sql(String from) {
        return "CAST(%s AS %s)".formatted(from, type.getDisplayName());
    }

    @Override
    public Optional<PathStep> over(Type from) {
        return from.equals(text) ? Optional.of(this) : Optional.empty();
    }

    @Override
    public Optional<Block> apply(Block values) {
        TextValues reader = TextValues.of(type);
        BlockBuilder cast = type.createBlockBuilder(null, values.getPositionCount());
        for (int position = 0; position < values.getPositionCount(); position++) {
            if (values.isNull(position)) {
                cast.appendNull();
                continue;
            }
            switch (reader.read(text.getSlice(values, position))) {
                case NoValue.FAILS -> cast.appendNull();
                case NoValue.UNKNOWN -> {
                    return Optional.empty();
                }
                case Object value -> TypeUtils.writeNativeValue(type, cast, value);
            }
        }
        return Optional.of(cast.build());
    }
}
