// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.expression;

import static io.trino.spi.expression.StandardFunctions.ARRAY_CONSTRUCTOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.IN_PREDICATE_FUNCTION_NAME;
import static io.trino.spi.type.RealType.REAL;

import com.google.common.collect.ImmutableSet;
import io.skipping.trino.core.scan.FilterTests;
import io.trino.plugin.base.expression.ConnectorExpressions;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.expression.Variable;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds lookups of reals in a list that contains a zero. For a short list, the code that the engine generates compares
 * bits, while the interpreter that evaluates filters for {@link FilterTests} compares values. So the two disagree on
 * whether −0.0 is in the list.
 */
public final class RealLookups {
    private RealLookups() {}

    /** Returns the variables of the expressions that are looked up in such a list. */
    public static Set<Variable> variables(ConnectorExpression expression) {
        return find(expression).collect(ImmutableSet.toImmutableSet());
    }

    private static Stream<Variable> find(ConnectorExpression expression) {
        return Stream.concat(
                isLookup(expression)
                        ? ConnectorExpressions.extractVariables(
                                ((Call) expression).getArguments().getFirst())
                                .stream()
                        : Stream.empty(),
                expression.getChildren().stream().flatMap(RealLookups::find));
    }

    private static boolean isLookup(ConnectorExpression expression) {
        return expression instanceof Call call
                && call.getFunctionName().equals(IN_PREDICATE_FUNCTION_NAME)
                && call.getArguments().getFirst().getType().equals(REAL)
                && !(call.getArguments().get(1) instanceof Call array
                        && array.getFunctionName().equals(ARRAY_CONSTRUCTOR_FUNCTION_NAME)
                        && array.getArguments().stream().allMatch(RealLookups::isNoZero));
    }

    private static boolean isZero(long real) {
        return Float.intBitsToFloat((int) real) == 0;
    }

    private static boolean isNoZero(ConnectorExpression element) {
        return element instanceof Constant constant
                && (constant.getValue() == null || !isZero((long) constant.getValue()));
    }
}
