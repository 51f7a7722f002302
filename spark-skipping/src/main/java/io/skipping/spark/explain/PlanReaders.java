// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.explain;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** Tells whom a plan is made for: Spark explains each query that it runs, too, for its UI, which must not cost the query a look at an index. */
public final class PlanReaders {
    private static final String EXPLAINING = "org.apache.spark.sql.execution.QueryExecution";
    private static final String EXPLAIN = "explainString";

    /** what takes the text of each query for Spark's UI, when it begins and when its plan changes */
    private static final List<String> OF_UI = List.of(
            "org.apache.spark.sql.execution.SQLExecution",
            "org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec");

    private static final StackWalker CALLERS = StackWalker.getInstance();

    private PlanReaders() {}

    /** Returns whether it is made to be explained to a user, by EXPLAIN or by a method for it, and not to be run. */
    public static boolean isUser() {
        return CALLERS.walk(PlanReaders::isUser);
    }

    private static boolean isUser(Stream<StackWalker.StackFrame> frames) {
        boolean explains = false;
        for (Iterator<StackWalker.StackFrame> callers = frames.iterator(); callers.hasNext(); ) {
            StackWalker.StackFrame caller = callers.next();
            boolean isQuery = caller.getClassName().startsWith(EXPLAINING);
            if (explains && !isQuery) {
                return OF_UI.stream().noneMatch(caller.getClassName()::startsWith);
            }
            explains |= isQuery && caller.getMethodName().contains(EXPLAIN);
        }
        return false;
    }
}
