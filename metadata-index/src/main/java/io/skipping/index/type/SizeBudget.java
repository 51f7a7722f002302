// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import com.google.common.collect.ImmutableSet;

/** How large a summary of a range may be: a number of bytes, and a share of the range. */
final class SizeBudget {
    static final String MAX_BYTES = "max_bytes";
    static final String BUDGET_PERCENT = "budget_percent";
    static final ImmutableSet<String> OPTIONS = ImmutableSet.of(MAX_BYTES, BUDGET_PERCENT);

    private static final int LARGEST = 1 << 24;

    private SizeBudget() {}

    /** @return bytes */
    static long of(IndexOptions options, int defaultMaxBytes, double defaultPercent, long rangeBytes) {
        int maxBytes = options.integer(MAX_BYTES, defaultMaxBytes, 1, LARGEST);
        double percent = options.fraction(BUDGET_PERCENT, defaultPercent, 0, 100);
        return Math.min(maxBytes, (long) (rangeBytes * (percent / 100)));
    }
}
