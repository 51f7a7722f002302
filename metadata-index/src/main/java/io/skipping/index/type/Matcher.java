// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

/** What one index says of one leaf about every range that it has a summary of. Immutable and thread-safe. */
public interface Matcher {
    /** What a matcher takes for a range if it does not say, in nanoseconds. */
    int USUAL_NANOS = 100;

    /** Says what follows for the ranges from {@code from} to before {@code to}. Of what it does not know it says nothing. */
    void match(int from, int to, Verdicts verdicts);

    /** How long it takes for a range, roughly. Of a conjunction, the cheapest is asked first, and the others only for what is left. */
    default int nanosPerRange() {
        return USUAL_NANOS;
    }

    /** @param matcher whose own cost does not count */
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
