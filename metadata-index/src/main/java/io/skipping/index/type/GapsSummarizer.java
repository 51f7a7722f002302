// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.BooleanType.BOOLEAN;

import io.trino.spi.block.ArrayBlockBuilder;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.type.Type;
import java.util.List;

/** Finds the gaps of a range. */
final class GapsSummarizer implements Summarizer {
    private final Type type;
    private final int gaps;
    private final LongCodec codec;
    private final Intervals intervals;
    private final BlockValues blockValues = new BlockValues();
    private long[] keys = new long[0];
    private long nulls;
    private boolean hasNan;

    GapsSummarizer(Type type, int gaps) {
        this.type = type;
        this.gaps = gaps;
        this.codec = LongCodec.of(type);
        this.intervals = new Intervals(codec);
    }

    @Override
    public void add(List<Block> columns) {
        blockValues.read(columns.getFirst());
        nulls += blockValues.nulls();
        int count = blockValues.count();
        if (count == 0) {
            return;
        }
        if (keys.length < count) {
            keys = new long[count];
        }
        codec.read(blockValues.values(), blockValues.positions(), count, keys);
        for (int i = 0; i < count; i++) {
            if (codec.isNan(keys[i])) {
                hasNan = true;
            } else {
                intervals.add(keys[i]);
            }
        }
    }

    @Override
    public void finish(List<BlockBuilder> fields) {
        intervals.joinTo(gaps + 1);
        write(fields.get(GapsIndexType.FROM), intervals.starts());
        write(fields.get(GapsIndexType.TO), intervals.ends());
        BIGINT.writeLong(fields.get(GapsIndexType.NULLS), nulls);
        if (codec.hasNan()) {
            BOOLEAN.writeBoolean(fields.get(GapsIndexType.HAS_NAN), hasNan);
        }
    }

    private void write(BlockBuilder field, long[] bounds) {
        ((ArrayBlockBuilder) field).buildEntry(elements -> {
            for (long bound : bounds) {
                codec.write(type, elements, bound);
            }
        });
    }

    @Override
    public long retainedBytes() {
        return blockValues.retainedBytes() + intervals.retainedBytes() + 8L * keys.length;
    }
}
