// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark;

import io.skipping.spark.scan.ScanRule;
import io.skipping.spark.scan.SkippingRule;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.ColumnarRule;
import org.apache.spark.sql.execution.SparkPlan;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Lets Spark leave files out by the index. Set it in {@code spark.sql.extensions}. Without an index, or with one that cannot be
 * read, queries read what they read without it.
 */
public final class SkippingExtensions extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
    /** the sessions that plan queries with the rules below */
    private static final Set<SparkSession> SESSIONS =
            Collections.newSetFromMap(Collections.synchronizedMap(new WeakHashMap<>()));

    @Override
    public BoxedUnit apply(SparkSessionExtensions extensions) {
        // filters are at their scans before this batch of rules
        extensions.injectPreCBORule(new AbstractFunction1<SparkSession, Rule<LogicalPlan>>() {
            @Override
            public Rule<LogicalPlan> apply(SparkSession session) {
                return new SkippingRule(session);
            }
        });
        extensions.injectColumnar(new AbstractFunction1<SparkSession, ColumnarRule>() {
            @Override
            public ColumnarRule apply(SparkSession session) {
                // made with the session's state, unlike the rules of the optimizer
                SESSIONS.add(session);
                return ScanRule.columnar();
            }
        });
        extensions.injectQueryStagePrepRule(new AbstractFunction1<SparkSession, Rule<SparkPlan>>() {
            @Override
            public Rule<SparkPlan> apply(SparkSession session) {
                return ScanRule.ofWholePlans();
            }
        });
        return BoxedUnit.UNIT;
    }

    /** Returns whether queries of a session skip files, which they do only if the session began with these extensions. */
    static boolean areIn(SparkSession session) {
        // which is made when it is first asked for
        session.sessionState();
        return SESSIONS.contains(session);
    }
}
