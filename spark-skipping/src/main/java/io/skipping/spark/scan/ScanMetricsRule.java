// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import io.skipping.spark.format.ScalaMaps;
import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.ColumnarRule;
import org.apache.spark.sql.execution.FileSourceScanExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Adds what our file indexes count to the metrics of the scans that list their files by them. Spark has no way to add a metric to a
 * scan, so that this writes a private field of it, which is the same from Spark 3.5 to 4.2; if it is not there, the scan has Spark's own
 * metrics.
 *
 * <p>A plan has to pass the rule after the last rule that copies scans, and before Spark takes note of its metrics. Without
 * adaptive execution, that is where columnar rules are applied. With it, that is before the first stage, and, of scans to which
 * dynamic partition pruning adds a filter then, before their own.
 */
public final class ScanMetricsRule extends Rule<SparkPlan> {
    private static final Logger log = LoggerFactory.getLogger(ScanMetricsRule.class);

    @Override
    public SparkPlan apply(SparkPlan plan) {
        for (SparkPlan leaf : CollectionConverters.asJava(plan.collectLeaves())) {
            if (leaf instanceof FileSourceScanExec scan
                    && scan.relation().location() instanceof ForwardingFileIndex files
                    && !scan.driverMetrics().contains(ScanCount.FILES.name())) {
                addMetrics(scan, files);
            }
        }
        return plan;
    }

    private static void addMetrics(FileSourceScanExec scan, ForwardingFileIndex files) {
        ScanMetrics metrics = ScanMetrics.of(files.counts(), scan.sparkContext());
        Map<String, SQLMetric> all = new LinkedHashMap<>(CollectionConverters.asJava(scan.driverMetrics()));
        metrics.metrics().forEach((count, metric) -> all.put(count.name(), metric));
        try {
            Field field = FileSourceScanExec.class.getDeclaredField("driverMetrics");
            field.setAccessible(true);
            field.set(scan, ScalaMaps.of(all));
        } catch (ReflectiveOperationException | RuntimeException e) {
            log.debug("The metrics of a scan cannot be extended", e);
            return;
        }
        files.show(scan.partitionFilters(), scan.dataFilters(), metrics);
    }

    /** Returns the rule as one of those that are applied before rows are converted to columns and back. */
    public static ColumnarRule columnar() {
        return new ColumnarRule() {
            @Override
            public Rule<SparkPlan> preColumnarTransitions() {
                return new ScanMetricsRule();
            }
        };
    }
}
