// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.trino.spi.type.BooleanType.BOOLEAN;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.ValueBlock;
import io.trino.spi.block.VariableWidthBlock;
import io.trino.spi.type.CharType;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Optional;

/** Extremes of text and bytes. */
final class ByteExtremes implements Extremes {
    private final Type type;
    private final int limit;
    private final ByteBuffer minimum = new ByteBuffer();
    private final ByteBuffer maximum = new ByteBuffer();
    private boolean isEmpty = true;
    /** whether a value was seen that is not ordered by its bytes, after which nothing is known of the extremes */
    private boolean unordered;

    /** @param limit most bytes that a bound may have */
    ByteExtremes(Type type, int limit) {
        this.type = type;
        this.limit = limit;
    }

    @Override
    public void add(ValueBlock values, int[] positions, int count) {
        VariableWidthBlock block = (VariableWidthBlock) values;
        Slice bytes = block.getRawSlice();
        for (int i = 0; i < count; i++) {
            int offset = block.getRawSliceOffset(positions[i]);
            int length = TextBounds.normalizedLength(type, bytes, offset, block.getSliceLength(positions[i]));
            if (!TextBounds.isOrderedByBytes(type, bytes, offset, length)) {
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
    }

    @Override
    public boolean addBounds(ValueBlock bounds) {
        // values between the bounds may hold bytes below the space, and footers may have another order of char
        if (type instanceof CharType) {
            return false;
        }
        VariableWidthBlock block = (VariableWidthBlock) bounds;
        if (block.getSlice(0).compareTo(block.getSlice(1)) > 0) {
            return false;
        }
        add(block, new int[] {0, 1}, 2);
        return true;
    }

    @Override
    public void finish(List<BlockBuilder> fields, boolean exact) {
        Optional<Slice> low = Optional.empty();
        Optional<Slice> high = Optional.empty();
        if (!isEmpty && !unordered) {
            low = Optional.of(TextBounds.lowerBound(type, minimum.get(), limit));
            high = TextBounds.upperBound(type, maximum.get(), limit);
        }
        write(fields.get(MinMaxIndexType.MIN), low);
        write(fields.get(MinMaxIndexType.MAX), high);
        BOOLEAN.writeBoolean(fields.get(MinMaxIndexType.MIN_EXACT), exact && isExact(low, minimum));
        BOOLEAN.writeBoolean(fields.get(MinMaxIndexType.MAX_EXACT), exact && isExact(high, maximum));
    }

    private static boolean isExact(Optional<Slice> bound, ByteBuffer value) {
        return bound.isPresent() && bound.get().equals(value.get());
    }

    private void write(BlockBuilder builder, Optional<Slice> bound) {
        bound.ifPresentOrElse(value -> type.writeSlice(builder, value), builder::appendNull);
    }

    @Override
    public long retainedBytes() {
        return minimum.bytes.getRetainedSize() + maximum.bytes.getRetainedSize();
    }

    /** A copy of a value: the block that it came from is soon gone. */
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
