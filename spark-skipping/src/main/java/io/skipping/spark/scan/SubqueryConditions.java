// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import io.skipping.spark.catalyst.Replacement;
import io.skipping.spark.catalyst.ScalaCollections;
import io.skipping.spark.predicate.CatalystPredicates;
import io.skipping.spark.predicate.UserCode;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.execution.FileSourceScanExec;
import org.apache.spark.sql.execution.FilterExec;
import org.apache.spark.sql.execution.ScalarSubquery;
import org.apache.spark.sql.execution.SparkPlan;

/**
 * Narrows scans by the conditions of their filters that have a value only while a query runs: comparisons with what a subquery returns, and
 * Bloom filters of the keys that the other side of a join has, which are subqueries, too. Spark lists files without them. A filter waits for its
 * subqueries before it asks its scan for rows, and the scan lists files after that.
 *
 * <p>No subquery counts but that of the filter itself. Spark may have several of one subquery, and each is run if they are not made one; where
 * it returns something else each time, rows of the filter would be lost by the result of another. If Spark puts another in place of
 * the filter's after this, what the scan knows never gets a result, and narrows nothing.
 */
final class SubqueryConditions {
    private SubqueryConditions() {}

    /** Returns the plan with narrowed scans. */
    static SparkPlan narrowed(SparkPlan plan) {
        return plan.transformUp(Replacement.of(
                FilterExec.class,
                filter -> filter.child() instanceof FileSourceScanExec scan
                        && scan.relation().location() instanceof SkippingFileIndex,
                SubqueryConditions::narrowed));
    }

    private static SparkPlan narrowed(FilterExec filter) {
        FileSourceScanExec scan = (FileSourceScanExec) filter.child();
        List<Expression> conditions = conditions(filter, scan);
        return conditions.isEmpty()
                ? filter
                : filter.withNewChildren(
                        ScalaCollections.seq(List.of(NarrowedScans.of(withConditions(scan, conditions), conditions))));
    }

    private static List<Expression> conditions(FilterExec filter, FileSourceScanExec scan) {
        return CatalystPredicates.conjuncts(List.of(filter.condition())).stream()
                .filter(SubqueryConditions::hasSubquery)
                .flatMap(conjunct -> NarrowedScans.onColumns(scan, conjunct).stream())
                .toList();
    }

    /** Returns whether a condition needs what another plan returns. */
    static boolean hasSubquery(Expression condition) {
        return condition.exists(PlanExpression.class::isInstance);
    }

    /**
     * Returns a scan that has conditions of its filter in place of its own ones that are the same. When Spark makes equal subqueries one, it
     * comes to the scan first, and keeps what it finds there.
     */
    private static FileSourceScanExec withConditions(FileSourceScanExec scan, List<Expression> conditions) {
        return NarrowedScans.withFilters(
                scan,
                own -> conditions.stream()
                        .filter(own::semanticEquals)
                        .findFirst()
                        .orElse(own));
    }

    /** Returns a condition with constants in place of its subqueries that have returned, and of what can be computed of them. */
    static Expression withResults(Expression condition) {
        return hasSubquery(condition)
                ? condition.transformUp(Replacement.of(
                        Expression.class,
                        part -> part instanceof ScalarSubquery || isComputable(part),
                        SubqueryConditions::constant))
                : condition;
    }

    /** Returns whether an expression has no columns, and needs no code of users, which may take any time. */
    private static boolean isComputable(Expression part) {
        return part.foldable() && !(part instanceof Literal) && !part.exists(UserCode::isIn);
    }

    /** Returns an expression without columns as a constant, or itself if it has no value yet, or fails. */
    private static Expression constant(Expression part) {
        try {
            return new Literal(part.eval(null), part.dataType());
        } catch (Exception | LinkageError | AssertionError e) {
            return part;
        }
    }
}
