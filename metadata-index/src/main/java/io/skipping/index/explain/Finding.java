// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.explain;

import static java.util.Objects.requireNonNull;

/**
 * States what an index decides of a condition, or why it decides nothing.
 *
 * @param excludes whether the index by itself excludes at least half of what there is
 * @param reason what the condition leaves, and why
 */
public record Finding(boolean excludes, String reason, Remedy remedy) {
    public Finding {
        requireNonNull(reason, "reason is null");
        requireNonNull(remedy, "remedy is null");
    }

    /** Returns that nothing helps. */
    public static Finding tooMuch(String reason) {
        return new Finding(false, reason, Remedy.NONE);
    }

    public static Finding tooMuch(String reason, Remedy remedy) {
        return new Finding(false, reason, remedy);
    }

    /** Returns the finding in one line, as EXPLAIN shows it. */
    public String text() {
        return remedy.equals(Remedy.NONE) ? reason : "%s: %s".formatted(reason, remedy.text());
    }
}
