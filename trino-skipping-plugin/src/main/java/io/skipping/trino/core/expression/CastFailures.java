// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.expression;

import static io.trino.spi.expression.StandardFunctions.CAST_FUNCTION_NAME;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import io.skipping.index.predicate.Predicate;
import io.skipping.trino.core.path.ExpressionPaths;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;

/**
 * Finds the rows for which a CAST of text in a condition fails. Such a row makes the query fail, and must still do so
 * with an index. So these rows are read, like rows for which the condition is TRUE.
 */
final class CastFailures {
    private final ExpressionPaths paths;

    CastFailures(ExpressionPaths paths) {
        this.paths = requireNonNull(paths, "paths is null");
    }

    /**
     * Returns one predicate for each CAST, which holds for every row for which the CAST fails. Casts of text that is
     * not indexed are left out.
     */
    ImmutableSet<Predicate> of(ConnectorExpression expression) {
        ImmutableSet.Builder<Predicate> failures = ImmutableSet.builder();
        add(expression, failures);
        return failures.build();
    }

    private void add(ConnectorExpression expression, ImmutableSet.Builder<Predicate> failures) {
        if (expression instanceof Call call && call.getFunctionName().equals(CAST_FUNCTION_NAME)) {
            paths.castFailure(call).ifPresent(failures::add);
        }
        expression.getChildren().forEach(child -> add(child, failures));
    }
}
