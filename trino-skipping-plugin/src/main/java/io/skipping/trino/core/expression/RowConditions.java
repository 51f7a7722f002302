// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.expression;

import static io.trino.spi.expression.StandardFunctions.AND_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.ARRAY_CONSTRUCTOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.IN_PREDICATE_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.OR_FUNCTION_NAME;
import static io.trino.spi.type.BooleanType.BOOLEAN;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.RealType.REAL;
import static io.trino.spi.type.TypeUtils.readNativeValue;

import com.google.common.collect.ImmutableList;
import io.trino.spi.block.SqlRow;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.RowType;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Optional;

/** Takes comparisons of rows with constants apart into comparisons of their fields. */
final class RowConditions {
    /** A longer list becomes a list for each field. */
    private static final int MOST_ROWS = 100;

    private RowConditions() {}

    /**
     * Returns an equal condition on the fields; for a long list, one that is TRUE wherever the condition is.
     *
     * @param negated whether the rows are wanted for which the condition is FALSE
     * @return empty if the condition does not compare a row with constants
     */
    static Optional<ConnectorExpression> of(Call condition, boolean negated) {
        if (condition.getArguments().size() != 2) {
            return Optional.empty();
        }
        ConnectorExpression left = condition.getArguments().get(0);
        ConnectorExpression right = condition.getArguments().get(1);
        if (condition.getFunctionName().equals(EQUAL_OPERATOR_FUNCTION_NAME)) {
            return fields(left).flatMap(fields -> fields(right).map(others -> equal(fields, others)));
        }
        return condition.getFunctionName().equals(IN_PREDICATE_FUNCTION_NAME)
                        && right instanceof Call array
                        && array.getFunctionName().equals(ARRAY_CONSTRUCTOR_FUNCTION_NAME)
                ? fields(left).flatMap(fields -> in(fields, array.getArguments(), negated))
                : Optional.empty();
    }

    private static Optional<ConnectorExpression> in(
            List<ConnectorExpression> fields, List<ConnectorExpression> rows, boolean negated) {
        ImmutableList.Builder<List<ConnectorExpression>> others = ImmutableList.builder();
        for (ConnectorExpression row : rows) {
            Optional<List<ConnectorExpression>> found = fields(row);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            others.add(found.get());
        }
        List<List<ConnectorExpression>> all = others.build();
        if (all.size() > MOST_ROWS) {
            return negated ? Optional.empty() : Optional.of(inEach(fields, all));
        }
        return Optional.of(new Call(
                BOOLEAN,
                OR_FUNCTION_NAME,
                all.stream().map(row -> equal(fields, row)).toList()));
    }

    private static ConnectorExpression inEach(List<ConnectorExpression> fields, List<List<ConnectorExpression>> rows) {
        ImmutableList.Builder<ConnectorExpression> lists = ImmutableList.builder();
        for (int field = 0; field < fields.size(); field++) {
            int at = field;
            Type type = fields.get(field).getType();
            lists.add(new Call(
                    BOOLEAN,
                    IN_PREDICATE_FUNCTION_NAME,
                    List.of(
                            fields.get(field),
                            new Call(
                                    new ArrayType(type),
                                    ARRAY_CONSTRUCTOR_FUNCTION_NAME,
                                    rows.stream().map(row -> row.get(at)).toList()))));
        }
        return new Call(BOOLEAN, AND_FUNCTION_NAME, lists.build());
    }

    private static ConnectorExpression equal(List<ConnectorExpression> fields, List<ConnectorExpression> others) {
        ImmutableList.Builder<ConnectorExpression> equal = ImmutableList.builder();
        for (int field = 0; field < fields.size(); field++) {
            equal.add(new Call(BOOLEAN, EQUAL_OPERATOR_FUNCTION_NAME, List.of(fields.get(field), others.get(field))));
        }
        return new Call(BOOLEAN, AND_FUNCTION_NAME, equal.build());
    }

    /** Returns the fields of a row; empty if some are not known, or are numbers of which a row may tell both zeros. */
    private static Optional<List<ConnectorExpression>> fields(ConnectorExpression row) {
        if (!(row.getType() instanceof RowType type)
                || type.getTypeParameters().stream().anyMatch(field -> field == DOUBLE || field == REAL)) {
            return Optional.empty();
        }
        if (row instanceof Call call && call.getFunctionName().equals(HiddenCalls.ROW)) {
            return Optional.of(call.getArguments());
        }
        return row instanceof Constant constant && constant.getValue() instanceof SqlRow value
                ? Optional.of(constants(type, value))
                : Optional.empty();
    }

    private static List<ConnectorExpression> constants(RowType type, SqlRow row) {
        ImmutableList.Builder<ConnectorExpression> fields = ImmutableList.builder();
        for (int field = 0; field < row.getFieldCount(); field++) {
            Type fieldType = type.getTypeParameters().get(field);
            fields.add(new Constant(
                    readNativeValue(fieldType, row.getRawFieldBlock(field), row.getRawIndex()), fieldType));
        }
        return fields.build();
    }
}
