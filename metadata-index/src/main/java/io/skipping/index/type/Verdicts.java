// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

/**
 * Takes verdicts on a leaf, range by range; ranges about which nothing is said may match. What it may be told is
 * defined in the comment of {@code io.skipping.index.predicate}.
 */
public interface Verdicts {
    /** No row of the range satisfies the leaf. */
    void cannotMatch(int range);

    /** No row of the ranges from {@code from} to before {@code to} satisfies the leaf. */
    default void cannotMatch(int from, int to) {
        for (int range = from; range < to; range++) {
            cannotMatch(range);
        }
    }

    /** Every row of the range satisfies the leaf. */
    void mustMatch(int range);

    /** Every row of the ranges from {@code from} to before {@code to} satisfies the leaf. */
    default void mustMatch(int from, int to) {
        for (int range = from; range < to; range++) {
            mustMatch(range);
        }
    }

    /** Whether a verdict that cannot get better is known already, so that a costly look can be saved. */
    boolean isDecided(int range);
}
