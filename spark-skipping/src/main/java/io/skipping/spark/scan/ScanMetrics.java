// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.Maps;
import java.util.Map;
import java.util.Set;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.execution.metric.SQLMetrics;

/** Shows what one scan counts among its metrics in Spark's UI. */
record ScanMetrics(Map<ScanCount, SQLMetric> metrics) {
    ScanMetrics {
        metrics = Maps.immutableEnumMap(requireNonNull(metrics, "metrics is null"));
    }

    static ScanMetrics of(Set<ScanCount> counts, SparkContext context) {
        return new ScanMetrics(Maps.toMap(
                counts,
                count -> count.isOfBytes()
                        ? SQLMetrics.createSizeMetric(context, count.label(), -1)
                        : SQLMetrics.createMetric(context, count.label())));
    }

    void set(Map<ScanCount, Long> counts) {
        metrics.forEach((count, metric) -> metric.set(counts.getOrDefault(count, 0L)));
    }
}
