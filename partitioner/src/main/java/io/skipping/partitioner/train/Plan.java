// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

/**
 * Describes how a bucket is divided down to its partitions. It does not hold the buckets themselves, whose records would
 * take the memory of the whole sample once for each level of the tree.
 *
 * @param cut null for a single partition
 * @param below the plan of the lower side; null for a single partition
 * @param above the plan of the upper side; null for a single partition
 * @param cost how much weight past queries read of all partitions together
 */
record Plan(Cut cut, Plan below, Plan above, double cost) {
    static Plan leaf(Bucket bucket) {
        return new Plan(null, null, null, bucket.cost());
    }

    static Plan of(Cut cut, Plan below, Plan above) {
        return new Plan(cut, below, above, below.cost() + above.cost());
    }
}
