// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.skipping.index.value.ScalarType.BIGINT;

import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.LongColumn;

/** Holds the numbers of rows and of NULLs in each range, and derives verdicts from them. */
public final class NullCounts {
    public static final SummaryField FIELD = new SummaryField("nulls", BIGINT);

    private static final long UNKNOWN = -1;

    private final long[] rowCounts;
    private final long[] nulls;

    /**
     * Creates the counts of many ranges.
     *
     * @param rowCounts rows of each range
     * @param nulls number of NULLs in each range; NULL where it is unknown
     */
    public NullCounts(long[] rowCounts, KeyColumn nulls) {
        this.rowCounts = rowCounts;
        this.nulls = new long[rowCounts.length];
        for (int range = 0; range < rowCounts.length; range++) {
            long count = nulls.isNull(range) ? UNKNOWN : ((LongColumn) nulls).key(range);
            // an impossible count is treated as unknown
            this.nulls[range] = count >= 0 && count <= rowCounts[range] ? count : UNKNOWN;
        }
    }

    /** Returns the number of ranges. */
    public int size() {
        return nulls.length;
    }

    public boolean isKnown(int range) {
        return nulls[range] != UNKNOWN;
    }

    /** Returns the number of NULLs in a range; -1 if it is unknown. */
    public long count(int range) {
        return nulls[range];
    }

    /** Returns whether the range is known to contain no value at all. */
    public boolean isAllNull(int range) {
        return nulls[range] == rowCounts[range];
    }

    /** Returns whether the range is known to contain rows, and a value in each of them. */
    public boolean isNoneNull(int range) {
        return nulls[range] == 0 && rowCounts[range] > 0;
    }

    /** Returns a matcher for IS NULL. */
    public Matcher areNull() {
        return Matcher.of(Costs.ZONE, this::matchNulls);
    }

    private void matchNulls(int from, int to, Verdicts verdicts) {
        for (int range = from; range < to; range++) {
            // without rows both verdicts hold, and the range need not be read
            if (nulls[range] == 0) {
                verdicts.cannotMatch(range);
            } else if (isAllNull(range)) {
                verdicts.mustMatch(range);
            }
        }
    }

    /** Returns a text such as "3 NULLs". */
    public String describe(int range) {
        return nulls[range] == 1 ? "1 NULL" : nulls[range] + " NULLs";
    }

    /** Returns the approximate heap size in bytes, without the row counts, which are shared with other objects. */
    public long retainedBytes() {
        return 8L * nulls.length;
    }
}
