// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

/** Derives verdicts on ranges from one index for one leaf. Immutable and thread-safe. */
public interface Matcher {
    /** Default cost of a matcher per range, in nanoseconds. */
    int USUAL_NANOS = 100;

    /**
     * Sets the verdicts on the ranges from {@code from}, inclusive, to {@code to}, exclusive. It leaves a range alone
     * if it proves nothing about it.
     */
    void match(int from, int to, Verdicts verdicts);

    /**
     * Returns the approximate cost per range, in nanoseconds. In a conjunction, the cheapest matcher runs first, and
     * the others only on the ranges that are left.
     */
    default int nanosPerRange() {
        return USUAL_NANOS;
    }

    /**
     * Returns a matcher with a given cost.
     *
     * @param matcher does the work; its own cost is ignored
     */
    static Matcher of(int nanosPerRange, Matcher matcher) {
        return new Matcher() {
            @Override
            public void match(int from, int to, Verdicts verdicts) {
                matcher.match(from, to, verdicts);
            }

            @Override
            public int nanosPerRange() {
                return nanosPerRange;
            }
        };
    }
}
