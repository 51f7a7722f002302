// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import java.util.Comparator;
import java.util.List;

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

    /** The median that makes the boxes of the two sides smallest. */
    public static CutStrategy compactness() {
        return new Compactness();
    }

    /** Where most past queries are spared one of the sides. */
    public static CutStrategy queryDriven() {
        return new QueryDriven();
    }

    /**
     * The best cuts of a bucket of two partitions at least, best first; none if all records are equal.
     *
     * @param most cuts that are wanted
     */
    final List<Cut> choose(Bucket bucket, int most) {
        List<Cut> medians = bucket.medians();
        List<Cut> balanced = balanced(bucket, medians, most);
        return balanced.isEmpty()
                ? medians.stream()
                        .min(Comparator.comparingDouble(Cut::miss))
                        .map(List::of)
                        .orElse(List.of())
                : balanced;
    }

    /** The best of the balanced cuts. */
    abstract List<Cut> balanced(Bucket bucket, List<Cut> medians, int most);

    /** How many cuts are worth to be followed to their end, when queries are known. */
    int lookahead() {
        return 1;
    }

    /** How far a column's turn is at some depth: 0 if it is its turn. */
    static int turn(Bucket bucket, int column) {
        return Math.floorMod(column - bucket.depth(), bucket.sample().columns().size());
    }
}
