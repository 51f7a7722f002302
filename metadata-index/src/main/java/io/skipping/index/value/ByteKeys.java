// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import io.airlift.slice.Slice;

/**
 * Keys of the form {@link ScalarType.KeyForm#BYTES}. The first eight bytes of each key are also kept as a number,
 * because they decide most comparisons.
 */
public final class ByteKeys extends Keys {
    private final Slice bytes;
    private final int[] offsets;
    private final int[] lengths;
    private final long[] prefixes;

    /** length of a key that is greater than all others */
    private static final int HIGHEST = -1;

    private ByteKeys(ScalarType type, Slice bytes, int[] offsets, int[] lengths, long[] prefixes) {
        super(type);
        this.bytes = bytes;
        this.offsets = offsets;
        this.lengths = lengths;
        this.prefixes = prefixes;
    }

    static ByteKeys of(ScalarType type, BytesColumn column, NullOrder nulls) {
        int size = column.size();
        int[] offsets = new int[size];
        int[] lengths = new int[size];
        long[] prefixes = new long[size];
        Slice bytes = column.buffer();
        for (int i = 0; i < size; i++) {
            if (column.isNull(i)) {
                lengths[i] = nulls == NullOrder.LOWEST ? 0 : HIGHEST;
                prefixes[i] = nulls == NullOrder.LOWEST ? Long.MIN_VALUE : Long.MAX_VALUE;
            } else {
                offsets[i] = column.offset(i);
                // an index written by another program may contain the padding of char
                lengths[i] = TextKeys.normalizedLength(type, bytes, offsets[i], column.length(i));
                prefixes[i] = prefix(bytes, offsets[i], lengths[i]);
            }
        }
        return new ByteKeys(type, bytes, offsets, lengths, prefixes);
    }

    /** Compares a key with a key of another vector. */
    public int compare(int index, ByteKeys that, int thatIndex) {
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

    /**
     * Returns the first bytes as a number. If two keys differ in them, signed comparison of the numbers gives the order
     * of the keys.
     */
    long prefix(int index) {
        return prefixes[index];
    }

    boolean isOrderedByBytes(int index) {
        return TextKeys.isOrderedByBytes(type(), bytes, offsets[index], Math.max(0, lengths[index]));
    }

    /** Returns a view of a key's bytes; empty for the key that stands for the highest value. */
    public Slice bytes(int index) {
        return bytes.slice(offsets[index], Math.max(0, lengths[index]));
    }

    @Override
    public int size() {
        return offsets.length;
    }

    @Override
    public Key key(int index) {
        return Key.of(bytes(index));
    }

    @Override
    public long retainedBytes() {
        return bytes.getRetainedSize() + 16L * offsets.length;
    }

    /** Returns the first bytes as a number whose signed order is the order of the bytes. */
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
