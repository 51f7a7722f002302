// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.predicate;

import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.UserDefinedExpression;
import org.apache.spark.sql.catalyst.expressions.objects.Invoke;
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke;

/** Finds the parts of conditions that call code of users: it may take any time, and need not return the same in the driver. */
public final class UserCode {
    private static final String SPARK = "org.apache.spark.";

    private UserCode() {}

    /**
     * Returns whether a part of a condition calls code of users, or may do so. Spark turns a function of a catalog into a call of a
     * method of the catalog's class, or of an object. Some of Spark's own functions are calls of objects, too; these objects have state, which
     * all copies of a condition share.
     */
    public static boolean isIn(Expression part) {
        return part instanceof UserDefinedExpression
                || part instanceof Invoke
                || part instanceof StaticInvoke call
                        && !call.staticObject().getName().startsWith(SPARK);
    }
}
