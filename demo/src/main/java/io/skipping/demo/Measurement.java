// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import io.skipping.testing.lake.Setting;
import io.skipping.testing.s3.RequestCounts;
import java.util.Comparator;
import java.util.List;

/**
 * Holds several runs of one query in one setting.
 *
 * @param objectsMatching how many objects hold a row that the query wants, counted in the same setting
 */
record Measurement(Setting setting, long objectsMatching, List<Run> runs) {
    /**
     * Describes one run.
     *
     * @param rows the rows of the result
     * @param counts all requests during the run, including those for the index
     */
    record Run(List<List<Object>> rows, double seconds, RequestCounts counts) {}

    Measurement {
        runs = List.copyOf(runs);
    }

    /** Returns the run of median time; of an even number of runs, the faster of the two in the middle. */
    Run median() {
        return runs.stream()
                .sorted(Comparator.comparingDouble(Run::seconds))
                .toList()
                .get((runs.size() - 1) / 2);
    }
}
