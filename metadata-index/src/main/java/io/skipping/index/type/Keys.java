// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeUtils;

/**
 * Values of a scalar type in a form that orders as SQL orders them, without looking at the type again: the working form
 * of summaries, and of the bounds in a query.
 */
abstract sealed class Keys permits LongKeys, WideKeys, ByteKeys {
    private final Type type;

    Keys(Type type) {
        this.type = type;
    }

    /** What a NULL is taken for. */
    enum NullOrder {
        /** not greater than any value: an unknown lower bound */
        LOWEST,
        /** not smaller than any value: an unknown upper bound */
        HIGHEST,
    }

    static Keys of(Type type, Block block, NullOrder nulls) {
        return switch (ScalarTypes.form(type)) {
            case LONG -> LongKeys.of(type, block, nulls);
            case WIDE -> WideKeys.of(type, block, nulls);
            case BYTES -> ByteKeys.of(type, block, nulls);
        };
    }

    final Type type() {
        return type;
    }

    abstract int size();

    /** Heap bytes held, roughly. */
    abstract long retainedBytes();

    /** Appends a value that has the key. */
    abstract void write(BlockBuilder builder, int index);

    /** A value that has the key, in Trino's native representation. */
    final Object value(int index) {
        return TypeUtils.readNativeValue(type, block(index), 0);
    }

    /** The value for people to read. */
    final String describe(int index) {
        // the session is for types that show the user's time zone, which no scalar type here does
        return String.valueOf(type.getObjectValue(null, block(index), 0));
    }

    private Block block(int index) {
        BlockBuilder builder = type.createBlockBuilder(null, 1);
        write(builder, index);
        return builder.build();
    }
}
