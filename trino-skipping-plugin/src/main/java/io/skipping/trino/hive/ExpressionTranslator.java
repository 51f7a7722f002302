// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.trino.spi.expression.StandardFunctions.AND_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.ARRAY_CONSTRUCTOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.GREATER_THAN_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.GREATER_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.IN_PREDICATE_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.IS_NULL_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.LESS_THAN_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.LESS_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.NOT_EQUAL_OPERATOR_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.NOT_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.OR_FUNCTION_NAME;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.RealType.REAL;

import com.google.common.collect.ImmutableSet;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.trino.hive.geo.GeoTranslator;
import io.skipping.trino.hive.monotone.MonotoneCalls;
import io.skipping.trino.hive.path.ExpressionPaths;
import io.skipping.trino.hive.text.TextTranslator;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.expression.FieldDereference;
import io.trino.spi.expression.FunctionName;
import io.trino.spi.expression.Variable;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Puts into the words of the index what the engine could not put into domains of single columns, such as {@code a = 1 OR
 * b = 2}. NOT is pushed down to the leaves here. What is not understood becomes {@link Predicate#UNKNOWN}.
 */
final class ExpressionTranslator {
    private static final FunctionName CONTAINS = new FunctionName("contains");

    private static final Set<FunctionName> COMPARISONS = ImmutableSet.of(
            EQUAL_OPERATOR_FUNCTION_NAME,
            NOT_EQUAL_OPERATOR_FUNCTION_NAME,
            LESS_THAN_OPERATOR_FUNCTION_NAME,
            LESS_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME,
            GREATER_THAN_OPERATOR_FUNCTION_NAME,
            GREATER_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME);

    private final ExpressionPaths paths;

    ExpressionTranslator(Map<String, ColumnHandle> assignments) {
        this.paths = new ExpressionPaths(assignments);
    }

    /** What the rows for which {@code expression} is TRUE satisfy. */
    Predicate translate(ConnectorExpression expression) {
        return translate(expression, false);
    }

    /** @param negated whether the rows for which the expression is FALSE are meant */
    private Predicate translate(ConnectorExpression expression, boolean negated) {
        if (expression.equals(Constant.TRUE)) {
            return negated ? Predicate.NEVER : Predicate.ALWAYS;
        }
        if (expression.equals(Constant.FALSE)) {
            return negated ? Predicate.ALWAYS : Predicate.NEVER;
        }
        if (!(expression instanceof Call call)) {
            return Predicate.UNKNOWN;
        }
        FunctionName name = call.getFunctionName();
        if (name.equals(AND_FUNCTION_NAME) || name.equals(OR_FUNCTION_NAME)) {
            List<Predicate> operands = call.getArguments().stream()
                    .map(argument -> translate(argument, negated))
                    .collect(toImmutableList());
            return name.equals(AND_FUNCTION_NAME) == negated ? Predicate.or(operands) : Predicate.and(operands);
        }
        if (name.equals(NOT_FUNCTION_NAME)) {
            return translate(call.getArguments().getFirst(), !negated);
        }
        if (name.equals(IS_NULL_FUNCTION_NAME)) {
            return paths.column(call.getArguments().getFirst())
                    .<Predicate>map(column -> negated
                            ? new Predicate.InSet(column, ValueSet.all(column.type()))
                            : new Predicate.IsNull(column))
                    .orElse(Predicate.UNKNOWN);
        }
        Predicate values = ofValues(call, negated);
        // beside what is known of the function here there may be what a user's index type knows of it
        return new CallTranslator(paths::column)
                .translate(call, negated)
                .map(ofFunction -> Predicate.and(List.of(ofFunction, values)))
                .orElse(values);
    }

    private Predicate ofValues(Call call, boolean negated) {
        FunctionName name = call.getFunctionName();
        if (name.equals(IN_PREDICATE_FUNCTION_NAME)) {
            return in(call, negated);
        }
        if (name.equals(CONTAINS) && !negated) {
            return contains(call);
        }
        return new GeoTranslator(paths::column)
                .translate(call, negated)
                .or(() -> new TextTranslator(paths::column).translate(call, negated))
                .orElseGet(() -> comparison(call, negated));
    }

    /** A row with such an element is one of a range with such an element; but not every row of the range need have it. */
    private Predicate contains(Call call) {
        if (!(call.getArguments().get(1) instanceof Constant constant)) {
            return Predicate.UNKNOWN;
        }
        Optional<IndexedColumn> elements = paths.elements(call.getArguments().getFirst());
        if (elements.isEmpty() || !constant.getType().equals(elements.get().type())) {
            return Predicate.UNKNOWN;
        }
        if (constant.getValue() == null) {
            return neverTrue(call.getArguments().getFirst());
        }
        return values(EQUAL_OPERATOR_FUNCTION_NAME, constant)
                .map(values -> necessary(new Predicate.InSet(elements.get(), values)))
                .orElse(Predicate.UNKNOWN);
    }

    private Predicate in(Call call, boolean negated) {
        ConnectorExpression operand = call.getArguments().getFirst();
        if (!(call.getArguments().get(1) instanceof Call array)
                || !array.getFunctionName().equals(ARRAY_CONSTRUCTOR_FUNCTION_NAME)) {
            return Predicate.UNKNOWN;
        }
        Type type = operand.getType();
        ValueSet values = ValueSet.none(type);
        for (ConnectorExpression element : array.getArguments()) {
            if (!(element instanceof Constant constant) || !constant.getType().equals(type)) {
                return Predicate.UNKNOWN;
            }
            if (constant.getValue() == null) {
                if (negated) {
                    // x NOT IN (…, NULL) is never TRUE
                    return neverTrue(operand);
                }
                continue;
            }
            if (isNan(type, constant.getValue())) {
                return Predicate.UNKNOWN;
            }
            values = values.union(ValueSet.of(type, constant.getValue()));
        }
        return inSet(operand, values, negated);
    }

    private Predicate comparison(Call call, boolean negated) {
        if (call.getArguments().size() != 2) {
            return Predicate.UNKNOWN;
        }
        ConnectorExpression left = call.getArguments().get(0);
        ConnectorExpression right = call.getArguments().get(1);
        if (left instanceof Constant constant) {
            return comparison(flip(call.getFunctionName()), right, constant, negated);
        }
        if (right instanceof Constant constant) {
            return comparison(call.getFunctionName(), left, constant, negated);
        }
        return Predicate.UNKNOWN;
    }

    private Predicate comparison(
            FunctionName operator, ConnectorExpression operand, Constant constant, boolean negated) {
        if (!constant.getType().equals(operand.getType())) {
            return Predicate.UNKNOWN;
        }
        if (constant.getValue() == null) {
            // a comparison with NULL is NULL, and so is its negation
            return COMPARISONS.contains(operator) ? neverTrue(operand) : Predicate.UNKNOWN;
        }
        return values(operator, constant)
                .map(values -> inSet(operand, values, negated))
                .orElse(Predicate.UNKNOWN);
    }

    /** The values that compare so to a constant that is not NULL. */
    private static Optional<ValueSet> values(FunctionName operator, Constant constant) {
        Type type = constant.getType();
        Object value = constant.getValue();
        if (!type.isComparable() || isNan(type, value)) {
            return Optional.empty();
        }
        if (operator.equals(EQUAL_OPERATOR_FUNCTION_NAME)) {
            return Optional.of(ValueSet.of(type, value));
        }
        if (operator.equals(NOT_EQUAL_OPERATOR_FUNCTION_NAME)) {
            // NaN is in no range, and yet NaN <> 1 is TRUE
            return isFloatingPoint(type)
                    ? Optional.empty()
                    : Optional.of(ValueSet.of(type, value).complement());
        }
        if (!type.isOrderable()) {
            return Optional.empty();
        }
        if (operator.equals(LESS_THAN_OPERATOR_FUNCTION_NAME)) {
            return Optional.of(ValueSet.ofRanges(Range.lessThan(type, value)));
        }
        if (operator.equals(LESS_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME)) {
            return Optional.of(ValueSet.ofRanges(Range.lessThanOrEqual(type, value)));
        }
        if (operator.equals(GREATER_THAN_OPERATOR_FUNCTION_NAME)) {
            return Optional.of(ValueSet.ofRanges(Range.greaterThan(type, value)));
        }
        if (operator.equals(GREATER_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME)) {
            return Optional.of(ValueSet.ofRanges(Range.greaterThanOrEqual(type, value)));
        }
        return Optional.empty();
    }

    /** What no row satisfies; but what fails for some rows, such as CAST, must go on to do so. */
    private static Predicate neverTrue(ConnectorExpression operand) {
        return cannotFail(operand) ? Predicate.NEVER : Predicate.UNKNOWN;
    }

    private static boolean cannotFail(ConnectorExpression expression) {
        return expression instanceof Variable
                || expression instanceof FieldDereference field && cannotFail(field.getTarget());
    }

    private Predicate inSet(ConnectorExpression operand, ValueSet values, boolean complement) {
        if (complement && isFloatingPoint(values.getType())) {
            // NaN is in no range, and yet NOT (NaN < 1) is TRUE
            return Predicate.UNKNOWN;
        }
        return inSet(operand, complement ? values.complement() : values);
    }

    private Predicate inSet(ConnectorExpression operand, ValueSet values) {
        return paths.column(operand)
                .<Predicate>map(column -> new Predicate.InSet(column, values))
                .or(() -> operand instanceof Call call
                        ? MonotoneCalls.invert(call, values)
                                .map(demand -> necessary(inSet(demand.argument(), demand.values())))
                        : Optional.empty())
                .orElse(Predicate.UNKNOWN);
    }

    /** Satisfied only by rows that satisfy the predicate; by which of these is not known. */
    private static Predicate necessary(Predicate predicate) {
        return Predicate.and(List.of(predicate, Predicate.UNKNOWN));
    }

    private static FunctionName flip(FunctionName operator) {
        if (operator.equals(LESS_THAN_OPERATOR_FUNCTION_NAME)) {
            return GREATER_THAN_OPERATOR_FUNCTION_NAME;
        }
        if (operator.equals(LESS_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME)) {
            return GREATER_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME;
        }
        if (operator.equals(GREATER_THAN_OPERATOR_FUNCTION_NAME)) {
            return LESS_THAN_OPERATOR_FUNCTION_NAME;
        }
        if (operator.equals(GREATER_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME)) {
            return LESS_THAN_OR_EQUAL_OPERATOR_FUNCTION_NAME;
        }
        return operator;
    }

    private static boolean isFloatingPoint(Type type) {
        return type == DOUBLE || type == REAL;
    }

    static boolean isNan(Type type, Object value) {
        if (type == DOUBLE) {
            return Double.isNaN((double) value);
        }
        return type == REAL && Float.isNaN(Float.intBitsToFloat((int) (long) value));
    }
}
