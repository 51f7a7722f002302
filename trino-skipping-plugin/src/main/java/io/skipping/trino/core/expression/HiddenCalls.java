// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.expression;

import io.trino.spi.expression.FunctionName;

/** Names of functions that stand for what the SPI has no expression for. */
public final class HiddenCalls {
    /** Takes a condition and a result, for each branch, and then the result of ELSE. */
    public static final FunctionName CASE = new FunctionName("$case");

    /** Takes an expression, in place of whose failures there is a NULL. */
    public static final FunctionName TRY = new FunctionName("$try");

    /** Takes the fields of a row. */
    public static final FunctionName ROW = new FunctionName("$row");

    /** Takes an array, a variable, and a condition on an element for which the variable stands. */
    public static final FunctionName ANY_MATCH = new FunctionName("$any_match");

    private HiddenCalls() {}
}
