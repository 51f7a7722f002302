// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

/**
 * A way to divide a bucket.
 *
 * @param fromRank the first rank of the upper side
 * @param bound a bound of a query to cut at; null to cut in the gap between two values
 * @param weightBelow what the lower side weighs
 * @param partitionsBelow how many partitions it becomes
 * @param miss how far the lower side's weight is from its aim, its part of the bucket's weight
 * @param balanced whether both sides weigh what so many partitions should, within the tolerance
 */
record Cut(
        int column,
        int fromRank,
        Interval.Bound bound,
        double weightBelow,
        int partitionsBelow,
        double miss,
        boolean balanced) {}
