// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import java.util.Optional;

/**
 * Holds a column of keys of the form {@link ScalarType.KeyForm#BYTES}. All keys are in one buffer, where they may overlap.
 */
public final class BytesColumn extends KeyColumn {
    private final Slice bytes;
    private final int[] offsets;
    private final int[] lengths;

    /**
     * Creates a column.
     *
     * @param bytes buffer that contains all keys; not copied
     * @param offsets where each key begins; ignored for a NULL
     * @param lengths length of each key in bytes; ignored for a NULL
     * @param nulls one entry for each key, not copied; empty if there is no NULL
     */
    public BytesColumn(Slice bytes, int[] offsets, int[] lengths, Optional<boolean[]> nulls) {
        super(offsets.length, nulls);
        this.bytes = requireNonNull(bytes, "bytes is null");
        this.offsets = requireNonNull(offsets, "offsets is null");
        this.lengths = requireNonNull(lengths, "lengths is null");
        checkArgument(offsets.length == lengths.length, "%s offsets, %s lengths", offsets.length, lengths.length);
    }

    /** Returns the buffer that {@link #offset} refers to. */
    public Slice buffer() {
        return bytes;
    }

    /** Returns where a key begins in {@link #buffer}. */
    public int offset(int position) {
        return offsets[position];
    }

    /** Returns the length of a key in bytes. */
    public int length(int position) {
        return lengths[position];
    }

    /** Returns a view of a key. */
    public Slice slice(int position) {
        return bytes.slice(offsets[position], lengths[position]);
    }

    @Override
    public BytesColumn select(int[] positions) {
        int[] selectedOffsets = new int[positions.length];
        int[] selectedLengths = new int[positions.length];
        for (int i = 0; i < positions.length; i++) {
            selectedOffsets[i] = offsets[positions[i]];
            selectedLengths[i] = lengths[positions[i]];
        }
        return new BytesColumn(bytes, selectedOffsets, selectedLengths, selectNulls(positions));
    }

    @Override
    public long retainedBytes() {
        return bytes.getRetainedSize() + 8L * offsets.length + nullBytes();
    }
}
