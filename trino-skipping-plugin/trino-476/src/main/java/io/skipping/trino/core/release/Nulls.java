// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import java.util.Optional;

/** Says which positions of a block are NULL, as constructors of blocks want it. */
public final class Nulls {
    private Nulls() {}

    /**
     * Returns the NULLs of a block in the form that this release takes.
     *
     * @param isNull for each position; null if none is NULL
     */
    public static Optional<boolean[]> of(boolean[] isNull) {
        return Optional.ofNullable(isNull);
    }
}
