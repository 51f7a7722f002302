// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import java.util.Optional;

/** Says which positions of a block are NULL, as constructors of blocks want it. */
public final class Nulls {
    private Nulls() {}

    /**
     * Returns a bitmap in which the positions that are not NULL are set, 64 to a word, the first position in the lowest
     * bit.
     *
     * @param isNull for each position; null if none is NULL
     */
    public static Optional<long[]> of(boolean[] isNull) {
        if (isNull == null) {
            return Optional.empty();
        }
        long[] isValid = new long[(isNull.length + Long.SIZE - 1) / Long.SIZE];
        for (int position = 0; position < isNull.length; position++) {
            if (!isNull[position]) {
                isValid[position / Long.SIZE] |= 1L << position;
            }
        }
        return Optional.of(isValid);
    }
}
