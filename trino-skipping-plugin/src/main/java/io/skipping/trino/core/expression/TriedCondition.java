// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.expression;

import static io.trino.spi.expression.StandardFunctions.CAST_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.TRY_CAST_FUNCTION_NAME;

import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.expression.Variable;
import java.util.Optional;

/**
 * A condition {@code f(TRY(e))} in two parts. Where it is TRUE, f(e) is, or e fails and f(NULL) is TRUE.
 *
 * @param ofValue {@code f(e)}
 * @param ofNull {@code f(NULL)}
 * @param nullsAreFailures whether {@code f(e)} alone has the value of the condition, because e is a TRY_CAST
 */
record TriedCondition(ConnectorExpression ofValue, ConnectorExpression ofNull, boolean nullsAreFailures) {
    /** Each of them doubles the conditions that are looked at. */
    private static final long MOST_TRIED = 6;

    /** Returns the parts of a condition; empty if it has too many, or if the engine shows the body as a lambda. */
    static Optional<TriedCondition> of(Call condition, Call tried) {
        ConnectorExpression body = tried.getArguments().getFirst();
        boolean isCast = isCast(body);
        if (!body.getType().equals(tried.getType()) || !isCast && isTooMany(condition)) {
            return Optional.empty();
        }
        ConnectorExpression value =
                isCast ? new Call(body.getType(), TRY_CAST_FUNCTION_NAME, ((Call) body).getArguments()) : body;
        return Optional.of(new TriedCondition(
                HiddenParts.replace(condition, tried, value),
                HiddenParts.replace(condition, tried, new Constant(null, tried.getType())),
                isCast));
    }

    private static boolean isTooMany(Call condition) {
        return HiddenParts.all(condition, HiddenCalls.TRY)
                        .filter(call -> !isCast(call.getArguments().getFirst()))
                        .count()
                > MOST_TRIED;
    }

    private static boolean isCast(ConnectorExpression body) {
        return body instanceof Call cast
                && cast.getFunctionName().equals(CAST_FUNCTION_NAME)
                && cast.getArguments().getFirst() instanceof Variable;
    }
}
