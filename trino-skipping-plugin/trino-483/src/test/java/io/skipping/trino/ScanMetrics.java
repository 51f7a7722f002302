// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import io.trino.execution.QueryInfo;
import io.trino.execution.StagesInfo;
import io.trino.spi.metrics.Metrics;
import java.util.List;

/** Finds what the scans of a query have counted. */
final class ScanMetrics {
    private ScanMetrics() {}

    static List<Metrics> of(QueryInfo query) {
        return StagesInfo.getAllStages(query.getStages()).stream()
                .flatMap(stage -> stage.stageStats().getSplitSourceMetrics().values().stream())
                .toList();
    }
}
