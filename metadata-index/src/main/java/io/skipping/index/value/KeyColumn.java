// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** Holds a column of keys, or of lists of keys, each of which may be NULL. Immutable and thread-safe. */
public abstract sealed class KeyColumn permits LongColumn, WideColumn, BytesColumn, ListColumn {
    private final int size;
    private final Optional<boolean[]> nulls;

    /** @param nulls one entry for each position, not copied; empty if there is no NULL */
    KeyColumn(int size, Optional<boolean[]> nulls) {
        this.size = size;
        this.nulls = requireNonNull(nulls, "nulls is null");
        nulls.ifPresent(given -> checkArgument(given.length == size, "%s NULLs of %s", given.length, size));
    }

    /** Returns the number of positions. */
    public final int size() {
        return size;
    }

    public final boolean isNull(int position) {
        return nulls.isPresent() && nulls.get()[position];
    }

    /** Returns whether at least one position is NULL. */
    public final boolean hasNull() {
        if (nulls.isPresent()) {
            for (boolean isNull : nulls.get()) {
                if (isNull) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns the values at the given positions, in that order. */
    public abstract KeyColumn select(int[] positions);

    /** Returns the approximate heap size in bytes. */
    public abstract long retainedBytes();

    final Optional<boolean[]> selectNulls(int[] positions) {
        return nulls.map(all -> {
            boolean[] selected = new boolean[positions.length];
            for (int i = 0; i < positions.length; i++) {
                selected[i] = all[positions[i]];
            }
            return selected;
        });
    }

    final long nullBytes() {
        return nulls.map(all -> (long) all.length).orElse(0L);
    }
}
