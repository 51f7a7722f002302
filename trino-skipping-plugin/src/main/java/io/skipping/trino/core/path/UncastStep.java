// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import static java.util.Objects.requireNonNull;

import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.RunLengthEncodedBlock;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.util.Optional;

/**
 * Keeps the text that cannot be cast, and replaces all other text by NULL. A CAST fails for exactly the rows in which
 * the result is not NULL.
 */
record UncastStep(CastStep cast) implements PathStep {
    UncastStep {
        requireNonNull(cast, "cast is null");
    }

    @Override
    public Type type() {
        return cast.text();
    }

    @Override
    public String sql(String from) {
        return "IF(TRY_%s IS NULL, %s)".formatted(cast.sql(from), from);
    }

    @Override
    public Optional<PathStep> over(Type from) {
        return from.equals(cast.text()) ? Optional.of(this) : Optional.empty();
    }

    @Override
    public Optional<Block> apply(Block values) {
        return cast.apply(values).map(read -> failing(values, read));
    }

    /**
     * Returns the texts that cannot be cast.
     *
     * @param read the results of the cast
     */
    Block failing(Block texts, Block read) {
        VarcharType type = cast.text();
        BlockBuilder failing = null;
        for (int position = 0; position < texts.getPositionCount(); position++) {
            boolean fails = read.isNull(position) && !texts.isNull(position);
            if (fails && failing == null) {
                failing = type.createBlockBuilder(null, texts.getPositionCount());
                for (int before = 0; before < position; before++) {
                    failing.appendNull();
                }
            }
            if (fails) {
                type.writeSlice(failing, type.getSlice(texts, position));
            } else if (failing != null) {
                failing.appendNull();
            }
        }
        return failing == null ? RunLengthEncodedBlock.create(type, null, texts.getPositionCount()) : failing.build();
    }
}
