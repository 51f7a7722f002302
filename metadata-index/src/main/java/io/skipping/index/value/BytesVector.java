// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;

/**
 * Values whose keys have the form {@link ScalarType.KeyForm#BYTES}, as slices of a buffer that belongs to the engine.
 */
public final class BytesVector extends ValueVector {
    private Slice buffer = Slices.EMPTY_SLICE;
    private int[] offsets = new int[0];
    private int[] lengths = new int[0];

    /**
     * Takes a buffer without copying it and makes room for {@code count} keys in it. The caller writes these with
     * {@link #set}.
     */
    public void fill(Slice newBuffer, int count) {
        buffer = requireNonNull(newBuffer, "newBuffer is null");
        if (offsets.length < count) {
            int capacity = Math.max(count, 2 * offsets.length);
            offsets = new int[capacity];
            lengths = new int[capacity];
        }
    }

    /** Sets the place of a key in the buffer, in bytes. */
    public void set(int value, int offset, int length) {
        offsets[value] = offset;
        lengths[value] = length;
    }

    /** Returns the buffer that {@link #offset} refers to. */
    public Slice buffer() {
        return buffer;
    }

    /** Returns where a value begins in {@link #buffer}. */
    public int offset(int value) {
        return offsets[value];
    }

    /** Returns the length of a value in bytes. */
    public int length(int value) {
        return lengths[value];
    }

    /** Returns a view of a value, valid until the vector is filled again. */
    public Slice slice(int value) {
        return buffer.slice(offsets[value], lengths[value]);
    }

    @Override
    public Key key(int value) {
        return Key.of(slice(value));
    }

    /** Returns the approximate heap size in bytes, without the buffer, which the engine holds. */
    @Override
    public long retainedBytes() {
        return super.retainedBytes() + 8L * offsets.length;
    }
}
