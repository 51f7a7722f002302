// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import io.skipping.index.predicate.Verdict;

/**
 * Counts rows by the verdict on their range.
 *
 * @param cannot rows in ranges that cannot match
 * @param may rows in ranges that may match
 * @param must rows in ranges that must match
 */
public record RowCounts(long cannot, long may, long must) {
    public long total() {
        return cannot + may + must;
    }

    /** Sums up rows by verdict. Not thread-safe. */
    static final class Builder {
        private long cannot;
        private long may;
        private long must;

        void add(Verdict verdict, long rows) {
            switch (verdict) {
                case CANNOT_MATCH -> cannot += rows;
                case MAY_MATCH -> may += rows;
                case MUST_MATCH -> must += rows;
            }
        }

        RowCounts build() {
            return new RowCounts(cannot, may, must);
        }
    }
}
