// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import static io.skipping.builder.advice.ConditionForms.isConstant;
import static io.skipping.builder.advice.ConditionForms.sql;

import io.trino.sql.tree.ArithmeticBinaryExpression;
import io.trino.sql.tree.ArithmeticUnaryExpression;
import io.trino.sql.tree.Cast;
import io.trino.sql.tree.CoalesceExpression;
import io.trino.sql.tree.DereferenceExpression;
import io.trino.sql.tree.Expression;
import io.trino.sql.tree.FunctionCall;
import io.trino.sql.tree.Identifier;
import io.trino.sql.tree.NullIfExpression;
import io.trino.sql.tree.SubscriptExpression;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Finds what an index must be over to decide conditions on an expression; docs/reference.md lists the expressions. */
final class IndexedValues {
    private static final Set<String> MONOTONE_FUNCTIONS = Set.of("floor", "ceil", "ceiling");

    private final Columns columns;

    IndexedValues(Columns columns) {
        this.columns = columns;
    }

    /**
     * An expression and what an index of it is over.
     *
     * @param value the expression as SQL, which is NULL where a cast fails
     * @param indexed as {@code create_index} takes it
     * @param isText whether its values are text
     */
    record IndexedValue(String value, String indexed, boolean isText) {
        private IndexedValue undone(Expression expression) {
            return new IndexedValue(sql(expression), indexed, false);
        }
    }

    Optional<IndexedValue> of(Expression expression) {
        return switch (expression) {
            case Identifier column -> column(column);
            case Cast cast -> cast(cast);
            case DereferenceExpression field when column(field.getBase()) -> part(field, false);
            case SubscriptExpression subscript
            when column(subscript.getBase()) && isConstant(subscript.getIndex()) ->
                Optional.of(new IndexedValue(
                        "element_at(%s, %s)".formatted(sql(subscript.getBase()), sql(subscript.getIndex())),
                        "element_at(%s, %s)".formatted(sql(subscript.getBase()), sql(subscript.getIndex())),
                        hasTexts(subscript.getBase())));
            case ArithmeticUnaryExpression minus -> of(minus.getValue()).map(value -> value.undone(minus));
            case ArithmeticBinaryExpression arithmetic -> arithmetic(arithmetic);
            case CoalesceExpression coalesce
            when coalesce.getOperands().stream().skip(1).allMatch(ConditionForms::isConstant) ->
                of(coalesce.getOperands().getFirst()).map(value -> value.undone(coalesce));
            case FunctionCall call -> call(call);
            default -> Optional.empty();
        };
    }

    private Optional<IndexedValue> column(Identifier column) {
        String name = FilterReader.lower(column);
        return columns.type(name)
                .filter(Columns::isScalarType)
                .map(type -> new IndexedValue(Columns.quoted(name), Columns.quoted(name), Columns.isTextType(type)));
    }

    private boolean column(Expression expression) {
        return expression instanceof Identifier name && columns.has(FilterReader.lower(name));
    }

    private boolean hasTexts(Expression map) {
        return columns.type(FilterReader.lower((Identifier) map))
                .filter(type -> type.matches("map\\(.*,\\s*varchar.*\\)"))
                .isPresent();
    }

    private static Optional<IndexedValue> part(Expression expression, boolean isText) {
        return Optional.of(new IndexedValue(sql(expression), sql(expression), isText));
    }

    private Optional<IndexedValue> cast(Cast cast) {
        // blanks that are taken for NULL have the same index
        Expression inner = cast.getExpression() instanceof NullIfExpression nullIf && isConstant(nullIf.getSecond())
                ? nullIf.getFirst()
                : cast.getExpression();
        String type = cast.getType().toString().toLowerCase(Locale.ENGLISH);
        return of(inner).flatMap(value -> {
            if (!value.isText()) {
                return Optional.of(value.undone(cast));
            }
            return Columns.isNumberType(type) || Columns.isTimeType(type)
                    ? Optional.of(new IndexedValue(
                            "TRY_CAST(%s AS %s)".formatted(value.value(), type),
                            "CAST(%s AS %s)".formatted(value.indexed(), type),
                            false))
                    : Optional.empty();
        });
    }

    private Optional<IndexedValue> arithmetic(ArithmeticBinaryExpression arithmetic) {
        if (arithmetic.getOperator() == ArithmeticBinaryExpression.Operator.MODULUS) {
            return Optional.empty();
        }
        Expression compared = isConstant(arithmetic.getRight())
                ? arithmetic.getLeft()
                : isConstant(arithmetic.getLeft()) ? arithmetic.getRight() : null;
        return Optional.ofNullable(compared).flatMap(this::of).map(value -> value.undone(arithmetic));
    }

    private Optional<IndexedValue> call(FunctionCall call) {
        String name = call.getName().getSuffix().toLowerCase(Locale.ENGLISH);
        List<Expression> arguments = call.getArguments();
        if (name.equals("element_at") && column(arguments.getFirst()) && isConstant(arguments.get(1))) {
            return part(call, hasTexts(arguments.getFirst()));
        }
        return MONOTONE_FUNCTIONS.contains(name) && arguments.size() == 1
                ? of(arguments.getFirst()).map(value -> value.undone(call))
                : Optional.empty();
    }
}
