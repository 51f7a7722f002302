// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import java.util.List;
import java.util.Optional;

/**
 * Describes an object of a table as it is now.
 *
 * @param bytes its size
 * @param bounds the interval from the lowest to the highest value of each column of a layout, in its order; empty if the
 *     object has only NULL and NaN there
 */
public record KnownObject(long bytes, List<Optional<Interval>> bounds) {
    public KnownObject {
        bounds = List.copyOf(bounds);
    }

    /**
     * Returns the bounds in the ranks of a sample. A value between two values of the sample gets the rank of the upper
     * one.
     */
    Box box(Sample sample) {
        Box box = new Box(bounds.size());
        for (int number = 0; number < bounds.size(); number++) {
            RankedColumn values = sample.column(number);
            int column = number;
            bounds.get(column).ifPresent(interval -> {
                int last = values.distinct() - 1;
                Interval.Bound above = interval.above();
                int low = Math.min(last, interval.below().rank(values));
                int high = above == null ? last : above.rank(values) - 1;
                box.add(column, low, Math.max(low, high));
            });
        }
        return box;
    }
}
