// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.querylog;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Optional;

/**
 * Describes a condition of a query on a column: its value is in one of the intervals.
 *
 * @param intervals in ascending order
 * @param extent sum of the differences between the first and the last value of each interval: in days for dates, in
 *     microseconds for timestamps; empty if there is no such number
 */
public record ColumnCondition(List<Interval> intervals, Optional<Double> extent) {
    public ColumnCondition {
        intervals = ImmutableList.copyOf(intervals);
        requireNonNull(extent, "extent is null");
    }

    /**
     * Holds an interval with inclusive ends, as JSON numbers or strings.
     *
     * @param low empty if the interval has no lower end
     * @param high empty if the interval has no upper end
     */
    public record Interval(Optional<Object> low, Optional<Object> high) {
        public Interval {
            requireNonNull(low, "low is null");
            requireNonNull(high, "high is null");
        }
    }

    /** Returns at most {@code most} intervals; neighbours are merged if there are more. */
    List<Interval> joined(int most) {
        if (intervals.size() <= most) {
            return intervals;
        }
        ImmutableList.Builder<Interval> joined = ImmutableList.builder();
        for (int group = 0; group < most; group++) {
            int first = (int) ((long) group * intervals.size() / most);
            int end = (int) ((long) (group + 1) * intervals.size() / most);
            joined.add(new Interval(
                    intervals.get(first).low(), intervals.get(end - 1).high()));
        }
        return joined.build();
    }
}
