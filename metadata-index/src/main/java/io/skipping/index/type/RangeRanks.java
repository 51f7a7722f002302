// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.value.Key;
import java.util.List;

/**
 * Some of the values of one column in one range, by their place among all of them in order, counted from either end. NULLs and
 * NaNs are not counted, equal values are counted each.
 *
 * @param smallest in ascending order of their ranks, counted from the smallest value
 * @param largest in ascending order of their ranks, counted from the largest value
 */
public record RangeRanks(List<Ranked> smallest, List<Ranked> largest) {
    /** Nothing is known. */
    public static final RangeRanks NONE = new RangeRanks(ImmutableList.of(), ImmutableList.of());

    public RangeRanks {
        smallest = ImmutableList.copyOf(smallest);
        largest = ImmutableList.copyOf(largest);
    }

    /**
     * A value that so many rows, the one that has it among them, do not go beyond.
     *
     * @param rank 1 for the outermost value
     * @param value that has this rank
     */
    public record Ranked(long rank, Key value) {
        public Ranked {
            checkArgument(rank > 0, "a rank of %s", rank);
            requireNonNull(value, "value is null");
        }
    }
}
