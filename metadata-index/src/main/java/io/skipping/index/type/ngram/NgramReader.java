// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.ngram;

import io.airlift.slice.Slice;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Fragments;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.Costs;
import io.skipping.index.type.Matcher;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.Verdicts;
import io.skipping.index.type.bloom.BloomFilters;
import io.skipping.index.type.distinct.DistinctLongs;
import io.skipping.index.value.BytesColumn;
import io.skipping.index.value.KeyHash;
import java.util.List;
import java.util.Optional;

/**
 * Holds the grams of many ranges. Soundness (see {@code io.skipping.index.predicate}): the filter of a range contains
 * every gram of every value, for the lengths that it holds, and all grams of a fragment are grams of each value that
 * contains the fragment.
 */
final class NgramReader implements SummaryReader {
    private final BloomFilters filters;
    /** length in bytes of the longest grams in the filter of each range */
    private final byte[] longest;

    NgramReader(BytesColumn values) {
        int[] headers = new int[values.size()];
        this.longest = new byte[headers.length];
        for (int range = 0; range < headers.length; range++) {
            if (!values.isNull(range)) {
                Slice value = values.slice(range);
                headers[range] = NgramFilter.headerBytes(value);
                longest[range] = NgramFilter.longest(value);
            }
        }
        this.filters = new BloomFilters(values, headers);
    }

    @Override
    public Optional<Matcher> compile(List<IndexedColumn> columns, Predicate.Leaf leaf) {
        if (!(leaf instanceof Fragments fragments)) {
            return Optional.empty();
        }
        DistinctLongs shorter = new DistinctLongs();
        DistinctLongs longer = new DistinctLongs();
        for (Slice fragment : fragments.fragments()) {
            Grams.forEach(
                    fragment,
                    0,
                    fragment.length(),
                    (length, gram) -> (length == Grams.SHORTEST ? shorter : longer).add(KeyHash.hash(gram)));
        }
        long[] shorterHashes = shorter.values();
        long[] longerHashes = longer.values();
        return Optional.of(Matcher.of(
                Costs.LOOKUP, (from, to, verdicts) -> match(shorterHashes, longerHashes, from, to, verdicts)));
    }

    private void match(long[] shorterHashes, long[] longerHashes, int from, int to, Verdicts verdicts) {
        for (int range = from; range < to; range++) {
            if (!filters.isPresent(range) || verdicts.isDecided(range)) {
                continue;
            }
            // longer grams are rarer
            boolean mayContain = (longest[range] < Grams.LONGEST || mayContainAll(range, longerHashes))
                    && mayContainAll(range, shorterHashes);
            if (!mayContain) {
                verdicts.cannotMatch(range);
            }
        }
    }

    private boolean mayContainAll(int range, long[] hashes) {
        for (long hash : hashes) {
            if (!filters.mayContain(range, hash)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String describe(int range) {
        return filters.describe(range);
    }

    @Override
    public long retainedBytes() {
        return filters.retainedBytes() + longest.length;
    }
}
