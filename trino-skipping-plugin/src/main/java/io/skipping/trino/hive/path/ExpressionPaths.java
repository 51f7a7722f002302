// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.path;

import static io.trino.spi.expression.StandardFunctions.CAST_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.TRY_CAST_FUNCTION_NAME;
import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexedColumn;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.expression.FieldDereference;
import io.trino.spi.expression.FunctionName;
import io.trino.spi.expression.Variable;
import java.util.Map;
import java.util.Optional;

/** Finds the paths in expressions of a query. */
public final class ExpressionPaths {
    /** As the engine calls {@code map[key]}. */
    private static final FunctionName SUBSCRIPT = new FunctionName("$operator$subscript");

    private static final FunctionName ELEMENT_AT = new FunctionName("element_at");

    private final Map<String, ColumnHandle> assignments;

    /** @param assignments columns by the names of variables */
    public ExpressionPaths(Map<String, ColumnHandle> assignments) {
        this.assignments = requireNonNull(assignments, "assignments is null");
    }

    /** The column of the index that has the value of the expression in each row. */
    public Optional<IndexedColumn> column(ConnectorExpression expression) {
        return path(expression)
                .map(ColumnPath::indexed)
                .filter(column -> column.type().equals(expression.getType()));
    }

    /** The column of the index that has the elements of the arrays that an expression gives. */
    public Optional<IndexedColumn> elements(ConnectorExpression array) {
        return path(array).flatMap(ColumnPath::elements).map(ColumnPath::indexed);
    }

    private Optional<ColumnPath> path(ConnectorExpression expression) {
        return switch (expression) {
            case Variable variable ->
                assignments.get(variable.getName()) instanceof HiveColumnHandle column
                        ? ColumnPath.of(column)
                        : Optional.empty();
            case FieldDereference field -> path(field.getTarget()).flatMap(row -> row.field(field.getField()));
            case Call call -> path(call);
            default -> Optional.empty();
        };
    }

    private Optional<ColumnPath> path(Call call) {
        FunctionName name = call.getFunctionName();
        if (name.equals(CAST_FUNCTION_NAME) || name.equals(TRY_CAST_FUNCTION_NAME)) {
            return path(call.getArguments().getFirst()).flatMap(text -> text.cast(call.getType()));
        }
        if (name.equals(ELEMENT_AT) || name.equals(SUBSCRIPT)) {
            return call.getArguments().get(1) instanceof Constant key && key.getValue() != null
                    ? path(call.getArguments().getFirst())
                            .flatMap(map -> map.key(key.getType(), key.getValue(), name.equals(SUBSCRIPT)))
                    : Optional.empty();
        }
        return Optional.empty();
    }
}
