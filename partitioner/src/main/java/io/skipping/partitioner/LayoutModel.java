// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Assigns each record to a partition. A model is a pure function, immutable and thread-safe.
 *
 * <p>Every record has a partition, including records with NULL, NaN, infinities, or values that no record had when the
 * model was trained. A record's partition affects performance but never correctness: an index describes what each
 * object contains.
 */
public sealed interface LayoutModel permits GridModel, KdTreeModel, CurveModel {
    /** Is the maximum number of partitions of a model. */
    int MOST_PARTITIONS = 1_000_000;

    /** Returns the columns that a row must have, in this order. */
    List<Column> columns();

    /**
     * Returns whether rows with other columns can be given to the model. A sample as CSV does not know the scales of its
     * decimals.
     */
    default boolean fits(List<Column> others) {
        List<Column> columns = columns();
        return columns.size() == others.size()
                && IntStream.range(0, columns.size())
                        .allMatch(index -> columns.get(index).fits(others.get(index)));
    }

    /** Returns the number of partitions. Some may never be used. */
    int partitions();

    /** Returns the partition of a record, from 0 to {@link #partitions()} − 1. */
    int partition(Row row);

    /**
     * Returns the number if a model may have that many partitions.
     *
     * @throws IllegalArgumentException otherwise
     */
    static int checkPartitions(int partitions) {
        if (partitions < 1 || partitions > MOST_PARTITIONS) {
            throw new IllegalArgumentException(
                    "Number of partitions must be 1 to %d: %d".formatted(MOST_PARTITIONS, partitions));
        }
        return partitions;
    }
}
