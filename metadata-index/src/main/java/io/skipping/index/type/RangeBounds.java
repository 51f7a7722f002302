// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static java.util.Objects.requireNonNull;

import io.skipping.index.value.Key;
import java.util.Optional;

/**
 * Bounds of the values of one column in one range, for what verdicts do not say: which range has the largest values, or what
 * the largest value is.
 *
 * @param nulls number of NULLs
 * @param minimum no value that compares is smaller; empty if there is none, or nothing is known
 * @param maximum no value that compares is larger; empty if there is none, or nothing is known
 * @param minimumExact whether some row has the minimum
 * @param maximumExact whether some row has the maximum
 * @param mayHoldNan whether some row may be NaN, which is in neither bound
 */
public record RangeBounds(
        long nulls,
        Optional<Key> minimum,
        Optional<Key> maximum,
        boolean minimumExact,
        boolean maximumExact,
        boolean mayHoldNan) {
    public RangeBounds {
        requireNonNull(minimum, "minimum is null");
        requireNonNull(maximum, "maximum is null");
    }
}
