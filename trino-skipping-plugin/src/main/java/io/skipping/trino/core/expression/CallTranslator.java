// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.expression;

import static io.skipping.trino.core.GlobalFunctions.isGlobal;
import static io.trino.spi.expression.StandardFunctions.ARRAY_CONSTRUCTOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.IN_PREDICATE_FUNCTION_NAME;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.CallIn;
import io.skipping.index.predicate.Predicate;
import io.skipping.trino.core.value.TrinoKeys;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Puts comparisons of a function of one column with constants into words of the index, for index types that know the
 * function. The engine leaves functions that are not deterministic out of what it tells a connector.
 */
final class CallTranslator {
    private final Function<ConnectorExpression, Optional<IndexedColumn>> columns;

    /** @param columns gives the column that an expression stands for, if it is one of the index */
    CallTranslator(Function<ConnectorExpression, Optional<IndexedColumn>> columns) {
        this.columns = requireNonNull(columns, "columns is null");
    }

    /**
     * What rows satisfy for which a condition is TRUE.
     *
     * @param negated whether the rows for which it is FALSE are meant, about which nothing is said
     * @return empty if the condition is none about a function's results
     */
    Optional<Predicate> translate(Call call, boolean negated) {
        if (negated || call.getArguments().size() != 2) {
            return Optional.empty();
        }
        ConnectorExpression left = call.getArguments().get(0);
        ConnectorExpression right = call.getArguments().get(1);
        if (call.getFunctionName().equals(EQUAL_OPERATOR_FUNCTION_NAME)) {
            return left instanceof Constant ? in(right, List.of(left)) : in(left, List.of(right));
        }
        if (call.getFunctionName().equals(IN_PREDICATE_FUNCTION_NAME)
                && right instanceof Call array
                && array.getFunctionName().equals(ARRAY_CONSTRUCTOR_FUNCTION_NAME)) {
            return in(left, array.getArguments());
        }
        return Optional.empty();
    }

    private Optional<Predicate> in(ConnectorExpression expression, List<ConnectorExpression> constants) {
        if (!(expression instanceof Call call)
                // a function of a catalog may be replaced by another at any time
                || !isGlobal(call)
                || call.getFunctionName().getName().startsWith("$")
                || call.getArguments().size() != 1) {
            return Optional.empty();
        }
        return columns.apply(call.getArguments().getFirst())
                .flatMap(column -> values(call.getType(), constants)
                        .flatMap(TrinoKeys::keys)
                        .map(values -> new CallIn(column, call.getFunctionName().getName(), values)));
    }

    private static Optional<ValueSet> values(Type type, List<ConnectorExpression> constants) {
        ImmutableList.Builder<Object> values = ImmutableList.builder();
        for (ConnectorExpression expression : constants) {
            if (!(expression instanceof Constant constant)
                    || !constant.getType().equals(type)) {
                return Optional.empty();
            }
            // nothing is equal to NULL or NaN
            if (constant.getValue() != null && !ExpressionTranslator.isNan(type, constant.getValue())) {
                values.add(constant.getValue());
            }
        }
        List<Object> found = values.build();
        if (!type.isComparable()) {
            return Optional.empty();
        }
        return Optional.of(found.isEmpty() ? ValueSet.none(type) : ValueSet.copyOf(type, found));
    }
}
