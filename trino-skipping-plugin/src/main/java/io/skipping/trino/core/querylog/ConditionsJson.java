// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.querylog;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.skipping.index.predicate.Predicate;
import io.skipping.trino.core.querylog.ColumnCondition.Interval;
import java.util.Map;

/** Writes conditions on columns as JSON: a field for each column, with single values and intervals. */
public final class ConditionsJson {
    private ConditionsJson() {}

    /** Adds the conditions that a predicate puts on single columns. */
    public static void put(ObjectNode json, Predicate predicate, int mostIntervals) {
        put(json, Conditions.of(predicate), mostIntervals);
    }

    static void put(ObjectNode json, Map<String, ColumnCondition> conditions, int mostIntervals) {
        conditions.forEach((column, condition) -> {
            ArrayNode asked = json.putArray(column);
            for (Interval interval : condition.joined(mostIntervals)) {
                if (interval.low().isPresent() && interval.low().equals(interval.high())) {
                    asked.addPOJO(interval.low().get());
                } else {
                    asked.addArray()
                            .addPOJO(interval.low().orElse(null))
                            .addPOJO(interval.high().orElse(null));
                }
            }
        });
    }
}
