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
import java.util.Optional;

/** Finds the extremes of text and bytes. */
final class ByteExtremes implements Extremes {
    private final ScalarType type;
    private final int limit;
    private final ByteBuffer minimum = new ByteBuffer();
    private final ByteBuffer maximum = new ByteBuffer();
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
        if (isEmpty) {
            minimum.set(bytes, offset, length);
            maximum.set(bytes, offset, length);
            isEmpty = false;
        } else if (minimum.compareTo(bytes, offset, length) > 0) {
            minimum.set(bytes, offset, length);
        } else if (maximum.compareTo(bytes, offset, length) < 0) {
            maximum.set(bytes, offset, length);
        }
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

    private static boolean isExact(Optional<Slice> bound, ByteBuffer value) {
        return bound.isPresent() && bound.get().equals(value.get());
    }

    private static void write(ColumnBuilder field, Optional<Slice> bound) {
        bound.ifPresentOrElse(field::append, field::appendNull);
    }

    @Override
    public long retainedBytes() {
        return minimum.bytes.getRetainedSize() + maximum.bytes.getRetainedSize();
    }

    /** Holds a copy of a value, because the vector's buffer is reused. */
    private static final class ByteBuffer {
        private Slice bytes = Slices.EMPTY_SLICE;
        private int length;

        void set(Slice source, int offset, int newLength) {
            if (bytes.length() < newLength) {
                bytes = Slices.allocate(Math.max(newLength, 2 * bytes.length()));
            }
            bytes.setBytes(0, source, offset, newLength);
            length = newLength;
        }

        int compareTo(Slice that, int offset, int thatLength) {
            return bytes.compareTo(0, length, that, offset, thatLength);
        }

        Slice get() {
            return bytes.slice(0, length);
        }
    }
}
