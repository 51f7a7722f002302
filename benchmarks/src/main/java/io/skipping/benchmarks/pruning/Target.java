// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import java.util.Locale;
import java.util.function.Predicate;

/**
 * Says what is required of an answer.
 *
 * @param text for human readers; empty if nothing is required
 */
record Target(String text, Predicate<Outcome> test) {
    static final Target NONE = new Target("", _ -> true);

    static final Target NO_OBJECT = objects(0);

    /** Limits the number of objects read, divided by the number that hold a match. If none does, none may be read. */
    static Target tightness(double most) {
        return new Target(
                String.format(Locale.ROOT, "tightness ≤ %s", most),
                outcome -> outcome.objectsRead() <= most * outcome.objectsNeeded());
    }

    static Target objects(long most) {
        return new Target("≤ %d objects".formatted(most), outcome -> outcome.objectsRead() <= most);
    }

    static Target bytes(double mostPercent) {
        return new Target(
                String.format(Locale.ROOT, "< %s %% of the bytes", mostPercent),
                outcome -> outcome.skipping().counts().bytesSent()
                        < mostPercent / 100 * outcome.plain().counts().bytesSent());
    }
}
