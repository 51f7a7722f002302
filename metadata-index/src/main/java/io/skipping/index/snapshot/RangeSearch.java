// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.predicate.Predicate;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;

/**
 * Searches for the ranges of a snapshot in the store that keeps their summaries, without fetching the summaries.
 * Thread-safe.
 */
public interface RangeSearch {
    /**
     * Finds the ranges that may match.
     *
     * @throws IndexUnavailableException also if the search may not have examined some of the ranges that it did not
     *     find
     */
    Found find(Predicate predicate);

    /** Returns the size of the summaries in their store, in bytes; empty if the store does not say. */
    OptionalLong storedBytes();

    /**
     * Holds the result of a search.
     *
     * @param mayMatch for each segment, in order, the ranges that may match; it is proven that all others cannot
     * @param reason names of the index types that prove it
     */
    record Found(List<BitSet> mayMatch, String reason) {
        public Found {
            mayMatch = ImmutableList.copyOf(mayMatch);
        }

        long count() {
            return mayMatch.stream().mapToLong(BitSet::cardinality).sum();
        }
    }
}
