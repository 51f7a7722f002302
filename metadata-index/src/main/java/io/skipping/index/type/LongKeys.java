// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.type.Type;

/** Keys of the form {@link ScalarTypes.KeyForm#LONG}. */
final class LongKeys extends Keys {
    private final long[] keys;

    private LongKeys(Type type, long[] keys) {
        super(type);
        this.keys = keys;
    }

    static LongKeys of(Type type, Block block, NullOrder nulls) {
        int size = block.getPositionCount();
        int[] positions = new int[size];
        for (int i = 0; i < size; i++) {
            positions[i] = block.getUnderlyingValuePosition(i);
        }
        long[] keys = new long[size];
        // what is read for NULL is overwritten
        LongCodec.of(type).read(block.getUnderlyingValueBlock(), positions, size, keys);
        if (block.mayHaveNull()) {
            long nullKey = nulls == NullOrder.LOWEST ? Long.MIN_VALUE : Long.MAX_VALUE;
            for (int i = 0; i < size; i++) {
                if (block.isNull(i)) {
                    keys[i] = nullKey;
                }
            }
        }
        return new LongKeys(type, keys);
    }

    static LongKeys of(Type type, long[] keys) {
        return new LongKeys(type, keys);
    }

    /** Not to be changed. */
    long[] keys() {
        return keys;
    }

    @Override
    int size() {
        return keys.length;
    }

    @Override
    long retainedBytes() {
        return 8L * keys.length;
    }

    @Override
    void write(BlockBuilder builder, int index) {
        LongCodec.of(type()).write(type(), builder, keys[index]);
    }
}
