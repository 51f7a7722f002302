// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.expression;

import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.RealType.REAL;
import static io.trino.spi.type.TypeUtils.readNativeValue;

import io.skipping.index.predicate.Predicate;
import io.trino.spi.block.Block;
import io.trino.spi.block.SqlRow;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.RowType;
import io.trino.spi.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Conditions on constants, which hold for all rows or for none. */
final class ConstantValues {
    private static final String NUMBER = "number";

    private ConstantValues() {}

    /** Returns whether a value is a NaN, or may be one: no index has numbers of the type NUMBER, which releases after 476 have. */
    static boolean isNan(Type type, Object value) {
        return type == DOUBLE && Double.isNaN((double) value)
                || type == REAL && Float.isNaN(real(value))
                || isNumber(type);
    }

    static boolean isNumber(Type type) {
        return type.getBaseName().equals(NUMBER);
    }

    /** Returns whether a value is a NULL, or a row, array or map that may hold one at any depth. */
    static boolean mayHaveNull(Type type, Object value) {
        if (value == null) {
            return true;
        }
        if (!(type instanceof RowType row)) {
            return !type.getTypeParameters().isEmpty();
        }
        SqlRow fields = (SqlRow) value;
        return IntStream.range(0, fields.getFieldCount())
                .anyMatch(field -> mayHaveNull(
                        row.getTypeParameters().get(field),
                        readNativeValue(
                                row.getTypeParameters().get(field),
                                fields.getRawFieldBlock(field),
                                fields.getRawIndex())));
    }

    /** Returns the predicate for {@code constant IN values}. */
    static Predicate in(Constant constant, ValueSet values) {
        Type type = constant.getType();
        Object value = constant.getValue();
        if (value == null) {
            return Predicate.NEVER;
        }
        if (isNan(type, value) || mayBeIncomparable(type)) {
            return Predicate.UNKNOWN;
        }
        if (type == DOUBLE && (double) value == 0) {
            return ofZero(values, 0.0, -0.0);
        }
        if (type == REAL && real(value) == 0) {
            return ofZero(values, bits(0.0f), bits(-0.0f));
        }
        return values.containsValue(value) ? Predicate.ALWAYS : Predicate.NEVER;
    }

    /** Returns whether comparisons of two values may fail: those of arrays and rows with a NULL in them do. */
    static boolean mayBeIncomparable(Type type) {
        return !type.getTypeParameters().isEmpty();
    }

    /** Returns the elements of a constant array, without NULL; empty for another expression, or if one is a NaN. */
    static Optional<ValueSet> elements(ConnectorExpression expression) {
        if (!(expression instanceof Constant constant)
                || !(constant.getType() instanceof ArrayType array)
                || !(constant.getValue() instanceof Block block)
                || !array.getElementType().isOrderable()
                || mayBeIncomparable(array.getElementType())) {
            return Optional.empty();
        }
        Type type = array.getElementType();
        List<Object> values = new ArrayList<>();
        for (int position = 0; position < block.getPositionCount(); position++) {
            if (!block.isNull(position)) {
                values.add(readNativeValue(type, block, position));
            }
        }
        return values.stream().anyMatch(value -> isNan(type, value))
                ? Optional.empty()
                : Optional.of(values.isEmpty() ? ValueSet.none(type) : ValueSet.copyOf(type, values));
    }

    /** Comparisons take the two zeros for equal; some lookups in lists do not. */
    private static Predicate ofZero(ValueSet values, Object zero, Object negativeZero) {
        return values.containsValue(zero) || values.containsValue(negativeZero) ? Predicate.UNKNOWN : Predicate.NEVER;
    }

    private static float real(Object value) {
        return Float.intBitsToFloat((int) (long) value);
    }

    private static long bits(float real) {
        return Float.floatToRawIntBits(real);
    }
}
