// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import static java.util.Objects.requireNonNull;

import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.package$;
import org.apache.spark.sql.catalyst.plans.QueryPlan$;
import org.apache.spark.sql.execution.FileSourceScanExec;

/**
 * Holds a condition that all rows of a scan satisfy which matter. Those of equal scans are equal, although each has numbers of its own for its
 * columns: Spark runs equal parts of a plan once.
 *
 * @param condition on columns of the scan; it may have subqueries, whose results are known when it is asked
 * @param form the condition without the numbers
 */
record Narrowing(Expression condition, Expression form) {
    Narrowing {
        requireNonNull(condition, "condition is null");
        requireNonNull(form, "form is null");
    }

    static Narrowing of(FileSourceScanExec scan, Expression condition) {
        return new Narrowing(
                condition,
                QueryPlan$.MODULE$
                        .normalizeExpressions(condition, package$.MODULE$.AttributeSeq(scan.output()))
                        .canonicalized());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Narrowing that && form.equals(that.form);
    }

    @Override
    public int hashCode() {
        return form.hashCode();
    }
}
