// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Holds what one system did for one workload.
 *
 * @param runs the runs, each to its own destination
 * @param equal whether the system reads every row that it wrote exactly once
 */
record CommittingResult(
        String system, Workload workload, int parts, List<RequestCounts> runs, Quartiles seconds, boolean equal) {
    String name() {
        return "%s/n=%d".formatted(workload.label(), parts);
    }

    Quartiles requests() {
        return Quartiles.of(runs.stream().mapToDouble(RequestCounts::requests));
    }

    /** Returns the requests of the first run, by kind. */
    Map<RequestKind, Long> byKind() {
        return runs.getFirst().byKind();
    }

    long bytesWritten() {
        return runs.getFirst().bytesReceived();
    }

    String kinds() {
        return byKind().entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
    }

    /** Returns the number of requests that this project's committer should not exceed. */
    int target() {
        return workload.target(parts);
    }
}
