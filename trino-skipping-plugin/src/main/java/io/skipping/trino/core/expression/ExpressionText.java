// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.expression;

import static io.trino.spi.expression.StandardFunctions.AND_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.ARRAY_CONSTRUCTOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.CAST_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.IN_PREDICATE_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.IS_NULL_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.LIKE_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.NEGATE_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.NOT_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.OR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.TRY_CAST_FUNCTION_NAME;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableMap;
import io.skipping.index.value.ScalarType;
import io.skipping.trino.core.path.ColumnHandles;
import io.skipping.trino.core.value.TrinoKeys;
import io.skipping.trino.core.value.TrinoTypes;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.expression.FieldDereference;
import io.trino.spi.expression.FunctionName;
import io.trino.spi.expression.StandardFunctions;
import io.trino.spi.expression.Variable;
import io.trino.spi.type.RowType;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Writes an expression of the engine in words like SQL's, for people. */
final class ExpressionText {
    private static final Map<FunctionName, String> OPERATORS = ImmutableMap.<FunctionName, String>builder()
            .put(AND_FUNCTION_NAME, "AND")
            .put(OR_FUNCTION_NAME, "OR")
            .put(StandardFunctions.EQUAL_OPERATOR_FUNCTION_NAME, "=")
            .put(StandardFunctions.NOT_EQUAL_OPERATOR_FUNCTION_NAME, "<>")
            .put(StandardFunctions.LESS_THAN_OPERATOR_FUNCTION_NAME, "<")
            .put(StandardFunctions.LESS_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME, "<=")
            .put(StandardFunctions.GREATER_THAN_OPERATOR_FUNCTION_NAME, ">")
            .put(StandardFunctions.GREATER_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME, ">=")
            .put(StandardFunctions.ADD_FUNCTION_NAME, "+")
            .put(StandardFunctions.SUBTRACT_FUNCTION_NAME, "-")
            .put(StandardFunctions.MULTIPLY_FUNCTION_NAME, "*")
            .put(StandardFunctions.DIVIDE_FUNCTION_NAME, "/")
            .put(StandardFunctions.MODULUS_FUNCTION_NAME, "%")
            .put(LIKE_FUNCTION_NAME, "LIKE")
            .put(IN_PREDICATE_FUNCTION_NAME, "IN")
            .buildOrThrow();

    private final Map<String, ColumnHandle> assignments;
    private final ColumnHandles columns;

    ExpressionText(Map<String, ColumnHandle> assignments, ColumnHandles columns) {
        this.assignments = requireNonNull(assignments, "assignments is null");
        this.columns = requireNonNull(columns, "columns is null");
    }

    String of(ConnectorExpression expression) {
        String text = within(expression);
        return text.startsWith("(") && isInfix(expression) ? text.substring(1, text.length() - 1) : text;
    }

    private static boolean isInfix(ConnectorExpression expression) {
        return expression instanceof Call call
                && (OPERATORS.containsKey(call.getFunctionName())
                        || call.getFunctionName().equals(StandardFunctions.IDENTICAL_OPERATOR_FUNCTION_NAME)
                        || call.getFunctionName().equals(ExpressionTranslator.BETWEEN));
    }

    /** Returns the text with parentheses around an operator and its operands. */
    private String within(ConnectorExpression expression) {
        return switch (expression) {
            case Variable variable ->
                Optional.ofNullable(assignments.get(variable.getName()))
                        .map(columns::name)
                        .orElseGet(variable::getName);
            case Constant constant -> constant(constant);
            case FieldDereference dereference -> field(dereference);
            case Call call -> call(call);
            default -> expression.toString();
        };
    }

    private String field(FieldDereference dereference) {
        String field = dereference.getTarget().getType() instanceof RowType row
                ? row.getFields().get(dereference.getField()).getName().orElse("#" + dereference.getField())
                : "#" + dereference.getField();
        return within(dereference.getTarget()) + "." + field;
    }

    private String call(Call call) {
        FunctionName name = call.getFunctionName();
        List<ConnectorExpression> arguments = call.getArguments();
        if (OPERATORS.containsKey(name)) {
            return arguments.stream()
                    .map(this::within)
                    .collect(joining(" %s ".formatted(OPERATORS.get(name)), "(", ")"));
        }
        if (name.equals(NOT_FUNCTION_NAME)) {
            return "NOT " + within(arguments.getFirst());
        }
        if (name.equals(NEGATE_FUNCTION_NAME)) {
            return "-" + within(arguments.getFirst());
        }
        if (name.equals(IS_NULL_FUNCTION_NAME)) {
            return within(arguments.getFirst()) + " IS NULL";
        }
        if (name.equals(CAST_FUNCTION_NAME) || name.equals(TRY_CAST_FUNCTION_NAME)) {
            return "%s(%s AS %s)"
                    .formatted(
                            name.equals(CAST_FUNCTION_NAME) ? "CAST" : "TRY_CAST",
                            of(arguments.getFirst()),
                            call.getType());
        }
        if (name.equals(StandardFunctions.IDENTICAL_OPERATOR_FUNCTION_NAME)) {
            return "(%s IS NOT DISTINCT FROM %s)".formatted(within(arguments.get(0)), within(arguments.get(1)));
        }
        if (name.equals(ExpressionTranslator.BETWEEN)) {
            return "(%s BETWEEN %s AND %s)"
                    .formatted(within(arguments.get(0)), within(arguments.get(1)), within(arguments.get(2)));
        }
        if (name.equals(HiddenCalls.CASE)) {
            return branches(arguments);
        }
        if (name.equals(HiddenCalls.ANY_MATCH)) {
            return "any_match(%s, %s -> %s)"
                    .formatted(of(arguments.get(0)), within(arguments.get(1)), of(arguments.get(2)));
        }
        String separated = arguments.stream().map(this::of).collect(joining(", ", "(", ")"));
        if (name.equals(ARRAY_CONSTRUCTOR_FUNCTION_NAME) || name.equals(HiddenCalls.ROW)) {
            return separated;
        }
        String plain = name.getName();
        // names that begin with it are of the engine's own expressions
        return (plain.startsWith("$") ? plain.substring(1).toUpperCase(Locale.ENGLISH) : plain) + separated;
    }

    private String branches(List<ConnectorExpression> arguments) {
        StringBuilder text = new StringBuilder("CASE");
        for (int condition = 0; condition < arguments.size() - 1; condition += 2) {
            text.append(" WHEN %s THEN %s".formatted(of(arguments.get(condition)), of(arguments.get(condition + 1))));
        }
        return text.append(" ELSE %s END".formatted(of(arguments.getLast()))).toString();
    }

    private static String constant(Constant constant) {
        if (constant.getValue() == null) {
            return "NULL";
        }
        ScalarType type = TrinoTypes.scalar(constant.getType());
        return type.hasKeys()
                ? SetText.literal(type, TrinoKeys.key(type, constant.getValue()))
                : "a constant of type " + constant.getType();
    }
}
