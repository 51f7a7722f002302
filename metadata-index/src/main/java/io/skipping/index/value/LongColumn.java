// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** Holds a column of keys of the form {@link ScalarType.KeyForm#LONG}. */
public final class LongColumn extends KeyColumn {
    private final long[] keys;

    /**
     * Creates a column.
     *
     * @param keys not copied; ignored for a NULL
     * @param nulls one entry for each key, not copied; empty if there is no NULL
     */
    public LongColumn(long[] keys, Optional<boolean[]> nulls) {
        super(keys.length, nulls);
        this.keys = requireNonNull(keys, "keys is null");
    }

    /** Returns the keys without copying them; the caller must not change them. */
    public long[] keys() {
        return keys;
    }

    public long key(int position) {
        return keys[position];
    }

    /** Returns whether a boolean is TRUE; false for NULL. */
    public boolean isTrue(int position) {
        return !isNull(position) && keys[position] != 0;
    }

    @Override
    public LongColumn select(int[] positions) {
        long[] selected = new long[positions.length];
        for (int i = 0; i < positions.length; i++) {
            selected[i] = keys[positions[i]];
        }
        return new LongColumn(selected, selectNulls(positions));
    }

    @Override
    public long retainedBytes() {
        return 8L * keys.length + nullBytes();
    }
}
