// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.Optional;

/**
 * Handles zeros of both signs. A set of values has only one zero, as comparisons do. A lookup of a value in a list may
 * tell -0.0 from +0.0: an engine's IN may compare bits for a short list and numbers for a long one, and a reader may
 * consult a Bloom filter.
 */
public final class SignedZeros {
    /** The zero of both floating-point types. */
    private static final Key ZERO = Key.of(0);

    private SignedZeros() {}

    /**
     * Returns whether zero is a single value of the set, or a single value that the set leaves out. A condition with
     * such a set may have been a lookup, so that zeros of either sign may or may not satisfy it.
     */
    public static boolean isLookedUp(KeySet values) {
        if (!values.type().isFloatingPoint()) {
            return false;
        }
        for (int k = 0; k < values.count(); k++) {
            KeyRange range = values.range(k);
            if (range.isSingle() && range.low().get().equals(ZERO)) {
                return true;
            }
            // keys have no value between -1 and 0, or between 0 and 1
            boolean zeroComesNext = range.high().equals(Optional.of(Key.of(-1)));
            if (zeroComesNext
                    && k + 1 < values.count()
                    && values.range(k + 1).low().equals(Optional.of(Key.of(1)))) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a key is that of a zero of real or double, with either sign. */
    public static boolean isZero(ScalarType type, Key value) {
        return type.isFloatingPoint() && value.equals(ZERO);
    }

    static KeySet zero(ScalarType type) {
        return KeySet.ofValues(type, List.of(ZERO)).orElseThrow();
    }
}
