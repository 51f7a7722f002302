// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

import io.skipping.index.value.Key;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import java.util.List;

/**
 * Handles zeros of both signs. A set of values has only one zero, as comparisons do. A lookup of a value in a list may
 * tell -0.0 from +0.0: an engine's IN may compare bits for a short list and numbers for a long one, and a reader may
 * consult a Bloom filter.
 */
public final class SignedZeros {
    /** The zero of both floating-point types. */
    private static final Key ZERO = Key.of(0);

    private SignedZeros() {}

    /** Returns whether a key is that of a zero of real or double, with either sign. */
    public static boolean isZero(ScalarType type, Key value) {
        return type.isFloatingPoint() && value.equals(ZERO);
    }

    /**
     * Returns whether a condition with this set may have been a lookup of zero, so that zeros of either sign may or may not
     * satisfy it: zero is a single value of the set, or a single value that it leaves out.
     */
    public static boolean isLookedUp(KeySet values) {
        return values.isZeroApart();
    }

    static boolean holdsZero(KeySet values) {
        return values.contains(ZERO);
    }

    static KeySet zero(ScalarType type) {
        return KeySet.ofValues(type, List.of(ZERO)).orElseThrow();
    }
}
