// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import io.skipping.spark.catalyst.ScalaCollections;
import io.skipping.spark.explain.ExplainedLine;
import io.skipping.spark.explain.PlanReaders;
import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.execution.FileSourceScanExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Adds what our file indexes count to the metrics of the scans that list their files by them, and, to a plan that is made to be explained, what
 * indexes leave. Spark has no way to add either to a scan, so that this writes private fields of it, which are the same from Spark 3.5 to 4.2; if they
 * are not there, the scan has Spark's own.
 */
final class ScanDetails {
    private static final Logger log = LoggerFactory.getLogger(ScanDetails.class);

    private ScanDetails() {}

    /** Adds to the details of all scans of a plan. */
    static void addTo(SparkPlan plan) {
        for (SparkPlan leaf : CollectionConverters.asJava(plan.collectLeaves())) {
            if (leaf instanceof FileSourceScanExec scan
                    && scan.relation().location() instanceof ForwardingFileIndex files
                    && !scan.driverMetrics().contains(ScanCount.FILES.name())) {
                addMetrics(scan, files);
                if (files instanceof SkippingFileIndex index && PlanReaders.isUser()) {
                    addExplanation(scan, index);
                }
            }
        }
    }

    private static void addMetrics(FileSourceScanExec scan, ForwardingFileIndex files) {
        ScanMetrics metrics = ScanMetrics.of(files.counts(), scan.sparkContext());
        Map<String, SQLMetric> all = new LinkedHashMap<>(CollectionConverters.asJava(scan.driverMetrics()));
        metrics.metrics().forEach((count, metric) -> all.put(count.name(), metric));
        if (put(scan, "driverMetrics", ScalaCollections.map(all))) {
            files.show(scan.partitionFilters(), scan.dataFilters(), metrics);
        }
    }

    /** Plans show details in the order of their names. */
    private static void addExplanation(FileSourceScanExec scan, SkippingFileIndex index) {
        List<ExplainedLine> lines = index.explain(scan.partitionFilters(), scan.dataFilters());
        Map<String, String> all = new LinkedHashMap<>(CollectionConverters.asJava(scan.metadata()));
        int digits = String.valueOf(lines.size()).length();
        for (int line = 0; line < lines.size(); line++) {
            all.put(
                    lines.get(line).name(("Skipping %0" + digits + "d").formatted(line + 1)),
                    lines.get(line).text());
        }
        put(scan, "metadata", ScalaCollections.map(all));
    }

    /** Sets a field in which a scan keeps what it has computed. */
    private static boolean put(FileSourceScanExec scan, String name, Object value) {
        try {
            Field field = FileSourceScanExec.class.getDeclaredField(name);
            field.setAccessible(true);
            field.set(scan, value);
            return true;
        } catch (ReflectiveOperationException | RuntimeException e) {
            log.debug("The {} of a scan cannot be extended", name, e);
            return false;
        }
    }
}
