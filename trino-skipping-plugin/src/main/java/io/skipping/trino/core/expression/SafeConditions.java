// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.expression;

import static io.trino.spi.expression.StandardFunctions.AND_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.ARRAY_CONSTRUCTOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.CAST_FUNCTION_NAME;
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
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.SmallintType.SMALLINT;
import static io.trino.spi.type.TinyintType.TINYINT;

import com.google.common.collect.ImmutableSet;
import io.skipping.trino.core.GlobalFunctions;
import io.skipping.trino.core.value.TrinoTypes;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.expression.FieldDereference;
import io.trino.spi.expression.FunctionName;
import io.trino.spi.expression.Variable;
import io.trino.spi.type.CharType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

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

    /** Lists whole numbers, each one before those that hold all of its values. */
    private static final List<Type> WHOLE_NUMBERS = List.of(TINYINT, SMALLINT, INTEGER, BIGINT);

    private SafeConditions() {}

    static boolean isSafe(ConnectorExpression expression) {
        return switch (expression) {
            case Constant constant -> constant.getValue() != null;
            case Variable variable -> TrinoTypes.scalar(variable.getType()).hasKeys();
            case Call call -> isSafe(call) && call.getArguments().stream().allMatch(SafeConditions::isSafe);
            default -> false;
        };
    }

    /**
     * Returns whether an expression fails for no row, but for those for which a CAST of text does.
     *
     * @param isCastOfText returns whether it is known for which rows a CAST fails
     */
    static boolean failsByCastsOnly(ConnectorExpression expression, Predicate<Call> isCastOfText) {
        return switch (expression) {
            case Constant _, Variable _ -> true;
            case FieldDereference field -> failsByCastsOnly(field.getTarget(), isCastOfText);
            case Call call ->
                (isSafe(call)
                                || call.getFunctionName().equals(HiddenCalls.ROW)
                                || call.getFunctionName().equals(CAST_FUNCTION_NAME)
                                        && (isWidening(call) || isCastOfText.test(call)))
                        && call.getArguments().stream().allMatch(argument -> failsByCastsOnly(argument, isCastOfText));
            default -> false;
        };
    }

    private static boolean isWidening(Call cast) {
        Type from = cast.getArguments().getFirst().getType();
        Type to = cast.getType();
        return from.equals(to)
                || isText(from) && isText(to)
                || WHOLE_NUMBERS.contains(from) && WHOLE_NUMBERS.indexOf(from) <= WHOLE_NUMBERS.indexOf(to);
    }

    private static boolean isText(Type type) {
        return type instanceof VarcharType || type instanceof CharType;
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
