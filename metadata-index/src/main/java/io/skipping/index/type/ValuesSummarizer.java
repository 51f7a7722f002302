// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.BooleanType.BOOLEAN;

import io.trino.spi.block.ArrayBlockBuilder;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Optional;

/** Collects the values of a range until they are too many. */
final class ValuesSummarizer implements Summarizer {
    private final Type type;
    private final int limit;
    private final long maxBytes;
    private final BlockValues blockValues = new BlockValues();
    /** empty once there are too many */
    private Optional<DistinctValues> values;

    private long nulls;

    ValuesSummarizer(Type type, int limit, long maxBytes) {
        this.type = type;
        this.limit = limit;
        this.maxBytes = maxBytes;
        this.values = Optional.of(DistinctValues.of(type));
    }

    @Override
    public void add(List<Block> columns) {
        if (values.isEmpty()) {
            return;
        }
        blockValues.read(columns.getFirst());
        nulls += blockValues.nulls();
        if (blockValues.count() > 0
                && !values.get()
                        .add(blockValues.values(), blockValues.positions(), blockValues.count(), limit, maxBytes)) {
            values = Optional.empty();
        }
    }

    @Override
    public void finish(List<BlockBuilder> fields) {
        if (values.isEmpty()) {
            fields.forEach(BlockBuilder::appendNull);
            return;
        }
        ((ArrayBlockBuilder) fields.get(ValuesIndexType.VALUES))
                .buildEntry(elements -> values.get().write(elements));
        BIGINT.writeLong(fields.get(ValuesIndexType.NULLS), nulls);
        if (ScalarTypes.isFloatingPoint(type)) {
            BOOLEAN.writeBoolean(
                    fields.get(ValuesIndexType.HAS_NAN), values.get().hasNan());
        }
    }

    @Override
    public long retainedBytes() {
        return blockValues.retainedBytes()
                + values.map(DistinctValues::retainedBytes).orElse(0L);
    }
}
