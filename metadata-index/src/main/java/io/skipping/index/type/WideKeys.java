// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.ValueBlock;
import io.trino.spi.type.Type;

/** Keys of the form {@link ScalarTypes.KeyForm#WIDE}. */
final class WideKeys extends Keys {
    private final long[] highs;
    private final long[] lows;

    private WideKeys(Type type, long[] highs, long[] lows) {
        super(type);
        this.highs = highs;
        this.lows = lows;
    }

    static WideKeys of(Type type, Block block, NullOrder nulls) {
        int size = block.getPositionCount();
        long[] highs = new long[size];
        long[] lows = new long[size];
        long nullKey = nulls == NullOrder.LOWEST ? Long.MIN_VALUE : Long.MAX_VALUE;
        ValueBlock values = block.getUnderlyingValueBlock();
        for (int i = 0; i < size; i++) {
            if (block.isNull(i)) {
                highs[i] = nullKey;
                lows[i] = nullKey;
            } else {
                int position = block.getUnderlyingValuePosition(i);
                highs[i] = WideCodec.high(values, position);
                lows[i] = WideCodec.low(values, position);
            }
        }
        return new WideKeys(type, highs, lows);
    }

    long high(int index) {
        return highs[index];
    }

    long low(int index) {
        return lows[index];
    }

    @Override
    int size() {
        return highs.length;
    }

    @Override
    long retainedBytes() {
        return 16L * highs.length;
    }

    @Override
    void write(BlockBuilder builder, int index) {
        WideCodec.write(type(), builder, highs[index], lows[index]);
    }
}
