// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.skipping.index.type.IndexOptions.Limit;
import io.skipping.index.type.IndexType.RangeContext;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Limits the size of a summary of a range: to a number of bytes and to a share of the range. If the budget is shared,
 * bytes that other sharing summaries of the range take count, too. Each of several indexes may then have the whole
 * budget as its limit, although it is unknown beforehand which of them will be small.
 *
 * @param bytes limit in bytes, before other summaries take their part
 * @param shared counts the bytes of all sharing summaries; empty if the budget is not shared
 */
public record SizeBudget(long bytes, Optional<SharedBytes> shared) {
    public static final String MAX_BYTES = "max_bytes";
    public static final String BUDGET_PERCENT = "budget_percent";
    /** Option that says whether the budget is shared by all summaries with this option. */
    public static final String SHARED = "shared";

    /** Options of types whose summaries do not share a budget. */
    public static final Set<String> OPTIONS = ImmutableSet.of(MAX_BYTES, BUDGET_PERCENT);

    /** Options of types whose summaries may share a budget. */
    public static final Set<String> SHARING_OPTIONS = ImmutableSet.of(MAX_BYTES, BUDGET_PERCENT, SHARED);

    private static final int LARGEST = 1 << 24;
    private static final double WHOLE_RANGE = 100;

    /**
     * Returns the limit that the options set for the summary of a range.
     *
     * @param rangeBytes length of the range in bytes
     * @return bytes
     */
    public static long of(IndexOptions options, int defaultMaxBytes, double defaultPercent, long rangeBytes) {
        int maxBytes = options.integer(MAX_BYTES, defaultMaxBytes, 1, LARGEST);
        double percent = options.fraction(BUDGET_PERCENT, defaultPercent, 0, WHOLE_RANGE);
        return Math.min(maxBytes, (long) (rangeBytes * (percent / 100)));
    }

    /**
     * Returns valid options with a larger budget, as {@link IndexOptions#roomier} does.
     *
     * @param others what else limits a summary
     */
    public static Map<String, String> roomier(
            Map<String, String> options, int defaultMaxBytes, double defaultPercent, Limit... others) {
        return IndexOptions.roomier(
                options,
                ImmutableList.<Limit>builder()
                        .add(others)
                        .add(new Limit(MAX_BYTES, defaultMaxBytes, LARGEST))
                        .add(new Limit(BUDGET_PERCENT, defaultPercent, WHOLE_RANGE))
                        .build());
    }

    /** Returns the budget that the options set for the summary of a range, which is shared if they say so. */
    public static SizeBudget sharing(
            IndexOptions options, int defaultMaxBytes, double defaultPercent, RangeContext range) {
        return new SizeBudget(
                of(options, defaultMaxBytes, defaultPercent, range.bytes()),
                options.bool(SHARED, false) ? Optional.of(range.shared()) : Optional.empty());
    }

    /** Returns the bytes that are left; may be negative. */
    public long left() {
        return bytes - shared.map(SharedBytes::taken).orElse(0L);
    }

    /** Takes bytes from the budget, if it is shared. */
    public void take(long taken) {
        shared.ifPresent(all -> all.take(taken));
    }

    /** Returns the bytes wanted from the shared budget; 0 if the budget is not shared. */
    public long wanted(long wanted) {
        return shared.isPresent() ? wanted : 0;
    }
}
