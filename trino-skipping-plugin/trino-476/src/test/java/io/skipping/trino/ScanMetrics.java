// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import io.trino.execution.QueryInfo;
import io.trino.execution.StageInfo;
import io.trino.spi.metrics.Metrics;
import java.util.List;

/** Finds what the scans of a query have counted. */
final class ScanMetrics {
    private ScanMetrics() {}

    static List<Metrics> of(QueryInfo query) {
        return StageInfo.getAllStages(query.getOutputStage()).stream()
                .flatMap(stage -> stage.getStageStats().getSplitSourceMetrics().values().stream())
                .toList();
    }
}
