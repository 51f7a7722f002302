// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import com.google.common.collect.ImmutableSet;
import io.skipping.index.type.IndexType.RangeContext;
import java.util.Optional;

/**
 * How large a summary of a range may be: a number of bytes, and a share of the range. If it is shared, what the others that
 * share theirs have taken counts too, so that indexes of which nobody knows which will be small may all have what one needs.
 *
 * @param bytes without what others take
 */
public record SizeBudget(long bytes, Optional<SharedBytes> shared) {
    public static final String MAX_BYTES = "max_bytes";
    public static final String BUDGET_PERCENT = "budget_percent";
    /** Whether the share of the range is that of all summaries that say so. */
    public static final String SHARED = "shared";

    /** Of types whose summaries do not share. */
    public static final ImmutableSet<String> OPTIONS = ImmutableSet.of(MAX_BYTES, BUDGET_PERCENT);

    /** Of types whose summaries may share. */
    public static final ImmutableSet<String> SHARING_OPTIONS = ImmutableSet.of(MAX_BYTES, BUDGET_PERCENT, SHARED);

    private static final int LARGEST = 1 << 24;

    /** @return bytes */
    public static long of(IndexOptions options, int defaultMaxBytes, double defaultPercent, long rangeBytes) {
        int maxBytes = options.integer(MAX_BYTES, defaultMaxBytes, 1, LARGEST);
        double percent = options.fraction(BUDGET_PERCENT, defaultPercent, 0, 100);
        return Math.min(maxBytes, (long) (rangeBytes * (percent / 100)));
    }

    public static SizeBudget sharing(
            IndexOptions options, int defaultMaxBytes, double defaultPercent, RangeContext range) {
        return new SizeBudget(
                of(options, defaultMaxBytes, defaultPercent, range.bytes()),
                options.bool(SHARED, false) ? Optional.of(range.shared()) : Optional.empty());
    }

    /** What nobody has taken; may be negative. */
    public long left() {
        return bytes - shared.map(SharedBytes::taken).orElse(0L);
    }

    public void take(long taken) {
        shared.ifPresent(all -> all.take(taken));
    }

    /** Of what is shared. */
    public long wanted(long wanted) {
        return shared.isPresent() ? wanted : 0;
    }
}
