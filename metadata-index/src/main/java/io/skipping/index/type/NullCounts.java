// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.skipping.index.value.ScalarType.BIGINT;

import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.LongColumn;

/** How many rows and NULLs each range has, and what that alone proves. */
public final class NullCounts {
    public static final SummaryField FIELD = new SummaryField("nulls", BIGINT);

    private static final long UNKNOWN = -1;

    private final long[] rowCounts;
    private final long[] nulls;

    public NullCounts(long[] rowCounts, KeyColumn nulls) {
        this.rowCounts = rowCounts;
        this.nulls = new long[rowCounts.length];
        for (int range = 0; range < rowCounts.length; range++) {
            long count = nulls.isNull(range) ? UNKNOWN : ((LongColumn) nulls).key(range);
            // a count that cannot be is no count
            this.nulls[range] = count >= 0 && count <= rowCounts[range] ? count : UNKNOWN;
        }
    }

    public int size() {
        return nulls.length;
    }

    public boolean isKnown(int range) {
        return nulls[range] != UNKNOWN;
    }

    public long count(int range) {
        return nulls[range];
    }

    /** Whether the range is known to hold no value at all. */
    public boolean isAllNull(int range) {
        return nulls[range] == rowCounts[range];
    }

    /** Whether the range is known to hold rows, and a value in each. */
    public boolean isNoneNull(int range) {
        return nulls[range] == 0 && rowCounts[range] > 0;
    }

    /** Says which rows are NULL. */
    public Matcher areNull() {
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
    public String describe(int range) {
        return nulls[range] == 1 ? "1 NULL" : nulls[range] + " NULLs";
    }

    /** Not counting the rows of each range, which others hold too. */
    public long retainedBytes() {
        return 8L * nulls.length;
    }
}
