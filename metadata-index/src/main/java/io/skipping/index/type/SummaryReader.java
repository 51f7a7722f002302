// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.value.Key;
import java.util.List;
import java.util.Optional;

/** The summaries of one index over many ranges, ready for evaluation. Immutable and thread-safe. */
public interface SummaryReader {
    /**
     * Makes ready, once for a query, what this index can say of a leaf.
     *
     * @param columns of this index, in its order, so that a leaf's columns can be told apart
     * @param leaf all of whose columns are columns of this index
     * @return empty if these summaries say nothing of such a leaf
     */
    Optional<Matcher> compile(List<IndexedColumn> columns, Predicate.Leaf leaf);

    /** Bounds of the one column of this index in a range; empty if nothing is known, or this is not what it keeps. */
    default Optional<RangeBounds> bounds(int range) {
        return Optional.empty();
    }

    /**
     * Values of the one column of this index in a range by their ranks; empty if none is known, or this is not what it
     * keeps.
     */
    default Optional<RangeRanks> ranks(int range) {
        return Optional.empty();
    }

    /**
     * All values of the one column of this index in a range, without NULL and NaN, each once; empty if they are not known, or this is
     * not what it keeps.
     */
    default Optional<List<Key>> values(int range) {
        return Optional.empty();
    }

    /** A readable form of one range's summary, for {@code "t$index"}; empty if the range has none. */
    String describe(int range);

    /** Heap bytes held, roughly. */
    long retainedBytes();
}
