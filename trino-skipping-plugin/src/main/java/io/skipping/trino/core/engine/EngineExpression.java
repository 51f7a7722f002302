// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.engine;

import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.FunctionName;

/**
 * Recognises the whole filter of a scan, which newer releases of Trino add to what they translate of it: as the argument of a
 * function that the engine alone understands, and evaluates for connectors.
 */
public final class EngineExpression {
    private static final FunctionName NAME = new FunctionName("$engine_expression");

    private EngineExpression() {}

    public static boolean isWholeFilter(ConnectorExpression expression) {
        return expression instanceof Call call && call.getFunctionName().equals(NAME);
    }
}
