// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.predicate;

import static java.util.Objects.requireNonNull;

import io.skipping.spark.catalyst.Replacement;
import io.skipping.spark.catalyst.ScalaCollections;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.ArrayExists;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.LambdaFunction;
import org.apache.spark.sql.catalyst.expressions.NamedLambdaVariable;
import org.apache.spark.sql.types.Metadata;

/**
 * Describes what one element of an array must be like. Indexes do not have elements that are NULL, so that the condition is one that these do
 * not satisfy.
 *
 * @param elements of the arrays
 * @param condition in which a column named {@link #ELEMENT} stands for the element
 */
record ElementCondition(SparkColumn elements, Expression condition) {
    private static final ColumnPath ELEMENT = new ColumnPath(List.of("an element"));

    ElementCondition {
        requireNonNull(elements, "elements is null");
        requireNonNull(condition, "condition is null");
    }

    /** Returns the condition of {@code exists(array, element -> condition)}; empty if a NULL may satisfy it, or it needs other columns. */
    static Optional<ElementCondition> of(ArrayExists exists) {
        if (!(exists.function() instanceof LambdaFunction lambda)
                || lambda.arguments().size() != 1
                || !(lambda.arguments().head() instanceof NamedLambdaVariable variable)
                // a column may have any name, also the one that stands for the element
                || lambda.function().exists(AttributeReference.class::isInstance)) {
            return Optional.empty();
        }
        return SparkColumn.elementsOf(exists.argument())
                .map(elements -> new ElementCondition(elements, withColumn(lambda.function(), variable)))
                .filter(element -> ColumnTest.of(element.condition())
                        .filter(test -> test.column().path().equals(ELEMENT) && !test.mayPass(Optional.empty()))
                        .isPresent());
    }

    private static Expression withColumn(Expression body, NamedLambdaVariable variable) {
        Expression column = new AttributeReference(
                ELEMENT.names().get(0),
                variable.dataType(),
                true,
                Metadata.empty(),
                variable.exprId(),
                ScalaCollections.seq(List.of()));
        return body.transformDown(Replacement.of(
                NamedLambdaVariable.class, other -> other.exprId().equals(variable.exprId()), other -> column));
    }

    /** Returns what finds the columns of an index for the condition. */
    ColumnFinder in(ColumnFinder columns) {
        return (path, type) -> path.equals(ELEMENT) ? columns.find(elements.path(), type) : List.of();
    }
}
