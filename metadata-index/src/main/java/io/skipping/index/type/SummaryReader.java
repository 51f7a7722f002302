// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.value.Key;
import java.util.List;
import java.util.Optional;

/** Provides the summaries of one index over many ranges, ready for evaluation. Immutable and thread-safe. */
public interface SummaryReader {
    /**
     * Compiles a leaf, once for a query, to what this index can prove about it.
     *
     * @param columns columns of this index, in its order, to tell the columns of the leaf apart
     * @param leaf refers only to columns of this index
     * @return empty if these summaries prove nothing about such a leaf
     */
    Optional<Matcher> compile(List<IndexedColumn> columns, Predicate.Leaf leaf);

    /**
     * Returns the bounds of this index's only column in a range; empty if they are unknown or this index does not keep
     * bounds.
     */
    default Optional<RangeBounds> bounds(int range) {
        return Optional.empty();
    }

    /**
     * Returns values by rank of this index's only column in a range; empty if none are known or this index does not
     * keep them.
     */
    default Optional<RangeRanks> ranks(int range) {
        return Optional.empty();
    }

    /**
     * Returns all distinct values of this index's only column in a range, without NULL and NaN; empty if they are
     * unknown or this index does not keep them.
     */
    default Optional<List<Key>> values(int range) {
        return Optional.empty();
    }

    /** Returns the readable form of one range's summary, for {@code "t$index"}; empty if the range has none. */
    String describe(int range);

    /** Returns the approximate heap size in bytes. */
    long retainedBytes();
}
