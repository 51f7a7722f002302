// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.engine.ir;

import io.trino.metadata.TestingFunctionResolution;
import io.trino.sql.ir.Between;
import io.trino.sql.ir.Comparison;
import io.trino.sql.ir.Expression;

/** Creates comparisons as the engine of this release represents them. */
final class EngineComparisons {
    private EngineComparisons() {}

    /** @param operator as SQL writes it */
    static Expression comparison(
            TestingFunctionResolution functions, String operator, Expression left, Expression right) {
        return new Comparison(
                switch (operator) {
                    case "=" -> Comparison.Operator.EQUAL;
                    case "<>" -> Comparison.Operator.NOT_EQUAL;
                    case "<" -> Comparison.Operator.LESS_THAN;
                    case ">=" -> Comparison.Operator.GREATER_THAN_OR_EQUAL;
                    case "IS NOT DISTINCT FROM" -> Comparison.Operator.IDENTICAL;
                    default -> throw new IllegalArgumentException(operator);
                },
                left,
                right);
    }

    static Expression between(
            TestingFunctionResolution functions, Expression value, Expression minimum, Expression maximum) {
        return new Between(value, minimum, maximum);
    }
}
