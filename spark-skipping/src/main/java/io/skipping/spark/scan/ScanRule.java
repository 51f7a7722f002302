// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import io.skipping.spark.limit.LimitRule;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.ColumnarRule;
import org.apache.spark.sql.execution.FileSourceScanExec;
import org.apache.spark.sql.execution.SparkPlan;

/**
 * Narrows the scans of a physical plan by conditions that Spark does not list files by, and adds to what is shown of them.
 *
 * <p>A plan has to pass the rule after the last rule that copies scans, and before Spark takes note of its metrics. Without
 * adaptive execution, that is where columnar rules are applied. With it, that is before the first stage, and, of scans to which
 * dynamic partition pruning adds a filter then, before their own. Scans are narrowed where columnar rules are applied: with adaptive
 * execution, that is when a stage begins, after equal subqueries have become one.
 */
public final class ScanRule extends Rule<SparkPlan> {
    private final boolean isNarrowing;

    private ScanRule(boolean isNarrowing) {
        this.isNarrowing = isNarrowing;
    }

    /** Returns the rule for plans that are not divided into stages yet. */
    public static Rule<SparkPlan> ofWholePlans() {
        return new ScanRule(false);
    }

    /**
     * Returns the rule as one of those that are applied before rows are converted to columns and back, and another for after that, before Spark
     * decides which code it generates.
     */
    public static ColumnarRule columnar() {
        return new ColumnarRule() {
            @Override
            public Rule<SparkPlan> preColumnarTransitions() {
                return new ScanRule(true);
            }

            @Override
            public Rule<SparkPlan> postColumnarTransitions() {
                return new LimitRule(leaf -> leaf instanceof FileSourceScanExec scan
                        && scan.relation().location() instanceof SkippingFileIndex);
            }
        };
    }

    @Override
    public SparkPlan apply(SparkPlan plan) {
        SparkPlan narrowed = isNarrowing ? JoinKeys.narrowed(SubqueryConditions.narrowed(plan)) : plan;
        ScanDetails.addTo(narrowed);
        return narrowed;
    }
}
