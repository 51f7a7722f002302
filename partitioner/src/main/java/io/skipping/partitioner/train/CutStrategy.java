// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import java.util.Comparator;
import java.util.List;

/** Decides how a bucket is cut. */
public abstract class CutStrategy {
    CutStrategy() {}

    /** Returns a strategy that cuts the columns in turn, at their medians. */
    public static CutStrategy roundRobin() {
        return new RoundRobin();
    }

    /**
     * Returns a strategy that cuts the column in which the bucket is longest, relative to what past queries ask of it,
     * at its median.
     */
    public static CutStrategy queryShape() {
        return new QueryShape();
    }

    /** Returns a strategy that cuts at the median that makes the boxes of the two sides smallest. */
    public static CutStrategy compactness() {
        return new Compactness();
    }

    /** Returns a strategy that cuts where most past queries can skip one of the sides. */
    public static CutStrategy queryDriven() {
        return new QueryDriven();
    }

    /**
     * Returns the best cuts of a bucket of at least two partitions, best first; none if all records are equal.
     *
     * @param most the maximum number of cuts
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

    /** Returns the best of the balanced cuts. */
    abstract List<Cut> balanced(Bucket bucket, List<Cut> medians, int most);

    /** Returns how many cuts are worth following to the leaves, if queries are known. */
    int lookahead() {
        return 1;
    }

    /** Returns how many levels remain until a column's turn; 0 if it is its turn. */
    static int turn(Bucket bucket, int column) {
        return Math.floorMod(column - bucket.depth(), bucket.sample().columns().size());
    }
}
