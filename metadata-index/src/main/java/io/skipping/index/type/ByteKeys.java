// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.airlift.slice.Slice;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.VariableWidthBlock;
import io.trino.spi.type.Type;

/**
 * Keys of the form {@link ScalarTypes.KeyForm#BYTES}. The first eight bytes of each are also kept as a number, since they
 * decide most comparisons.
 */
final class ByteKeys extends Keys {
    private final Slice bytes;
    private final int[] offsets;
    private final int[] lengths;
    private final long[] prefixes;

    /** length of a key that is greater than all others */
    private static final int HIGHEST = -1;

    private ByteKeys(Type type, Slice bytes, int[] offsets, int[] lengths, long[] prefixes) {
        super(type);
        this.bytes = bytes;
        this.offsets = offsets;
        this.lengths = lengths;
        this.prefixes = prefixes;
    }

    static ByteKeys of(Type type, Block block, NullOrder nulls) {
        int size = block.getPositionCount();
        int[] offsets = new int[size];
        int[] lengths = new int[size];
        long[] prefixes = new long[size];
        VariableWidthBlock values = (VariableWidthBlock) block.getUnderlyingValueBlock();
        Slice bytes = values.getRawSlice();
        for (int i = 0; i < size; i++) {
            if (block.isNull(i)) {
                lengths[i] = nulls == NullOrder.LOWEST ? 0 : HIGHEST;
                prefixes[i] = nulls == NullOrder.LOWEST ? Long.MIN_VALUE : Long.MAX_VALUE;
            } else {
                int position = block.getUnderlyingValuePosition(i);
                offsets[i] = values.getRawSliceOffset(position);
                lengths[i] = TextBounds.normalizedLength(type, bytes, offsets[i], values.getSliceLength(position));
                prefixes[i] = prefix(bytes, offsets[i], lengths[i]);
            }
        }
        return new ByteKeys(type, bytes, offsets, lengths, prefixes);
    }

    /** Compares a key of these with one of others. */
    int compare(int index, ByteKeys that, int thatIndex) {
        int prefix = Long.compare(prefixes[index], that.prefixes[thatIndex]);
        if (prefix != 0) {
            return prefix;
        }
        if (lengths[index] == HIGHEST || that.lengths[thatIndex] == HIGHEST) {
            return Boolean.compare(lengths[index] == HIGHEST, that.lengths[thatIndex] == HIGHEST);
        }
        return bytes.compareTo(
                offsets[index], lengths[index], that.bytes, that.offsets[thatIndex], that.lengths[thatIndex]);
    }

    /** The first bytes, in the order of signed numbers; of two keys that differ in them, this is their order. */
    long prefix(int index) {
        return prefixes[index];
    }

    boolean isOrderedByBytes(int index) {
        return TextBounds.isOrderedByBytes(type(), bytes, offsets[index], Math.max(0, lengths[index]));
    }

    Slice bytes(int index) {
        return bytes.slice(offsets[index], Math.max(0, lengths[index]));
    }

    @Override
    int size() {
        return offsets.length;
    }

    @Override
    long retainedBytes() {
        return bytes.getRetainedSize() + 16L * offsets.length;
    }

    @Override
    void write(BlockBuilder builder, int index) {
        type().writeSlice(builder, bytes(index));
    }

    /** The first bytes, in an order that a comparison of signed longs has. */
    private static long prefix(Slice bytes, int offset, int length) {
        if (length >= 8) {
            return Long.reverseBytes(bytes.getLong(offset)) ^ Long.MIN_VALUE;
        }
        long prefix = 0;
        for (int i = 0; i < length; i++) {
            prefix |= (bytes.getByte(offset + i) & 0xFFL) << (56 - 8 * i);
        }
        return prefix ^ Long.MIN_VALUE;
    }
}
