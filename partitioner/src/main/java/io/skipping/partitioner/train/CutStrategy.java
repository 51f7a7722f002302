// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** How a bucket is cut. */
public abstract class CutStrategy {
    CutStrategy() {}

    /** The column whose turn it is, at its median. */
    public static CutStrategy roundRobin() {
        return new RoundRobin();
    }

    /** The column in which the bucket is longest, in units of what past queries ask of it, at its median. */
    public static CutStrategy queryShape() {
        return new QueryShape();
    }

    /** Where the boxes of the two sides are smallest. */
    public static CutStrategy compactness() {
        return new Compactness();
    }

    /** Where most past queries are spared one of the sides. */
    public static CutStrategy queryDriven() {
        return new QueryDriven();
    }

    /** A cut of a bucket of two partitions at least; empty if all records are equal. */
    final Optional<Cut> choose(Bucket bucket) {
        List<Cut> medians = bucket.medians();
        if (medians.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                balanced(bucket, medians).orElseGet(() -> medians.stream()
                        .min(Comparator.comparingDouble(Cut::miss))
                        .orElseThrow()));
    }

    /** The best of the balanced cuts; empty if there is none. */
    abstract Optional<Cut> balanced(Bucket bucket, List<Cut> medians);

    /** How far a column's turn is at some depth: 0 if it is its turn. */
    static int turn(Bucket bucket, int column) {
        return Math.floorMod(column - bucket.depth(), bucket.sample().columns().size());
    }
}
