// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import java.util.Optional;

/** Handles arrays that say which positions of a column are NULL. */
final class Nulls {
    private Nulls() {}

    static boolean hasNull(Optional<boolean[]> nulls) {
        if (nulls.isPresent()) {
            for (boolean isNull : nulls.get()) {
                if (isNull) {
                    return true;
                }
            }
        }
        return false;
    }

    static Optional<boolean[]> select(Optional<boolean[]> nulls, int[] positions) {
        return nulls.map(all -> {
            boolean[] selected = new boolean[positions.length];
            for (int i = 0; i < positions.length; i++) {
                selected[i] = all[positions[i]];
            }
            return selected;
        });
    }

    static long retainedBytes(Optional<boolean[]> nulls) {
        return nulls.map(all -> (long) all.length).orElse(0L);
    }
}
