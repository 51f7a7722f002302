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
    private final SizeBudget budget;
    private final BlockValues blockValues = new BlockValues();
    /** empty once there are too many */
    private Optional<DistinctValues> values;

    private long nulls;

    ValuesSummarizer(Type type, int limit, SizeBudget budget) {
        this.type = type;
        this.limit = limit;
        this.budget = budget;
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
                        .add(
                                blockValues.values(),
                                blockValues.positions(),
                                blockValues.count(),
                                limit,
                                budget.bytes())) {
            values = Optional.empty();
        }
    }

    @Override
    public void finish(List<BlockBuilder> fields) {
        if (values.isEmpty() || values.get().bytes() > budget.left()) {
            fields.forEach(BlockBuilder::appendNull);
            return;
        }
        budget.take(values.get().bytes());
        ((ArrayBlockBuilder) fields.get(ValuesIndexType.VALUES))
                .buildEntry(elements -> values.get().write(elements));
        BIGINT.writeLong(fields.get(ValuesIndexType.NULLS), nulls);
        if (ScalarTypes.isFloatingPoint(type)) {
            BOOLEAN.writeBoolean(
                    fields.get(ValuesIndexType.HAS_NAN), values.get().hasNan());
        }
    }

    @Override
    public long sharedBytes() {
        return values.map(DistinctValues::bytes).map(budget::wanted).orElse(0L);
    }

    @Override
    public long retainedBytes() {
        return blockValues.retainedBytes()
                + values.map(DistinctValues::retainedBytes).orElse(0L);
    }
}
