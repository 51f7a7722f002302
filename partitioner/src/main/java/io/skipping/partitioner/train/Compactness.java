// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import java.util.Comparator;
import java.util.List;

/** Implements {@link CutStrategy#compactness}. */
final class Compactness extends CutStrategy {
    @Override
    List<Cut> balanced(Bucket bucket, List<Cut> medians, int most) {
        return medians.stream()
                .filter(Cut::balanced)
                .map(bucket::boxes)
                .sorted(order(bucket))
                .map(Bucket.Sides::cut)
                .limit(most)
                .toList();
    }

    /** Returns the order of cuts, most compact first. */
    static Comparator<Bucket.Sides> order(Bucket bucket) {
        return Comparator.<Bucket.Sides>comparingDouble(sides -> volume(bucket, sides))
                .thenComparingDouble(sides -> Math.abs(sides.cut().weightBelow() / bucket.weight() - 0.5))
                .thenComparingInt(sides -> turn(bucket, sides.cut().column()));
    }

    /** Returns the volume of both sides together, as a share of the bucket's. */
    private static double volume(Bucket bucket, Bucket.Sides sides) {
        return sides.below().volume(bucket.sample(), bucket.box())
                + sides.above().volume(bucket.sample(), bucket.box());
    }
}
