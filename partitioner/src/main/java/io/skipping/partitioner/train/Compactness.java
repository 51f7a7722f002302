// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

final class Compactness extends CutStrategy {
    @Override
    Optional<Cut> balanced(Bucket bucket, List<Cut> medians) {
        return IntStream.range(0, bucket.sample().columns().size())
                .mapToObj(bucket::balancedCuts)
                .flatMap(List::stream)
                .min(order(bucket))
                .map(Bucket.CutBoxes::cut);
    }

    /** The most compact cut first. */
    static Comparator<Bucket.CutBoxes> order(Bucket bucket) {
        return Comparator.<Bucket.CutBoxes>comparingDouble(cut -> volume(bucket, cut))
                .thenComparingDouble(
                        cut -> Math.abs(cut.cut().weightBelow() / bucket.weight() - 0.5))
                .thenComparingInt(cut -> turn(bucket, cut.cut().column()));
    }

    /** Of both sides together, as a part of the bucket's. */
    static double volume(Bucket bucket, Bucket.CutBoxes cut) {
        return cut.below().volume(bucket.sample(), bucket.box())
                + cut.above().volume(bucket.sample(), bucket.box());
    }
}
