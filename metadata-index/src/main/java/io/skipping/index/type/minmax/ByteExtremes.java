// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.minmax;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.type.SummaryWriter;
import io.skipping.index.value.BytesVector;
import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.Key;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.TextKeys;
import io.skipping.index.value.ValueVector;
import java.util.Arrays;
import java.util.Optional;

/**
 * Finds the extremes of text and bytes. Most values lie between them, and share more bytes with one than the extremes share with
 * each other: then one comparison decides both.
 */
final class ByteExtremes implements Extremes {
    private final ScalarType type;
    private final int limit;
    private final Extreme minimum = new Extreme();
    private final Extreme maximum = new Extreme();
    /** number of leading bytes that both extremes have */
    private int common;

    private boolean isEmpty = true;
    /** whether a value was seen that does not order as its bytes do; then the extremes are unknown */
    private boolean unordered;

    /** @param limit maximum size of a bound in bytes */
    ByteExtremes(ScalarType type, int limit) {
        this.type = type;
        this.limit = limit;
    }

    @Override
    public void add(ValueVector values) {
        BytesVector vector = (BytesVector) values;
        Slice bytes = vector.buffer();
        int count = vector.valueCount();
        for (int i = 0; i < count; i++) {
            add(bytes, vector.offset(i), vector.length(i));
        }
    }

    private void add(Slice bytes, int offset, int length) {
        if (!TextKeys.isOrderedByBytes(type, bytes, offset, length)) {
            unordered = true;
        }
        int from = bytes.byteArrayOffset() + offset;
        add(bytes.byteArray(), from, from + length);
    }

    private void add(byte[] bytes, int from, int to) {
        if (isEmpty) {
            isEmpty = false;
            minimum.set(bytes, from, to);
            maximum.set(bytes, from, to);
            common = to - from;
            return;
        }
        int same = minimum.mismatch(bytes, from, to);
        if (same < 0) {
            return;
        }
        if (!minimum.isBelow(bytes, from, to, same)) {
            minimum.set(bytes, from, to);
        } else if (same > common) {
            // it has the byte of the minimum where the maximum has a larger one
            return;
        } else if (same < common || maximum.isBelow(bytes, from, to, common)) {
            maximum.set(bytes, from, to);
        } else {
            return;
        }
        int different = minimum.mismatch(maximum.bytes, 0, maximum.length);
        common = different < 0 ? minimum.length : different;
    }

    @Override
    public boolean addBounds(Key low, Key high) {
        // values between the bounds may contain bytes below the space, and footers may use another order of char
        if (type.kind() == ScalarType.Kind.CHAR || low.compareTo(high) > 0) {
            return false;
        }
        add(low.asBytes(), 0, low.asBytes().length());
        add(high.asBytes(), 0, high.asBytes().length());
        return true;
    }

    @Override
    public void finish(SummaryWriter to, boolean exact) {
        Optional<Slice> low = Optional.empty();
        Optional<Slice> high = Optional.empty();
        if (!isEmpty && !unordered) {
            low = Optional.of(TextKeys.lowerBound(type, minimum.get(), limit));
            high = TextKeys.upperBound(type, maximum.get(), limit);
        }
        write(to.field(MinMaxIndexType.MIN), low);
        write(to.field(MinMaxIndexType.MAX), high);
        to.field(MinMaxIndexType.MIN_EXACT).append(exact && isExact(low, minimum));
        to.field(MinMaxIndexType.MAX_EXACT).append(exact && isExact(high, maximum));
    }

    private static boolean isExact(Optional<Slice> bound, Extreme value) {
        return bound.isPresent() && bound.get().equals(value.get());
    }

    private static void write(ColumnBuilder field, Optional<Slice> bound) {
        bound.ifPresentOrElse(field::append, field::appendNull);
    }

    @Override
    public long retainedBytes() {
        return minimum.bytes.length + maximum.bytes.length;
    }

    /** Holds a copy of a value, because the vector's buffer is reused. */
    private static final class Extreme {
        private byte[] bytes = new byte[0];
        private int length;

        void set(byte[] source, int from, int to) {
            length = to - from;
            if (bytes.length < length) {
                bytes = new byte[Math.max(length, 2 * bytes.length)];
            }
            System.arraycopy(source, from, bytes, 0, length);
        }

        /** Returns the number of leading bytes that another value has, too; -1 if it is the same. */
        int mismatch(byte[] other, int from, int to) {
            return Arrays.mismatch(bytes, 0, length, other, from, to);
        }

        /**
         * Returns whether another value is greater.
         *
         * @param same a number of leading bytes that it has, too
         */
        boolean isBelow(byte[] other, int from, int to, int same) {
            int start = from + same;
            if (same == length || start == to) {
                return start < to;
            }
            int difference = Byte.compareUnsigned(bytes[same], other[start]);
            return difference < 0
                    || difference == 0 && Arrays.compareUnsigned(bytes, same, length, other, start, to) < 0;
        }

        Slice get() {
            return Slices.wrappedBuffer(bytes, 0, length);
        }
    }
}
