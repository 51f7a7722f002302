// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.ByteArrayBlock;
import io.trino.spi.block.IntArrayBlock;
import io.trino.spi.block.LongArrayBlock;
import io.trino.spi.block.ShortArrayBlock;
import io.trino.spi.block.ValueBlock;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.RealType;
import io.trino.spi.type.Type;

/**
 * Values as signed longs that have the same order, and equal values the same key. For integers, dates, short decimals
 * and short timestamps the key is the value; FALSE and TRUE are 0 and 1. For real and double it is the IEEE bits, with
 * the bits below the sign inverted for negative numbers, -0.0 taken as +0.0: neighbouring numbers have neighbouring keys,
 * infinities are the outermost keys, and every key beyond them is a NaN. These keys are part of what a Bloom filter
 * keeps: they may never change.
 */
enum LongCodec {
    INTEGRAL(Long.MIN_VALUE, Long.MAX_VALUE),
    BOOLEAN(0, 1),
    REAL(
            realKey(Float.floatToRawIntBits(Float.NEGATIVE_INFINITY)),
            realKey(Float.floatToRawIntBits(Float.POSITIVE_INFINITY))),
    DOUBLE(
            doubleKey(Double.doubleToRawLongBits(Double.NEGATIVE_INFINITY)),
            doubleKey(Double.doubleToRawLongBits(Double.POSITIVE_INFINITY)));

    private final long lowest;
    private final long highest;

    LongCodec(long lowest, long highest) {
        this.lowest = lowest;
        this.highest = highest;
    }

    /** The codec of a type whose keys have the form {@link ScalarTypes.KeyForm#LONG}. */
    static LongCodec of(Type type) {
        return switch (type) {
            case BooleanType _ -> BOOLEAN;
            case RealType _ -> REAL;
            case DoubleType _ -> DOUBLE;
            default -> INTEGRAL;
        };
    }

    /** Whether no value that compares has this key. */
    boolean isNan(long key) {
        return key < lowest || key > highest;
    }

    boolean hasNan() {
        return this == REAL || this == DOUBLE;
    }

    /** Moves the keys that compare to the front, in the same order; gives their number. */
    int removeNans(long[] keys, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            long key = keys[i];
            keys[kept] = key;
            kept += isNan(key) ? 0 : 1;
        }
        return kept;
    }

    /** The keys of some positions, none of which is NULL. */
    void read(ValueBlock block, int[] positions, int count, long[] keys) {
        switch (block) {
            case LongArrayBlock longs -> {
                for (int i = 0; i < count; i++) {
                    keys[i] = longs.getLong(positions[i]);
                }
            }
            case IntArrayBlock integers -> {
                for (int i = 0; i < count; i++) {
                    keys[i] = integers.getInt(positions[i]);
                }
            }
            case ShortArrayBlock shorts -> {
                for (int i = 0; i < count; i++) {
                    keys[i] = shorts.getShort(positions[i]);
                }
            }
            case ByteArrayBlock bytes -> {
                for (int i = 0; i < count; i++) {
                    keys[i] = bytes.getByte(positions[i]);
                }
            }
            default ->
                throw new IllegalArgumentException(
                        "not a block of numbers: " + block.getClass().getName());
        }
        if (this == DOUBLE) {
            for (int i = 0; i < count; i++) {
                keys[i] = doubleKey(keys[i]);
            }
        } else if (this == REAL) {
            for (int i = 0; i < count; i++) {
                keys[i] = realKey((int) keys[i]);
            }
        }
    }

    /** Whether some of these positions, none of which is NULL, have a -0.0, which has the key of +0.0. */
    boolean hasNegativeZero(ValueBlock block, int[] positions, int count) {
        for (int i = 0; i < count; i++) {
            boolean negativeZero = switch (this) {
                case REAL -> ((IntArrayBlock) block).getInt(positions[i]) == Integer.MIN_VALUE;
                case DOUBLE -> ((LongArrayBlock) block).getLong(positions[i]) == Long.MIN_VALUE;
                case INTEGRAL, BOOLEAN -> false;
            };
            if (negativeZero) {
                return true;
            }
        }
        return false;
    }

    /** How far apart two values are, of which the second is not smaller; rounded, and infinite if that is too far. */
    double distance(long from, long to) {
        return switch (this) {
            case INTEGRAL, BOOLEAN -> {
                long difference = to - from;
                // negative if it overflowed
                yield difference >= 0 ? difference : (difference >>> 1) * 2.0;
            }
            case REAL ->
                (double) Float.intBitsToFloat(flipNegative((int) to)) - Float.intBitsToFloat(flipNegative((int) from));
            case DOUBLE -> Double.longBitsToDouble(flipNegative(to)) - Double.longBitsToDouble(flipNegative(from));
        };
    }

    /** Appends the value that has this key. */
    void write(Type type, BlockBuilder builder, long key) {
        switch (this) {
            case INTEGRAL -> type.writeLong(builder, key);
            case BOOLEAN -> type.writeBoolean(builder, key != 0);
            case REAL -> type.writeLong(builder, flipNegative((int) key));
            case DOUBLE -> type.writeDouble(builder, Double.longBitsToDouble(flipNegative(key)));
        }
    }

    private static long doubleKey(long bits) {
        return bits == Long.MIN_VALUE ? 0 : flipNegative(bits);
    }

    private static long realKey(int bits) {
        return bits == Integer.MIN_VALUE ? 0 : flipNegative(bits);
    }

    private static long flipNegative(long bits) {
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }

    private static int flipNegative(int bits) {
        return bits ^ ((bits >> 31) & Integer.MAX_VALUE);
    }
}
