// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.Fixed12Block;
import io.trino.spi.block.Int128ArrayBlock;
import io.trino.spi.block.ValueBlock;
import io.trino.spi.type.Int128;
import io.trino.spi.type.LongTimestamp;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.Type;

/**
 * Values as two signed longs that, compared one after the other, have the same order: the 128 bits of a long decimal
 * (the lower half with its sign bit inverted, since it has no sign), microseconds and picoseconds of a long timestamp.
 * These keys are part of what a Bloom filter keeps: they may never change.
 */
final class WideCodec {
    private WideCodec() {}

    static long high(ValueBlock block, int position) {
        return switch (block) {
            case Int128ArrayBlock decimals -> decimals.getInt128High(position);
            case Fixed12Block timestamps -> timestamps.getFixed12First(position);
            default -> throw unexpected(block);
        };
    }

    static long low(ValueBlock block, int position) {
        return switch (block) {
            case Int128ArrayBlock decimals -> decimals.getInt128Low(position) ^ Long.MIN_VALUE;
            case Fixed12Block timestamps -> timestamps.getFixed12Second(position);
            default -> throw unexpected(block);
        };
    }

    static int compare(long leftHigh, long leftLow, long rightHigh, long rightLow) {
        int high = Long.compare(leftHigh, rightHigh);
        return high != 0 ? high : Long.compare(leftLow, rightLow);
    }

    /** Appends the value that has this key. */
    static void write(Type type, BlockBuilder builder, long high, long low) {
        type.writeObject(
                builder,
                type instanceof TimestampType
                        ? new LongTimestamp(high, (int) low)
                        : Int128.valueOf(high, low ^ Long.MIN_VALUE));
    }

    private static IllegalArgumentException unexpected(ValueBlock block) {
        return new IllegalArgumentException("not a block of long decimals or timestamps: "
                + block.getClass().getName());
    }
}
