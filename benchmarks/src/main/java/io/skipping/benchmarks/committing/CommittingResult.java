// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What one system did for one workload.
 *
 * @param runs each to a destination of its own
 * @param equal whether it reads all rows that it wrote, each once
 */
record CommittingResult(
        String system, Workload workload, int parts, List<RequestCounts> runs, Quartiles seconds, boolean equal) {
    String name() {
        return "%s/n=%d".formatted(workload.label(), parts);
    }

    Quartiles requests() {
        return Quartiles.of(runs.stream().mapToDouble(RequestCounts::requests));
    }

    /** Of the first run. */
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

    /** Requests that our own should not exceed. */
    int target() {
        return workload.target(parts);
    }
}
