// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.bloom;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.Costs;
import io.skipping.index.type.Matcher;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.Verdicts;
import io.skipping.index.value.BytesColumn;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.Optional;

/**
 * Holds the filters of many ranges. Soundness (see {@code io.skipping.index.predicate}): every value other than NULL
 * and NaN is in the filter of its range, so if no value of a finite set is in the filter, no row is in the set. Neither
 * NULL nor NaN is in a finite set.
 */
final class BloomReader implements SummaryReader {
    /** Number of values in ranges such as BETWEEN 1 AND 10 that are looked up one by one. */
    private static final int MAX_ENUMERATED = 64;

    private final ScalarType type;
    private final BloomFilters filters;

    BloomReader(ScalarType type, BytesColumn filters) {
        this.type = type;
        this.filters = new BloomFilters(filters);
    }

    /** Returns whether a condition asks for few enough values to look each of them up. */
    static boolean mayDecide(Predicate.Leaf condition) {
        return condition instanceof Predicate.InSet inSet
                && inSet.values().hashes(MAX_ENUMERATED).isPresent();
    }

    @Override
    public Optional<Matcher> compile(List<IndexedColumn> columns, Predicate.Leaf leaf) {
        return leaf instanceof Predicate.InSet inSet && inSet.values().type().equals(type)
                ? inSet.values()
                        .hashes(MAX_ENUMERATED)
                        .map(hashes ->
                                Matcher.of(Costs.LOOKUP, (from, to, verdicts) -> match(hashes, from, to, verdicts)))
                : Optional.empty();
    }

    private void match(long[] hashes, int from, int to, Verdicts verdicts) {
        for (int range = from; range < to; range++) {
            if (filters.isPresent(range) && !verdicts.isDecided(range) && !mayContainAny(range, hashes)) {
                verdicts.cannotMatch(range);
            }
        }
    }

    /**
     * Returns whether the range may contain any of the values. Even in a long list few are looked up: values that are
     * not in the filter soon give a false positive.
     */
    private boolean mayContainAny(int range, long[] hashes) {
        for (long hash : hashes) {
            if (filters.mayContain(range, hash)) {
                return true;
            }
        }
        return false;
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
