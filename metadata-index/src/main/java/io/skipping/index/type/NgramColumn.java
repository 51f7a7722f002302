// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.airlift.slice.Slice;
import io.skipping.index.predicate.Fragments;
import io.skipping.index.predicate.Predicate;
import io.trino.spi.block.Block;

/**
 * The grams of many ranges. Soundness (see {@code io.skipping.index.predicate}): every gram of every value is in the filter
 * of its range, and of a value that contains a fragment all grams of the fragment are grams.
 */
final class NgramColumn implements SummaryColumn {
    private final BloomFilters filters;

    NgramColumn(Block filters) {
        this.filters = new BloomFilters(filters);
    }

    @Override
    public void evaluate(Predicate.Leaf leaf, LeafVerdicts verdicts) {
        if (!(leaf instanceof Fragments fragments)) {
            return;
        }
        DistinctLongs grams = new DistinctLongs();
        for (Slice fragment : fragments.fragments()) {
            Grams.forEach(fragment, 0, fragment.length(), gram -> {
                grams.add(KeyHash.hash(gram));
                return true;
            });
        }
        long[] hashes = grams.values();
        for (int range = 0; range < filters.size(); range++) {
            if (filters.isPresent(range) && !verdicts.isDecided(range) && !mayContainAll(range, hashes)) {
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
        return filters.retainedBytes();
    }
}
