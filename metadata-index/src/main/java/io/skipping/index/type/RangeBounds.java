// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static java.util.Objects.requireNonNull;

import io.skipping.index.value.Key;
import java.util.Optional;

/**
 * Holds bounds of the values of one column in one range. They answer what verdicts do not: which range has the largest
 * values, or what the largest value is.
 *
 * @param nulls number of NULLs
 * @param minimum no value other than NaN is smaller; empty if there is no value or nothing is known
 * @param maximum no value other than NaN is larger; empty if there is no value or nothing is known
 * @param minimumExact whether the minimum is the value of a row
 * @param maximumExact whether the maximum is the value of a row
 * @param mayHoldNan whether a row may be NaN, which is in neither bound
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
