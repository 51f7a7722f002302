// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.trino.spi.type.BigintType.BIGINT;

import io.trino.spi.block.Block;

/** How many rows and NULLs each range has, and what that alone proves. */
final class NullCounts {
    static final SummaryField FIELD = new SummaryField("nulls", BIGINT);

    private static final long UNKNOWN = -1;

    private final long[] rowCounts;
    private final long[] nulls;

    NullCounts(long[] rowCounts, Block nulls) {
        this.rowCounts = rowCounts;
        this.nulls = new long[rowCounts.length];
        for (int range = 0; range < rowCounts.length; range++) {
            long count = nulls.isNull(range) ? UNKNOWN : BIGINT.getLong(nulls, range);
            // a count that cannot be is no count
            this.nulls[range] = count >= 0 && count <= rowCounts[range] ? count : UNKNOWN;
        }
    }

    int size() {
        return nulls.length;
    }

    boolean isKnown(int range) {
        return nulls[range] != UNKNOWN;
    }

    long count(int range) {
        return nulls[range];
    }

    /** Whether the range is known to hold no value at all. */
    boolean isAllNull(int range) {
        return nulls[range] == rowCounts[range];
    }

    /** Whether the range is known to hold rows, and a value in each. */
    boolean isNoneNull(int range) {
        return nulls[range] == 0 && rowCounts[range] > 0;
    }

    /** Says which rows are NULL. */
    Matcher areNull() {
        return Matcher.of(Costs.ZONE, this::matchNulls);
    }

    private void matchNulls(int from, int to, Verdicts verdicts) {
        for (int range = from; range < to; range++) {
            // without any row both hold, and the range need not be read
            if (nulls[range] == 0) {
                verdicts.cannotMatch(range);
            } else if (isAllNull(range)) {
                verdicts.mustMatch(range);
            }
        }
    }

    /** "3 NULLs", or nothing to say. */
    String describe(int range) {
        return nulls[range] == 1 ? "1 NULL" : nulls[range] + " NULLs";
    }

    /** Not counting the rows of each range, which others hold too. */
    long retainedBytes() {
        return 8L * nulls.length;
    }
}
