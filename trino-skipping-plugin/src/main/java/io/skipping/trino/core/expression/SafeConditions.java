// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.expression;

import static io.trino.spi.expression.StandardFunctions.AND_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.ARRAY_CONSTRUCTOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.GREATER_THAN_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.GREATER_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.IDENTICAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.IN_PREDICATE_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.IS_NULL_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.LESS_THAN_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.LESS_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.LIKE_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.NOT_EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.NOT_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.OR_FUNCTION_NAME;

import com.google.common.collect.ImmutableSet;
import io.skipping.trino.core.GlobalFunctions;
import io.skipping.trino.core.value.TrinoTypes;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.expression.FunctionName;
import io.trino.spi.expression.Variable;
import java.util.Set;

/**
 * Tells which conditions fail for no row, and are NULL only where one of their columns is. Others may be so, too; nothing is
 * concluded of those.
 */
final class SafeConditions {
    private static final Set<FunctionName> OPERATORS = ImmutableSet.of(
            AND_FUNCTION_NAME,
            OR_FUNCTION_NAME,
            NOT_FUNCTION_NAME,
            IS_NULL_FUNCTION_NAME,
            IN_PREDICATE_FUNCTION_NAME,
            ARRAY_CONSTRUCTOR_FUNCTION_NAME,
            new FunctionName("$between"),
            EQUAL_OPERATOR_FUNCTION_NAME,
            IDENTICAL_OPERATOR_FUNCTION_NAME,
            NOT_EQUAL_OPERATOR_FUNCTION_NAME,
            LESS_THAN_OPERATOR_FUNCTION_NAME,
            LESS_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME,
            GREATER_THAN_OPERATOR_FUNCTION_NAME,
            GREATER_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME);

    private static final Set<String> FUNCTIONS =
            ImmutableSet.of("lower", "upper", "length", "year", "month", "day", "quarter", "day_of_week", "hour");

    private SafeConditions() {}

    static boolean isSafe(ConnectorExpression expression) {
        return switch (expression) {
            case Constant constant -> constant.getValue() != null;
            case Variable variable -> TrinoTypes.scalar(variable.getType()).hasKeys();
            case Call call -> isSafe(call) && call.getArguments().stream().allMatch(SafeConditions::isSafe);
            default -> false;
        };
    }

    private static boolean isSafe(Call call) {
        int arguments = call.getArguments().size();
        return OPERATORS.contains(call.getFunctionName())
                || call.getFunctionName().equals(LIKE_FUNCTION_NAME)
                        && arguments == 2
                        && call.getArguments().get(1) instanceof Constant
                || GlobalFunctions.isGlobal(call)
                        && arguments == 1
                        && FUNCTIONS.contains(call.getFunctionName().getName());
    }
}
