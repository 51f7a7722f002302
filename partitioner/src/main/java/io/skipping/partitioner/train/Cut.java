// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

/**
 * Describes a way to divide a bucket.
 *
 * @param fromRank the first rank of the upper side
 * @param bound the bound of a query at which to cut; null to cut in the gap between two values
 * @param weightBelow the weight of the lower side
 * @param partitionsBelow the number of partitions of the lower side
 * @param miss how far the lower side's weight is from its target, its share of the bucket's weight
 * @param balanced whether the weights of both sides fit their numbers of partitions, within the tolerance
 */
record Cut(
        int column,
        int fromRank,
        Interval.Bound bound,
        double weightBelow,
        int partitionsBelow,
        double miss,
        boolean balanced) {}
