// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.expression;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static io.trino.spi.expression.StandardFunctions.AND_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.IS_NULL_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.OR_FUNCTION_NAME;
import static io.trino.spi.type.BooleanType.BOOLEAN;

import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.FunctionName;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Splits a condition {@code f(COALESCE(a, b, …))} in two parts. It has the value of {@code f(a)} where a is not NULL, and that
 * of {@code f(COALESCE(b, …))} where a is NULL.
 *
 * @param firstIsNull the condition {@code a IS NULL}
 * @param ofFirst {@code f(a)}
 * @param ofOthers {@code f(COALESCE(b, …))}, or {@code f(b)} if there is only b
 */
public record CoalesceBranches(
        ConnectorExpression firstIsNull, ConnectorExpression ofFirst, ConnectorExpression ofOthers) {
    /** The name of COALESCE in the SPI of releases later than 476. */
    public static final FunctionName COALESCE = new FunctionName("$coalesce");

    /** Bounds the conditions without COALESCE into which one is taken apart, and so the size of a predicate. */
    private static final long MOST_BRANCHES = 64;

    /**
     * Takes apart a COALESCE of a condition. Of AND and OR it takes one that stands in several operands: of {@code
     * COALESCE(a, 0) BETWEEN 30 AND 40}, a range that has rows with a above 40, and rows without a, is told from those
     * that match only as a whole.
     *
     * @return empty if there is none, or if there are too many
     */
    static Optional<CoalesceBranches> of(Call condition) {
        Set<Call> all = coalesced(condition).collect(toImmutableSet());
        long branches = all.stream()
                .mapToLong(coalesce -> coalesce.getArguments().size())
                .reduce(1, (product, operands) -> Math.min(MOST_BRANCHES + 1, product * operands));
        if (branches > MOST_BRANCHES) {
            return Optional.empty();
        }
        FunctionName name = condition.getFunctionName();
        long fewest = name.equals(AND_FUNCTION_NAME) || name.equals(OR_FUNCTION_NAME) ? 2 : 1;
        return all.stream()
                .filter(coalesce -> condition.getArguments().stream()
                                .filter(argument -> coalesced(argument).anyMatch(coalesce::equals))
                                .count()
                        >= fewest)
                .findFirst()
                .map(coalesce -> of(condition, coalesce));
    }

    private static CoalesceBranches of(Call condition, Call coalesce) {
        List<ConnectorExpression> operands = coalesce.getArguments();
        ConnectorExpression first = operands.getFirst();
        ConnectorExpression others = operands.size() == 2
                ? operands.get(1)
                : new Call(coalesce.getType(), COALESCE, operands.subList(1, operands.size()));
        return new CoalesceBranches(
                new Call(BOOLEAN, IS_NULL_FUNCTION_NAME, List.of(first)),
                HiddenParts.replace(condition, coalesce, first),
                HiddenParts.replace(condition, coalesce, others));
    }

    /**
     * Returns every COALESCE of an expression that has one value in a row, outer ones before those in them. One in a lambda has a value
     * for each element, and equal ones in two lambdas may be of different arrays.
     */
    private static Stream<Call> coalesced(ConnectorExpression expression) {
        return HiddenParts.all(expression, COALESCE, HiddenCalls.ANY_MATCH)
                .filter(call -> call.getArguments().size() > 1);
    }
}
