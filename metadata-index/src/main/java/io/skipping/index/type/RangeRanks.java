// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.value.Key;
import java.util.List;

/**
 * Holds some of the values of one column in one range with their ranks, counted from either end of the sorted values.
 * NULLs and NaNs are not counted; equal values are counted individually.
 *
 * @param smallest in ascending order of their ranks, counted from the smallest value
 * @param largest in ascending order of their ranks, counted from the largest value
 */
public record RangeRanks(List<Ranked> smallest, List<Ranked> largest) {
    /** Says that nothing is known. */
    public static final RangeRanks NONE = new RangeRanks(ImmutableList.of(), ImmutableList.of());

    public RangeRanks {
        smallest = ImmutableList.copyOf(smallest);
        largest = ImmutableList.copyOf(largest);
    }

    /**
     * Holds a value with its rank: at least {@code rank} rows, one of which has the value, are not beyond it as seen from the
     * end where counting starts.
     *
     * @param rank 1 for the outermost value
     * @param value value with this rank
     */
    public record Ranked(long rank, Key value) {
        public Ranked {
            checkArgument(rank > 0, "a rank of %s", rank);
            requireNonNull(value, "value is null");
        }
    }
}
