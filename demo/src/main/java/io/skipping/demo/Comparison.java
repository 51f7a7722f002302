// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import io.skipping.testing.lake.Setting;
import java.util.List;
import java.util.Map;

/**
 * One query in all settings.
 *
 * @param objectsTotal objects of the table, or of the partition that is asked for
 */
record Comparison(NeighbourhoodQuery query, long objectsTotal, Map<Setting, Measurement> measurements) {
    Measurement.Run median(Setting setting) {
        return measurements.get(setting).median();
    }

    /** How many objects hold a row that the query wants. */
    long objectsMatching() {
        return measurements.get(Setting.PLAIN).objectsMatching();
    }

    List<List<Object>> rows() {
        return median(Setting.PLAIN).rows();
    }

    /** Whether every run in every setting had the same result. */
    boolean equalResults() {
        return measurements.values().stream()
                        .allMatch(measurement -> measurement.objectsMatching() == objectsMatching())
                && measurements.values().stream()
                        .flatMap(measurement -> measurement.runs().stream())
                        .allMatch(run -> run.rows().equals(rows()));
    }
}
