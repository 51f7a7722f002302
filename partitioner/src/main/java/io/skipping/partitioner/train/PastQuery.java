// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Describes the constraint of a past query.
 *
 * @param conditions the intervals for each column that it asked about, by name: the value had to be in one of them.
 *     Columns that a model does not have are ignored
 * @param time when the query ran
 * @param placed whether the positions of the intervals are known; if not, only their lengths are
 */
public record PastQuery(Map<String, List<Interval>> conditions, Instant time, boolean placed) {
    public PastQuery {
        Map<String, List<Interval>> copy = new TreeMap<>();
        conditions.forEach((column, intervals) -> {
            if (intervals.isEmpty()) {
                throw new IllegalArgumentException("A query asks for no value of column " + column);
            }
            copy.put(column, List.copyOf(intervals));
        });
        conditions = copy;
    }

    /** Creates a query whose intervals have known positions. */
    public PastQuery(Map<String, List<Interval>> conditions, Instant time) {
        this(conditions, time, true);
    }
}
