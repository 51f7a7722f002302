// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.querylog;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Optional;

/**
 * What a query asks of a column: its value is in one of the intervals.
 *
 * @param intervals in ascending order
 * @param extent their length together, from the first value to the last: days of dates, microseconds of timestamps; empty if it is no number
 */
public record ColumnCondition(List<Interval> intervals, Optional<Double> extent) {
    public ColumnCondition {
        intervals = ImmutableList.copyOf(intervals);
        requireNonNull(extent, "extent is null");
    }

    /**
     * Values from one to another, both included, as JSON has them: numbers and text.
     *
     * @param low empty if there is no least one
     * @param high empty if there is no greatest one
     */
    public record Interval(Optional<Object> low, Optional<Object> high) {
        public Interval {
            requireNonNull(low, "low is null");
            requireNonNull(high, "high is null");
        }
    }

    /** The intervals, some of them joined with their neighbours if there are more than so many. */
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
