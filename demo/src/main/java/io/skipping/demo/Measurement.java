// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import io.skipping.testing.lake.Setting;
import io.skipping.testing.s3.RequestCounts;
import java.util.Comparator;
import java.util.List;

/**
 * A query that was run some times in one setting.
 *
 * @param objectsMatching how many objects hold a row that the query wants, found in the same setting
 */
record Measurement(Setting setting, long objectsMatching, List<Run> runs) {
    /**
     * One run.
     *
     * @param rows of the result
     * @param counts all requests while it ran, those for the index too
     */
    record Run(List<List<Object>> rows, double seconds, RequestCounts counts) {}

    Measurement {
        runs = List.copyOf(runs);
    }

    /** The run of the median time; of an even number the faster one of the two. */
    Run median() {
        return runs.stream()
                .sorted(Comparator.comparingDouble(Run::seconds))
                .toList()
                .get((runs.size() - 1) / 2);
    }
}
