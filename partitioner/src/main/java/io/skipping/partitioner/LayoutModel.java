// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import java.util.List;

/**
 * Which record goes to which partition: a pure function, immutable and thread-safe.
 *
 * <p>Every record has a partition, also one with NULL, NaN, infinities, or values that no record had when the model was
 * made. Where a record goes is never a question of right or wrong: an index says what is where.
 */
public sealed interface LayoutModel permits GridModel, KdTreeModel, CurveModel {
    int MOST_PARTITIONS = 1_000_000;

    /** What a row must have, in this order. */
    List<Column> columns();

    /** How many partitions there are; some may never be used. */
    int partitions();

    /** From 0 to {@link #partitions()} − 1. */
    int partition(Row row);

    /** Refuses a number of partitions that no model may have. */
    static int checkPartitions(int partitions) {
        if (partitions < 1 || partitions > MOST_PARTITIONS) {
            throw new IllegalArgumentException(
                    "Number of partitions must be 1 to %d: %d".formatted(MOST_PARTITIONS, partitions));
        }
        return partitions;
    }
}
