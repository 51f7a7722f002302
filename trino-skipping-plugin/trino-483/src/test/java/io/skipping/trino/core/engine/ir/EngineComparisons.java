// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.engine.ir;

import io.trino.metadata.TestingFunctionResolution;
import io.trino.sql.ir.ComparisonOperator;
import io.trino.sql.ir.Expression;
import io.trino.sql.ir.IrExpressions;
import io.trino.sql.planner.SymbolAllocator;
import java.util.List;

/** Creates comparisons as the engine of this release represents them: by calls of operators. */
final class EngineComparisons {
    private EngineComparisons() {}

    /** @param operator as SQL writes it */
    static Expression comparison(
            TestingFunctionResolution functions, String operator, Expression left, Expression right) {
        return IrExpressions.comparison(
                functions.getMetadata(),
                switch (operator) {
                    case "=" -> ComparisonOperator.EQUAL;
                    case "<>" -> ComparisonOperator.NOT_EQUAL;
                    case "<" -> ComparisonOperator.LESS_THAN;
                    case ">=" -> ComparisonOperator.GREATER_THAN_OR_EQUAL;
                    case "IS NOT DISTINCT FROM" -> ComparisonOperator.IDENTICAL;
                    default -> throw new IllegalArgumentException(operator);
                },
                left,
                right);
    }

    static Expression between(
            TestingFunctionResolution functions, Expression value, Expression minimum, Expression maximum) {
        return IrExpressions.between(functions.getMetadata(), new SymbolAllocator(List.of()), value, minimum, maximum);
    }
}
