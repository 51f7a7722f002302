// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a query asked.
 *
 * @param conditions for each column that it asked about, by name: its value was to be in one of the intervals. Columns that a
 *     model does not have are left out of account
 * @param time when
 * @param placed whether it is known where the intervals lie; if not, only how long they are
 */
public record PastQuery(Map<String, List<Interval>> conditions, Instant time, boolean placed) {
    public PastQuery {
        Map<String, List<Interval>> copy = new TreeMap<>();
        conditions.forEach((column, intervals) -> {
            if (intervals.isEmpty()) {
                throw new IllegalArgumentException("A query that asks for no value of column " + column);
            }
            copy.put(column, List.copyOf(intervals));
        });
        conditions = copy;
    }

    /** A query whose intervals lie where they are. */
    public PastQuery(Map<String, List<Interval>> conditions, Instant time) {
        this(conditions, time, true);
    }
}
