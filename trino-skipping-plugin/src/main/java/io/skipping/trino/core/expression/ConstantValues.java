// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.expression;

import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.RealType.REAL;

import io.skipping.index.predicate.Predicate;
import io.trino.spi.expression.Constant;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.Type;

/** Conditions on constants, which hold for all rows or for none. */
final class ConstantValues {
    private ConstantValues() {}

    static boolean isNan(Type type, Object value) {
        return type == DOUBLE && Double.isNaN((double) value) || type == REAL && Float.isNaN(real(value));
    }

    /** Returns the predicate for {@code constant IN values}. */
    static Predicate in(Constant constant, ValueSet values) {
        Type type = constant.getType();
        Object value = constant.getValue();
        if (value == null) {
            return Predicate.NEVER;
        }
        if (isNan(type, value)) {
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
