// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.predicate.Predicate;
import java.util.BitSet;
import java.util.List;

/** Finds ranges of a snapshot where their summaries are kept, without fetching these. Thread-safe. */
public interface RangeSearch {
    /**
     * Finds the ranges that may match.
     *
     * @throws IndexUnavailableException also if it cannot be told of each range that is not found that it was looked at
     */
    Found find(Predicate predicate);

    /** Returns how many bytes summaries take where they are kept. */
    long storedBytes();

    /**
     * What a search found.
     *
     * @param mayMatch for each segment, in order, the ranges that may match; of all others it is proven that they cannot
     * @param reason names of the index types that it is proven by
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
