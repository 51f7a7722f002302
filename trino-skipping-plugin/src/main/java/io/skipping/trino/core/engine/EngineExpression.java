// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.engine;

import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.FunctionName;

/**
 * Recognises the whole filter of a scan. Newer releases of Trino add it to what they translate of the filter, as the argument
 * of a function that only the engine can evaluate.
 */
public final class EngineExpression {
    private static final FunctionName NAME = new FunctionName("$engine_expression");

    private EngineExpression() {}

    /** Returns whether an expression is the call of that function. */
    public static boolean isWholeFilter(ConnectorExpression expression) {
        return expression instanceof Call call && call.getFunctionName().equals(NAME);
    }
}
