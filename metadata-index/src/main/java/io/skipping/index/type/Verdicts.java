// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

/**
 * Collects verdicts on a leaf, range by range. A range without a verdict may match. The comment of
 * {@code io.skipping.index.predicate} defines when each verdict is sound.
 */
public interface Verdicts {
    /** Sets the verdict that no row of the range satisfies the leaf. */
    void cannotMatch(int range);

    /**
     * Sets the verdict that no row of the ranges from {@code from}, inclusive, to {@code to}, exclusive, satisfies the
     * leaf.
     */
    default void cannotMatch(int from, int to) {
        for (int range = from; range < to; range++) {
            cannotMatch(range);
        }
    }

    /** Sets the verdict that every row of the range satisfies the leaf. */
    void mustMatch(int range);

    /**
     * Sets the verdict that every row of the ranges from {@code from}, inclusive, to {@code to}, exclusive, satisfies
     * the leaf.
     */
    default void mustMatch(int from, int to) {
        for (int range = from; range < to; range++) {
            mustMatch(range);
        }
    }

    /**
     * Returns whether the range already has a verdict that cannot improve, so that a costly evaluation can be skipped.
     */
    boolean isDecided(int range);
}
