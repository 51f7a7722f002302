// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.spark;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.expressions.Expression;

/**
 * Creates columns from expressions. Spark releases before 4.0 and from 4.0 on do this in different ways, and neither
 * supports the other's.
 */
final class Columns {
    private Columns() {}

    static Column of(Expression expression) {
        try {
            Class<?> utilities;
            try {
                utilities = Class.forName("org.apache.spark.sql.classic.ExpressionUtils");
            } catch (ClassNotFoundException e) {
                return Column.class.getConstructor(Expression.class).newInstance(expression);
            }
            Method column = utilities.getMethod("column", Expression.class);
            return (Column) column.invoke(null, expression);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new UnsupportedOperationException("It is unknown how to create columns in this release of Spark", e);
        }
    }
}
