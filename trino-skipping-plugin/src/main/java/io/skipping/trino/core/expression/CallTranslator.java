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
 * Translates comparisons between constants and a function of one column into index predicates, for index types that
 * support the function. The engine never passes non-deterministic functions to a connector.
 */
final class CallTranslator {
    private final Function<ConnectorExpression, Optional<IndexedColumn>> columns;

    /**
     * Creates a translator.
     *
     * @param columns returns the indexed column that an expression stands for, if there is one
     */
    CallTranslator(Function<ConnectorExpression, Optional<IndexedColumn>> columns) {
        this.columns = requireNonNull(columns, "columns is null");
    }

    /**
     * Translates a condition into a predicate that holds for every row for which the condition is TRUE.
     *
     * @param negated whether the translation is for the rows for which the condition is FALSE; nothing is concluded
     *     about those
     * @return empty if the condition does not compare the result of a function
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
                // a function of a catalog can be replaced at any time
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
            // no value equals NULL or NaN
            if (constant.getValue() != null && !ConstantValues.isNan(type, constant.getValue())) {
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
