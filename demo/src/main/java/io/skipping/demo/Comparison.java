// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import io.skipping.testing.lake.Setting;
import java.util.List;
import java.util.Map;

/**
 * Holds the measurements of one query in all settings.
 *
 * @param objectsTotal number of objects in the table, or in the partition that the query reads
 */
record Comparison(NeighbourhoodQuery query, long objectsTotal, Map<Setting, Measurement> measurements) {
    Measurement.Run median(Setting setting) {
        return measurements.get(setting).median();
    }

    /** Returns how many objects hold a row that the query wants. */
    long objectsMatching() {
        return measurements.get(Setting.PLAIN).objectsMatching();
    }

    List<List<Object>> rows() {
        return median(Setting.PLAIN).rows();
    }

    /** Returns whether every run in every setting had the same result. */
    boolean equalResults() {
        return measurements.values().stream()
                        .allMatch(measurement -> measurement.objectsMatching() == objectsMatching())
                && measurements.values().stream()
                        .flatMap(measurement -> measurement.runs().stream())
                        .allMatch(run -> run.rows().equals(rows()));
    }
}
