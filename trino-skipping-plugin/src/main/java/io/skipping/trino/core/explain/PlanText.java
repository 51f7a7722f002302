// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** The text of a plan, as EXPLAIN and EXPLAIN ANALYZE write it. */
public final class PlanText {
    /** Begins a line further to the right than what surrounds it, for scans that are not nested too deeply. */
    public static final String NEW_LINE = "\n" + " ".repeat(16);

    /** Lists the classes that write plans for users. */
    private static final List<String> EXPLAINERS =
            List.of("io.trino.sql.analyzer.QueryExplainer", "io.trino.operator.ExplainAnalyzeOperator");
    /**
     * Lists the classes that make text of handles besides: fragments of every plan are written as JSON, each call for a scan and each
     * listing of its splits is traced with the scan's handle. Without these names, all callers would be looked at.
     */
    private static final List<String> OTHERS =
            List.of("io.trino.sql.planner.PlanFragmenter", "io.trino.split.SplitManager", "io.trino.tracing.");

    private static final StackWalker CALLERS = StackWalker.getInstance();

    private PlanText() {}

    /**
     * Returns whether a plan is being written for a user. The SPI has no other place for an explanation than the text of a
     * handle, which is asked for in other places, too.
     */
    public static boolean isBeingWritten() {
        return CALLERS.walk(PlanText::isBeingWritten);
    }

    /** With tracing, each query asks some dozens of times; so this goes no further than it must, and makes nothing on its way. */
    private static boolean isBeingWritten(Stream<StackWalker.StackFrame> callers) {
        for (Iterator<StackWalker.StackFrame> frames = callers.iterator(); frames.hasNext(); ) {
            String caller = frames.next().getClassName();
            if (isOneOf(OTHERS, caller)) {
                return false;
            }
            if (isOneOf(EXPLAINERS, caller)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOneOf(List<String> classes, String caller) {
        for (String each : classes) {
            if (caller.startsWith(each)) {
                return true;
            }
        }
        return false;
    }
}
